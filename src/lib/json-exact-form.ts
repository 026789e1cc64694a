import type { Json } from './json-value.ts';
import { compareCodeUnits, type Spelling, writeJson } from './json-write.ts';

/**
 * A text that two JSON values share if and only if they are equal: by structure, without key order, with numbers
 * equal by value (1, 1.0 and 1e0; 0 and -0) and no digit lost (design.md 4).
 */
export function exactForm(value: Json): string {
  return writeJson(value, EXACT);
}

/** A decimal token as sign, digits without zeros at either end, and the power of ten: `-12.50` → `-125e-1`. */
export function exactNumber(token: string): string {
  const parts = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/.exec(token);
  // NaN, Infinity and -Infinity equal themselves
  if (parts === null) return token;
  const [, sign = '', whole = '', fraction = '', power = '0'] = parts;
  const digits = withoutLeadingZeros(whole + fraction);
  if (digits === '') return '0';
  const significant = withoutTrailingZeros(digits);
  const shift = digits.length - significant.length - fraction.length;
  return `${sign}${significant}e${addPower(power, shift)}`;
}

const EXACT: Spelling = {
  compareKeys: compareCodeUnits,
  number: exactNumber,
  string: (text) => JSON.stringify(text),
};

function withoutLeadingZeros(digits: string): string {
  let from = 0;
  while (from < digits.length && digits.charCodeAt(from) === 0x30) from++;
  return digits.slice(from);
}

function withoutTrailingZeros(digits: string): string {
  let to = digits.length;
  while (to > 0 && digits.charCodeAt(to - 1) === 0x30) to--;
  return digits.slice(0, to);
}

/** The power in the token may have any number of digits, so it is added as a bigint where a double is not exact. */
function addPower(power: string, shift: number): string {
  const small = Number(power);
  if (Math.abs(small) < 1e15) return String(small + shift);
  return hugePower(power, shift);
}

/** Beyond 10,000 digits `BigInt` gets slow; such exponents are told apart by their digits alone. */
function hugePower(power: string, shift: number): string {
  const digits = withoutLeadingZeros(power.replace(/^[+-]/, ''));
  if (digits.length > 10_000)
    return `(${power.startsWith('-') ? '-' : ''}${digits}${shift < 0 ? '' : '+'}${shift})`;
  return String((power.startsWith('-') ? -1n : 1n) * BigInt(digits) + BigInt(shift));
}
