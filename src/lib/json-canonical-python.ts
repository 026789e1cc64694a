import type { Json, JsonObject } from './json-value.ts';
import { compareCodePoints, writeJson } from './json-write.ts';
import { formatPythonNumber } from './python-number.ts';

/**
 * The text of Python's `json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))`
 * (revl-wal.md 2.4). Undefined when a string or key holds a lone surrogate: such a text has no UTF-8 bytes.
 * @param without a member of the outermost object that is left out
 */
export function canonicalPython(value: Json): string | undefined;
export function canonicalPython(value: JsonObject, without: string): string | undefined;
export function canonicalPython(value: Json, without?: string): string | undefined {
  let isWellFormed = true;
  const text = writeJson(value, {
    compareKeys: compareCodePoints,
    number: formatPythonNumber,
    string: (part) => {
      if (PLAIN.test(part)) return `"${part}"`;
      if (LONE_SURROGATE.test(part)) isWellFormed = false;
      return `"${part.replace(ESCAPED, escapeOne)}"`;
    },
    without,
  });
  return isWellFormed ? text : undefined;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON escapes exactly these
const ESCAPED = /["\\\u0000-\u001f]/g;
/** Neither to be escaped nor half of anything. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the same set
const PLAIN = /^[^"\\\u0000-\u001f\ud800-\udfff]*$/;
/** With the `u` flag a pair is one character, so only a lone half matches. */
const LONE_SURROGATE = /[\ud800-\udfff]/u;

/** For these characters JavaScript's escapes are Python's: short forms, else `\u00xx` in lower-case hex. */
const escapeOne = (character: string): string => JSON.stringify(character).slice(1, -1);
