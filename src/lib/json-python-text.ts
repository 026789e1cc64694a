import type { Json } from './json-value.ts';
import { type Spelling, writeJson } from './json-write.ts';
import { formatPythonNumber } from './python-number.ts';

/** Python's `json.dumps(value, indent=2)`: members in their order, DEL and everything above ASCII as `\uXXXX`. */
export function formatPythonJson(value: Json): string {
  return writeJson(value, INDENTED);
}

const INDENTED: Spelling = {
  compareKeys: undefined,
  number: formatPythonNumber,
  string: (text) => JSON.stringify(text).replace(NOT_PRINTABLE_ASCII, escapeUnit),
  colon: ': ',
  indent: 2,
};

const NOT_PRINTABLE_ASCII = /[\u007f-\uffff]/g;

const escapeUnit = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
