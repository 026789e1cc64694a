import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { importEvidenceKey } from '../../../src/verdicts/seal/evidence-key.ts';
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
    const empty = bytesOf('\n');
    await importEvidenceKey(empty);
    expect([...empty]).toEqual([0]);
  });
});
