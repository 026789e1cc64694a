import { beforeAll, describe, expect, it } from 'vitest';
import { loadHashes, sha256Hex } from '../../src/lib/hash.ts';
import { scanWholeJson } from '../../src/lib/json-scan.ts';
import { contentOfBytes, contentOfJson, contentOfText } from '../../src/model/content.ts';

describe('contents', () => {
  beforeAll(loadHashes);

  const json = (text: string) => {
    const scanned = scanWholeJson(new TextEncoder().encode(text));
    if (!scanned.ok) throw new Error(scanned.error.said);
    return contentOfJson(scanned.value.value);
  };

  it('compares JSON by value and fingerprints its canonical form', () => {
    const a = json('{"b": 1.0, "a": "é"}');
    expect(a).toMatchObject({
      kind: 'json',
      fingerprint: `sha256:${sha256Hex('{"a":"é","b":1}')}`,
      bytes: 16,
    });
    expect(json('{"a":"\\u00e9","b":1}').equalityKey).toBe(a.equalityKey);
    expect(json('{"a":"é","b":1.0000000000000000001}').equalityKey).not.toBe(a.equalityKey);
  });

  it('never takes a text for a JSON value or for bytes', () => {
    const keys = [
      json('"x"'),
      contentOfText('"x"'),
      contentOfText('x'),
      contentOfBytes(new Uint8Array([0x78])),
    ];
    expect(new Set(keys.map((fact) => fact.equalityKey)).size).toBe(4);
    expect(contentOfText('x').fingerprint).toBe(`sha256:${sha256Hex('x')}`);
    expect(contentOfBytes(new Uint8Array([0x78])).fingerprint).toBe(`sha256:${sha256Hex('x')}`);
  });

  it('tells a lone surrogate from the replacement character', () => {
    expect(contentOfText('a\ud800').equalityKey).not.toBe(contentOfText('a\ufffd').equalityKey);
    expect(contentOfText('a😀').equalityKey).toBe(contentOfText('a😀').equalityKey);
  });
});
