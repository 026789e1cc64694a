import type { Json } from '../../../lib/json-value.ts';

/** A table that stands in a text: its rows as objects by the names of the first row. */
export type TextTable = readonly Json[];

const DELIMITERS = [',', '\t', ';'] as const;
/** Rows of a text that is looked at to see whether it is a table. */
const ROWS_LOOKED_AT = 20;

/**
 * Reads a text as delimited rows (RFC 4180) where it plainly is one: at least two rows, all as wide as the first and at
 * least two columns wide, with names in the first row that are unlike. Undefined otherwise: most texts are no tables.
 */
export function readTextTable(text: string): TextTable | undefined {
  for (const delimiter of DELIMITERS) {
    const firstLine = text.slice(0, text.indexOf('\n') + 1);
    if (!firstLine.includes(delimiter)) continue;
    const rows = parseRows(text, delimiter);
    const [names, ...body] = rows;
    if (names === undefined || names.length < 2 || body.length === 0) continue;
    if (new Set(names).size < names.length || names.includes('')) continue;
    if (!rows.slice(0, ROWS_LOOKED_AT).every((row) => row.length === names.length)) continue;
    if (!body.every((row) => row.length === names.length)) continue;
    return body.map((row) => new Map(row.map((cell, i): [string, Json] => [names[i] ?? '', cell])));
  }
  return undefined;
}

function parseRows(text: string, delimiter: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  const endRow = (): void => {
    rows.push(row);
    row = [];
  };
  while (at < text.length) {
    const cell = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at, delimiter);
    row.push(cell.text);
    at = cell.end;
    if (text[at] === delimiter) {
      at++;
      if (at === text.length) row.push('');
      continue;
    }
    if (text[at] === '\r') at++;
    at++;
    endRow();
  }
  if (row.length > 0) endRow();
  return rows;
}

interface Cell {
  readonly text: string;
  readonly end: number;
}

function quotedCell(text: string, open: number): Cell {
  let from = open + 1;
  let value = '';
  for (;;) {
    const close = text.indexOf('"', from);
    if (close < 0) return { text: value + text.slice(from), end: text.length };
    value += text.slice(from, close);
    if (text[close + 1] !== '"') return { text: value, end: close + 1 };
    value += '"';
    from = close + 2;
  }
}

function plainCell(text: string, from: number, delimiter: string): Cell {
  let end = from;
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end++;
  return { text: text.slice(from, end), end };
}
