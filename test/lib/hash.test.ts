import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSha256, digestHex, loadHashes, sha256Hex } from '../../src/lib/hash.ts';

const utf8 = new TextEncoder();

describe('hashes', () => {
  beforeAll(loadHashes);

  it('computes the published vectors', () => {
    expect(sha256Hex('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(sha256Hex(utf8.encode('abc'))).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
    expect(digestHex('sha512', utf8.encode('abc')).slice(0, 32)).toBe('ddaf35a193617abacc417349ae204131');
    expect(digestHex('blake3', new Uint8Array(0))).toBe(
      'af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262',
    );
  });

  it('streams several files at once, between other digests', () => {
    const pieces = Array.from({ length: 20 }, (_, i) => utf8.encode(`piece ${i} `.repeat(i * 11)));
    const [a, b, c] = [createSha256(), createSha256(), createSha256()];
    const [nodeA, nodeB] = [createHash('sha256'), createHash('sha256')];
    for (const [i, piece] of pieces.entries()) {
      a.update(piece);
      nodeA.update(piece);
      if (i % 3 === 0) {
        b.update(piece);
        nodeB.update(piece);
      }
      sha256Hex(piece);
    }
    expect(b.hex()).toBe(nodeB.digest('hex'));
    expect(a.hex()).toBe(nodeA.digest('hex'));
    expect(c.hex()).toBe(sha256Hex(''));
  });
});
