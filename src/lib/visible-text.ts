/**
 * Evidence text as an examiner must see it: characters that hide, reorder or join become visible tokens. The stored
 * bytes are untouched; this is for screens, terminals and reports only (security.md, "bidi, homoglyph, control").
 */
export type VisiblePiece =
  | { readonly is: 'text'; readonly text: string }
  /** A character that would not show as itself: `token` is what to show for it, `name` what to say of it. */
  | { readonly is: 'hidden'; readonly token: string; readonly name: string };

/** Splits a text into what can be shown as it is and what needs a token. Line feeds and tabs are kept as text. */
export function visiblePieces(text: string): readonly VisiblePiece[] {
  const pieces: VisiblePiece[] = [];
  let from = 0;
  for (const match of text.matchAll(HIDDEN)) {
    if (match.index > from) pieces.push({ is: 'text', text: text.slice(from, match.index) });
    const point = match[0].codePointAt(0) ?? 0;
    pieces.push({ is: 'hidden', token: `⟨${spelling(point)}⟩`, name: nameOf(point) });
    from = match.index + match[0].length;
  }
  if (from < text.length) pieces.push({ is: 'text', text: text.slice(from) });
  return pieces;
}

/** The same as one string, for a terminal or a file; with `oneLine`, line feeds and tabs become tokens too. */
export function visibleText(text: string, options: { readonly oneLine?: boolean } = {}): string {
  const shown = text.replace(HIDDEN, (found) => `⟨${spelling(found.codePointAt(0) ?? 0)}⟩`);
  return options.oneLine === true ? shown.replace(/[\n\t]/g, (c) => (c === '\n' ? '⟨LF⟩' : '⟨TAB⟩')) : shown;
}

/** Scripts that look alike: a name that mixes two of them may not be the name it seems to be. */
export function mixesScripts(text: string): boolean {
  let found = 0;
  for (const script of LOOKALIKES) if (script.test(text)) found++;
  return found > 1;
}

const LOOKALIKES = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];

// C0 (but TAB and LF) and C1, soft hyphen, Arabic letter mark, zero-width and bidi controls, line and paragraph
// separators, word joiner and invisible operators, byte order mark, tag characters, lone surrogates
const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is what this is for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}\ud800-\udfff]/gu;

const NAMES = new Map<number, string>([
  [0x00, 'NUL'],
  [0x07, 'BEL'],
  [0x08, 'BS'],
  [0x0d, 'CR'],
  [0x1b, 'ESC'],
  [0x7f, 'DEL'],
  [0xad, 'SHY'],
  [0x61c, 'ALM'],
  [0x200b, 'ZWSP'],
  [0x200c, 'ZWNJ'],
  [0x200d, 'ZWJ'],
  [0x200e, 'LRM'],
  [0x200f, 'RLM'],
  [0x2028, 'LS'],
  [0x2029, 'PS'],
  [0x202a, 'LRE'],
  [0x202b, 'RLE'],
  [0x202c, 'PDF'],
  [0x202d, 'LRO'],
  [0x202e, 'RLO'],
  [0x2060, 'WJ'],
  [0x2066, 'LRI'],
  [0x2067, 'RLI'],
  [0x2068, 'FSI'],
  [0x2069, 'PDI'],
  [0xfeff, 'BOM'],
]);

const hex = (point: number): string => `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;

const spelling = (point: number): string => NAMES.get(point) ?? hex(point);

function nameOf(point: number): string {
  const name = NAMES.get(point);
  if (name !== undefined) return `${hex(point)} ${name}`;
  return point >= 0xd800 && point <= 0xdfff ? `${hex(point)} half of a surrogate pair` : hex(point);
}
