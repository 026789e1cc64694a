import type { Json } from './json-value.ts';
import { compareCodePoints, type Spelling, writeJson } from './json-write.ts';
import { formatPythonNumber } from './python-number.ts';

/**
 * The text of Python's `json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))`
 * (revl-wal.md 2.4). Undefined when a string or key holds a lone surrogate: such a text has no UTF-8 bytes.
 */
export function canonicalPython(value: Json): string | undefined {
  const text = writeJson(value, PYTHON);
  return isWellFormed(text) ? text : undefined;
}

const PYTHON: Spelling = {
  compareKeys: compareCodePoints,
  number: formatPythonNumber,
  string: (text) => (PLAIN.test(text) ? `"${text}"` : `"${text.replace(ESCAPED, escapeOne)}"`),
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON escapes exactly these
const ESCAPED = /["\\\u0000-\u001f]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the same set
const PLAIN = /^[^"\\\u0000-\u001f]*$/;

/** For these characters JavaScript's escapes are Python's: short forms, else `\u00xx` in lower-case hex. */
const escapeOne = (character: string): string => JSON.stringify(character).slice(1, -1);

const LONE_SURROGATE = /[\ud800-\udfff]/u;

/** With the `u` flag a pair is one character, so only a lone half matches. */
const isWellFormed = (text: string): boolean => !LONE_SURROGATE.test(text);
