import { describe, expect, it } from 'vitest';
import { formatPythonFloat, formatPythonNumber } from '../../src/lib/python-number.ts';

describe('formatPythonNumber', () => {
  // what Python 3 prints for json.dumps(json.loads(token))
  it.each([
    ['1', '1'],
    ['-0', '0'],
    ['1.0', '1.0'],
    ['1e0', '1.0'],
    ['-0.0', '-0.0'],
    ['2E-1', '0.2'],
    ['0.1', '0.1'],
    ['5e-324', '5e-324'],
    ['2.2250738585072014e-308', '2.2250738585072014e-308'],
    ['1.7976931348623157e308', '1.7976931348623157e+308'],
    ['1e16', '1e+16'],
    ['1e15', '1000000000000000.0'],
    ['9999999999999998.0', '9999999999999998.0'],
    ['1e-4', '0.0001'],
    ['1e-5', '1e-05'],
    ['0.00001234', '1.234e-05'],
    ['123456789012345680.0', '1.2345678901234568e+17'],
    ['123456789012345.6', '123456789012345.6'],
    ['9007199254740991.0', '9007199254740991.0'],
    ['9007199254740993.0', '9007199254740992.0'],
    ['9007199254740993', '9007199254740993'],
    ['1e22', '1e+22'],
    ['1e23', '1e+23'],
    ['1e100', '1e+100'],
    ['-1.5e-7', '-1.5e-07'],
    ['5.684341886080802e-14', '5.684341886080802e-14'],
    // an exact half between two shortest spellings: the even one
    ['90779.311767578125', '90779.31176757812'],
    ['1e400', 'Infinity'],
    ['-1e400', '-Infinity'],
    ['1e-400', '0.0'],
    ['NaN', 'NaN'],
    ['Infinity', 'Infinity'],
    ['-Infinity', '-Infinity'],
    ['1234567890123456789012345678901234567890', '1234567890123456789012345678901234567890'],
  ])('%s is %s', (token, text) => {
    expect(formatPythonNumber(token)).toBe(text);
  });

  it('agrees with a search for the shortest digits on 100,000 random doubles', () => {
    const view = new DataView(new ArrayBuffer(8));
    let state = 0x9e3779b9;
    const next = (): number => {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      return state >>> 0;
    };
    let different = '';
    for (let i = 0; i < 100_000; i++) {
      view.setUint32(0, next());
      view.setUint32(4, next());
      // every other one of a size in which repr has no exponent
      const value = i % 2 === 0 ? view.getFloat64(0) : (next() - next()) / 2 ** (next() % 40);
      if (Number.isFinite(value) && formatPythonFloat(value) !== searched(value)) different += `${value} `;
    }
    expect(different).toBe('');
  });
});

/** The first count of correctly rounded digits that reads back as the value; JavaScript's own positional spelling. */
function searched(value: number): string {
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  let digits = 0;
  while (Number(value.toExponential(digits)) !== value) digits++;
  const rounded = tieToEven(value, digits);
  const [mantissa, exponent] = rounded.split('e') as [string, string];
  const power = Number(exponent);
  if (power < -4 || power >= 16) {
    return `${mantissa}e${power < 0 ? '-' : '+'}${Math.abs(power) < 10 ? '0' : ''}${Math.abs(power)}`;
  }
  const plain = mantissa.replace('.', '');
  const sign = plain.startsWith('-') ? '-' : '';
  const scaled = BigInt(plain) * 10n ** BigInt(Math.max(0, power - digits));
  const places = Math.max(1, digits - power);
  const padded = (scaled < 0n ? -scaled : scaled).toString().padStart(places + 1, '0');
  if (digits <= power) return `${sign}${padded.replace(/^0+(?=[0-9])/, '')}.0`;
  return `${sign}${padded.slice(0, -places)}.${padded.slice(-places)}`;
}

/** toExponential rounds an exact half up; Python and the shortest search round it to the even digit. */
function tieToEven(value: number, digits: number): string {
  const exact = value.toExponential(100);
  const kept = exact.indexOf('.') + (digits === 0 ? 0 : 1 + digits);
  const cut = exact.slice(0, kept) + exact.slice(exact.indexOf('e'));
  const rest = exact.slice(kept, exact.indexOf('e')).replace('.', '');
  const lastIsEven = '02468'.includes(exact.charAt(kept - 1));
  return /^50*$/.test(rest) && lastIsEven && Number(cut) === value ? cut : value.toExponential(digits);
}
