/**
 * JSON as it stands in evidence: the token of every number survives, object members keep their order, and no key can
 * reach a prototype (`__proto__` is a key like any other, hence `Map`).
 */
export type Json = null | boolean | string | JsonNumber | JsonArray | JsonObject;
export type JsonArray = readonly Json[];
/** Members in file order; of duplicate keys the last wins (as in Python), the others are reported by the scanner. */
export type JsonObject = ReadonlyMap<string, Json>;

/** A number by its spelling: `1`, `1.0`, `2E-1`, a 40-digit integer, and Python's bare `NaN`, `Infinity`, `-Infinity`. */
export class JsonNumber {
  constructor(readonly token: string) {}
}

export const isJsonObject = (value: Json | undefined): value is JsonObject => value instanceof Map;
export const isJsonArray = (value: Json | undefined): value is JsonArray => Array.isArray(value);
export const isJsonNumber = (value: Json | undefined): value is JsonNumber => value instanceof JsonNumber;
