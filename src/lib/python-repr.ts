import type { Json } from './json-value.ts';
import { type Spelling, writeJson } from './json-write.ts';
import { formatPythonNumber } from './python-number.ts';

/** Python's `repr` of a parsed JSON value, for the sentences that revl's reader makes out of values. */
export function pythonRepr(value: Json): string {
  return writeJson(value, REPR);
}

const REPR: Spelling = {
  compareKeys: undefined,
  number: (token) => REPR_OF_WORD.get(token) ?? formatPythonNumber(token),
  string: reprOfText,
  word: (value) => (value === null ? 'None' : value ? 'True' : 'False'),
  comma: ', ',
  colon: ': ',
};

/** `repr` and JSON spell these unlike. */
const REPR_OF_WORD: ReadonlyMap<string, string> = new Map([
  ['NaN', 'nan'],
  ['Infinity', 'inf'],
  ['-Infinity', '-inf'],
]);

function reprOfText(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  let body = '';
  for (const character of text) body += character === quote ? `\\${quote}` : reprOfCharacter(character);
  return quote + body + quote;
}

function reprOfCharacter(character: string): string {
  const short = SHORT.get(character);
  if (short !== undefined) return short;
  const code = character.codePointAt(0) as number;
  if (!UNPRINTABLE.test(character)) return character;
  if (code <= 0xff) return `\\x${code.toString(16).padStart(2, '0')}`;
  if (code <= 0xffff) return `\\u${code.toString(16).padStart(4, '0')}`;
  return `\\U${code.toString(16).padStart(8, '0')}`;
}

const SHORT: ReadonlyMap<string, string> = new Map([
  ['\\', '\\\\'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

/** What `str.isprintable` denies: Other and Separator characters, but for the space. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u;
