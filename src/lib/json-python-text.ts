import type { Json } from './json-value.ts';
import { type Spelling, writeJson } from './json-write.ts';
import { formatPythonNumber } from './python-number.ts';

/** Python's `json.dumps(value, indent=2)`: members in their order, everything above ASCII as `\uXXXX`. */
export function formatPythonJson(value: Json): string {
  return writeJson(value, INDENTED);
}

const INDENTED: Spelling = {
  compareKeys: undefined,
  number: formatPythonNumber,
  string: (text) => JSON.stringify(text).replace(ABOVE_ASCII, escapeUnit),
  colon: ': ',
  indent: 2,
};

const ABOVE_ASCII = /[\u0080-\uffff]/g;

const escapeUnit = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
