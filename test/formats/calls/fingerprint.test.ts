import { describe, expect, test } from 'vitest';
import { parseFingerprint } from '../../../src/formats/calls/fingerprint.ts';

const A = 'a'.repeat(64);

describe('parseFingerprint', () => {
  test('reads every scheme of design.md 3.1', () => {
    expect(parseFingerprint(`sha256:${A}`)).toEqual({ scheme: 'sha256', value: A });
    expect(parseFingerprint(`sha512:${A}${A}`)).toEqual({ scheme: 'sha512', value: A + A });
    expect(parseFingerprint(`blake3:${A}`)).toEqual({ scheme: 'blake3', value: A });
    expect(parseFingerprint('etag:"a:b"')).toEqual({ scheme: 'etag', value: '"a:b"' });
    expect(parseFingerprint('weak-etag:W/"x"')).toEqual({ scheme: 'weak-etag', value: 'W/"x"' });
    expect(parseFingerprint('row-version:0x0041')).toEqual({ scheme: 'row-version', value: '0x0041' });
    expect(parseFingerprint('generation:7')).toEqual({ scheme: 'generation', value: '7' });
  });

  test('takes bare 64-hex for SHA-256, in either case', () => {
    expect(parseFingerprint(A.toUpperCase())).toEqual({ scheme: 'sha256', value: A });
    expect(parseFingerprint(`sha256:${A.toUpperCase()}`)).toEqual({ scheme: 'sha256', value: A });
  });

  test('keeps a shortened digest as it stands', () => {
    expect(parseFingerprint('sha256:abcd')).toEqual({ scheme: 'sha256', value: 'abcd' });
  });

  test.each([
    '',
    'abc',
    'a'.repeat(63),
    `md5:${'a'.repeat(32)}`,
    'SHA256:ab',
    'etag:',
    'sha256:',
    'sha256:xyz',
    `sha256:${A}a`,
    ':x',
  ])('refuses %j', (text) => {
    expect(parseFingerprint(text)).toBeUndefined();
  });
});
