import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { importEvidenceKey } from '../../../src/verdicts/seal/evidence-key.ts';
import { findKeyProblems } from '../../../src/verdicts/seal/key-problems.ts';
import { keyIdOf } from '../../sealer.ts';

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

async function keyIdOfFile(content: string): Promise<string> {
  const key = await importEvidenceKey(bytesOf(content));
  return key.ok ? key.value.keyId : key.error;
}

describe('importEvidenceKey', () => {
  it('takes off exactly one LF and nothing else', async () => {
    expect(await keyIdOfFile('secret')).toBe(keyIdOf(bytesOf('secret')));
    expect(await keyIdOfFile('secret\n')).toBe(keyIdOf(bytesOf('secret')));
    expect(await keyIdOfFile('secret\n\n')).toBe(keyIdOf(bytesOf('secret\n')));
    expect(await keyIdOfFile('secret\r\n')).toBe(keyIdOf(bytesOf('secret\r')));
    expect(await keyIdOfFile(' secret ')).toBe(keyIdOf(bytesOf(' secret ')));
  });

  it('refuses an empty key', async () => {
    expect(await keyIdOfFile('')).toBe('empty');
    expect(await keyIdOfFile('\n')).toBe('empty');
    expect(await keyIdOfFile('\n\n')).toBe(keyIdOf(bytesOf('\n')));
  });

  it('has the published worked key id', async () => {
    // revl-wal.md 2.5
    expect(await keyIdOfFile('open set: evidence sealing key 01\n')).toBe('bdbf0c562d2c0928');
  });

  it('keeps no exportable key, wipes the given bytes and remembers what warnings need', async () => {
    const raw = bytesOf('secret\n');
    const key = await importEvidenceKey(raw);
    if (!key.ok) throw new Error(key.error);
    expect([...raw]).toEqual([0, 0, 0, 0, 0, 0, 0]);
    expect(key.value.key.extractable).toBe(false);
    await expect(crypto.subtle.exportKey('raw', key.value.key)).rejects.toThrow();
    expect(key.value.bytes).toBe(6);
    expect(key.value.bytesSha256).toBe(createHash('sha256').update('secret\n').digest('hex'));
    expect(key.value.twinSha256).toBe(createHash('sha256').update('secret').digest('hex'));
    const empty = bytesOf('\n');
    await importEvidenceKey(empty);
    expect([...empty]).toEqual([0]);
  });
});

describe('findKeyProblems', () => {
  const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
  const keyOf = async (content: string) => {
    const key = await importEvidenceKey(bytesOf(content));
    if (!key.ok) throw new Error(key.error);
    return key.value;
  };

  it('finds the key among the files, with or without its line end', async () => {
    const long = 'a key of more than sixteen bytes';
    const files = [
      { path: 'bare', sha256: sha256(long) },
      { path: 'other', sha256: sha256('other') },
      { path: 'ended', sha256: sha256(`${long}\n`) },
    ];
    for (const given of [long, `${long}\n`]) {
      expect(findKeyProblems([await keyOf(given)], files).map(({ code, file }) => [code, file])).toEqual([
        ['key-is-evidence', 'bare'],
        ['key-is-evidence', 'ended'],
      ]);
    }
  });

  it('warns of a short key and never shows its bytes', async () => {
    const [found, ...others] = findKeyProblems([await keyOf('fifteen bytes!!')], []);
    expect(others).toEqual([]);
    expect(found).toMatchObject({ code: 'key-weak', file: '' });
    expect(found?.said).not.toContain('fifteen');
    expect(findKeyProblems([await keyOf('sixteen bytes!!!')], [])).toEqual([]);
  });
});
