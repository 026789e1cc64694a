/** A colour role. Never the only carrier of a meaning: always beside a glyph and a word. */
export type Tone = 'good' | 'bad' | 'warn' | 'gap' | 'void' | 'grave' | 'note' | 'plain';
