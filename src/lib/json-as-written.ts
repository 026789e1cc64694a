import type { Json } from './json-value.ts';
import { type Spelling, writeJson } from './json-write.ts';

/** Keys and numbers as they stand in the file. */
export const AS_WRITTEN: Spelling = {
  compareKeys: undefined,
  number: (token) => token,
  string: (text) => JSON.stringify(text),
};

/** A value on one line, every number with its digits. */
export const jsonAsWritten = (value: Json): string => writeJson(value, AS_WRITTEN);
