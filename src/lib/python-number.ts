import { isIntegerToken } from './json-write.ts';

/**
 * Python's `repr` of a double: the shortest digits that read back as the same double (JavaScript finds the same
 * ones), an exponent of at least two digits when the decimal exponent is < -4 or >= 16, else a point with at least
 * one digit behind it (revl-wal.md 2.4).
 */
export function formatPythonFloat(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? 'Infinity' : '-Infinity';
  if (Object.is(value, -0)) return '-0.0';
  const [mantissa = '', power = '0'] = value.toExponential().split('e');
  const sign = mantissa.startsWith('-') ? '-' : '';
  const digits = mantissa.replace('-', '').replace('.', '');
  const exponent = Number(power);
  if (exponent < -4 || exponent >= 16) {
    const rest = digits.length > 1 ? `.${digits.slice(1)}` : '';
    const size = String(Math.abs(exponent)).padStart(2, '0');
    return `${sign}${digits[0]}${rest}e${exponent < 0 ? '-' : '+'}${size}`;
  }
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  return `${sign}${whole}.${digits.slice(exponent + 1) || '0'}`;
}

/** A JSON number token as Python writes the value it read: an int keeps all its digits, a float is its `repr`. */
export function formatPythonNumber(token: string): string {
  if (isIntegerToken(token)) return token === '-0' ? '0' : token;
  // `Number` reads the bare words NaN, Infinity and -Infinity too
  return formatPythonFloat(Number(token));
}
