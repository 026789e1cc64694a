import { isJsonArray, isJsonNumber, type Json } from '../../lib/json-value.ts';
import { isIntegerToken } from '../../lib/json-write.ts';

/** Whether a value is an int to Python: no bool, no float. */
export function pythonInt(value: Json | undefined): bigint | undefined {
  if (!isJsonNumber(value) || !isIntegerToken(value.token)) return undefined;
  return BigInt(value.token);
}

export const isNonNegativeInt = (value: Json | undefined): boolean => {
  const int = pythonInt(value);
  return int !== undefined && int >= 0n;
};

/** Python's `==` between any value and an int: 1.0 and true equal 1. */
export function pythonEqualsInt(value: Json | undefined, int: bigint): boolean {
  if (typeof value === 'boolean') return BigInt(value) === int;
  if (!isJsonNumber(value)) return false;
  if (isIntegerToken(value.token)) return BigInt(value.token) === int;
  const float = Number(value.token);
  return Number.isInteger(float) && BigInt(float) === int;
}

export const isHex64 = (value: Json | undefined): value is string =>
  typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);

/** `type(value).__name__` of what Python's json makes of the value. */
export function pythonTypeName(value: Json): string {
  if (value === null) return 'NoneType';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'string') return 'str';
  if (isJsonNumber(value)) return isIntegerToken(value.token) ? 'int' : 'float';
  return isJsonArray(value) ? 'list' : 'dict';
}
