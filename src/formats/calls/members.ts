import {
  isJsonArray,
  isJsonNumber,
  isJsonObject,
  type Json,
  type JsonArray,
  type JsonNumber,
  type JsonObject,
} from '../../lib/json-value.ts';

/** What was wrong with a record's members; the record as a whole is then not read. */
export interface MemberFaults {
  /** A member lacks or has a wrong type: what is wrong, in a few words. */
  malformed(said: string): void;
  /** A member was written in another type and is read all the same. */
  coerced(said: string): void;
}

/** Reads members of known types out of one JSON object; `null` is as good as absent. */
export interface Members {
  has(key: string): boolean;
  text(key: string): string | undefined;
  /** As `text`, but a number is read by its digits. */
  id(key: string): string | undefined;
  /** A whole number from 0. */
  index(key: string): number | undefined;
  flag(key: string): boolean | undefined;
  oneOf<T extends string>(key: string, values: readonly T[]): T | undefined;
  array(key: string): JsonArray | undefined;
  object(key: string): JsonObject | undefined;
}

export function readMembers(object: JsonObject, faults: MemberFaults): Members {
  const stated = (key: string): Json | undefined => object.get(key) ?? undefined;
  const expected = (key: string, what: string): undefined => {
    faults.malformed(`"${key}" is not ${what}`);
    return undefined;
  };
  const text = (key: string): string | undefined => {
    const value = stated(key);
    return value === undefined || typeof value === 'string' ? value : expected(key, 'a text');
  };
  return {
    has: (key) => object.has(key),
    text,
    id(key) {
      const value = stated(key);
      if (!isJsonNumber(value)) return text(key);
      faults.coerced(`"${key}" is a number and was read as the text ${value.token}`);
      return value.token;
    },
    index(key) {
      const value = stated(key);
      if (value === undefined) return undefined;
      if (!isJsonNumber(value)) return expected(key, 'a whole number');
      const read = wholeNumber(value);
      if (read === undefined) return expected(key, 'a whole number from 0 to 9007199254740991');
      if (!/^\d+$/.test(value.token))
        faults.coerced(`"${key}" is spelled ${value.token} and was read as ${read}`);
      return read;
    },
    flag(key) {
      const value = stated(key);
      return value === undefined || typeof value === 'boolean' ? value : expected(key, 'true or false');
    },
    oneOf(key, values) {
      const value = text(key);
      return value === undefined
        ? undefined
        : (values.find((one) => one === value) ?? expected(key, `one of ${values.join(', ')}`));
    },
    array(key) {
      const value = stated(key);
      return value === undefined || isJsonArray(value) ? value : expected(key, 'an array');
    },
    object(key) {
      const value = stated(key);
      return value === undefined || isJsonObject(value) ? value : expected(key, 'an object');
    },
  };
}

/** By its exact value: `3`, `3.0` and `3e0` are whole; a number that a double would round is none. */
function wholeNumber({ token }: JsonNumber): number | undefined {
  const value = Number(token);
  if (!Number.isSafeInteger(value) || value < 0) return undefined;
  // 2.9999999999999999999 is no 3: digits behind the point must be zeros, and no exponent may hide any
  return /^\d+(\.0+)?([eE][+-]?0+)?$/.test(token) ? value : undefined;
}
