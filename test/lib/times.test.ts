import { describe, expect, it } from 'vitest';
import { formatIsoNanos, parseIsoNanos } from '../../src/lib/iso-time.ts';
import { formatDuration, formatNanos, nanos, parseNanos } from '../../src/lib/nanos.ts';

describe('nanoseconds', () => {
  it('parses whole decimal numbers and nothing else', () => {
    expect(parseNanos('1700000000123456789')).toBe(1700000000123456789n);
    expect(parseNanos('-5')).toBe(-5n);
    for (const text of ['', '-', '1.0', '1e9', ' 1', '0x1', '1n', '9'.repeat(41)]) {
      expect(parseNanos(text)).toBeUndefined();
    }
    expect(formatNanos(nanos(1700000000123456789n))).toBe('1700000000123456789');
  });

  it.each([
    [0n, '0 ns'],
    [450n, '450 ns'],
    [12_500n, '12.5 µs'],
    [30_000_000n, '30 ms'],
    [30_456_999n, '30.456 ms'],
    [1_500_000_000n, '1.5 s'],
    [-1_500_000_000n, '−1.5 s'],
    [59_999_999_999n, '59.999 s'],
    [125_000_000_000n, '2 min 5 s'],
    [3_780_000_000_000n, '1 h 3 min'],
    [86_400_000_000_000n, '1 d'],
  ])('%s ns is %s', (value, text) => {
    expect(formatDuration(nanos(value))).toBe(text);
  });
});

describe('ISO times', () => {
  it.each([
    ['1970-01-01T00:00:00Z', 0n, 'stated'],
    ['2023-11-14T22:13:20.123456789Z', 1700000000123456789n, 'stated'],
    ['2023-11-14T23:13:20.5+01:00', 1700000000500000000n, 'stated'],
    ['2023-11-14 17:13:20-0500', 1700000000000000000n, 'stated'],
    ['2023-11-14T22:13:20.12', 1700000000120000000n, 'assumed-utc'],
    ['2023-11-14T22:13', 1699999980000000000n, 'assumed-utc'],
    ['1969-12-31T23:59:59.999999999Z', -1n, 'stated'],
    ['0001-01-01T00:00:00Z', -62135596800000000000n, 'stated'],
    ['2024-02-29T00:00:00Z', 1709164800000000000n, 'stated'],
  ] as const)('%s', (text, at, zone) => {
    expect(parseIsoNanos(text)).toEqual({ at, zone });
  });

  it.each([
    '2023-02-29T00:00:00Z',
    '2023-13-01T00:00:00Z',
    '2023-01-01T24:00:00Z',
    '2023-01-01T00:60:00Z',
    '2023-01-01T00:00:61Z',
    '2023-01-01T00:00:00.1234567891Z',
    '2023-01-01T00:00:00+24:00',
    '2023-01-01',
    '12:00',
    '2023-01-01T00:00:00Z ',
    '',
  ])('refuses %j', (text) => {
    expect(parseIsoNanos(text)).toBeUndefined();
  });

  it('prints as many digits as the time needs', () => {
    expect(formatIsoNanos(nanos(1700000000123456789n))).toBe('2023-11-14T22:13:20.123456789Z');
    expect(formatIsoNanos(nanos(1700000000123456000n))).toBe('2023-11-14T22:13:20.123456Z');
    expect(formatIsoNanos(nanos(1700000000030000000n))).toBe('2023-11-14T22:13:20.030Z');
    expect(formatIsoNanos(nanos(1700000000000000000n))).toBe('2023-11-14T22:13:20Z');
    expect(formatIsoNanos(nanos(-1n))).toBe('1969-12-31T23:59:59.999999999Z');
    expect(formatIsoNanos(nanos(10n ** 30n))).toBe(`${10n ** 30n} ns`);
  });
});
