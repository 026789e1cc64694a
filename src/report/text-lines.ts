import { visibleText } from '../lib/visible-text.ts';

/** How a report for a terminal looks: colours only where somebody sees them. */
export interface TextStyle {
  readonly color: boolean;
  /** Columns that a line fills at most; a word may be longer. */
  readonly width: number;
}

export type Tone = 'bold' | 'dim' | 'red' | 'yellow' | 'green' | 'magenta';

const CODES: Readonly<Record<Tone, number>> = {
  bold: 1,
  dim: 2,
  red: 31,
  yellow: 33,
  green: 32,
  magenta: 35,
};

export const painted = (text: string, tone: Tone, { color }: TextStyle): string =>
  color ? `\u001b[${CODES[tone]}m${text}\u001b[0m` : text;

/** Evidence on one line: control characters, line feeds and what reorders text become visible tokens. */
export const onOneLine = (text: string): string => visibleText(text, { oneLine: true });

/** Breaks a sentence at spaces; the lines after the first are indented by `hanging`. `lead` may be painted. */
export function wrapped(lead: string, text: string, hanging: number, { width }: TextStyle): string[] {
  const lines: string[] = [];
  const room = Math.max(20, width - hanging);
  let line = '';
  for (const word of onOneLine(text).split(' ')) {
    if (line !== '' && line.length + 1 + word.length > room) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  lines.push(line);
  return lines.map((one, i) => (i === 0 ? lead : ' '.repeat(hanging)) + one);
}

/** At most `most` of a list, and a line that counts the rest. */
export function listed<T>(
  all: readonly T[],
  most: number,
  show: (one: T) => readonly string[],
  more: (left: number) => string,
): string[] {
  const lines = all.slice(0, most).flatMap(show);
  if (all.length > most) lines.push(more(all.length - most));
  return lines;
}
