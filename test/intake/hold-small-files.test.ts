import { describe, expect, it } from 'vitest';
import { type ByteSource, memorySource } from '../../src/intake/byte-source.ts';
import { wholeBytes } from '../../src/intake/derived-sources.ts';
import { holdSmallFiles } from '../../src/intake/hold-small-files.ts';

/** A source that counts how often its bytes are asked for. */
function counted(path: string, bytes: Uint8Array): { readonly source: ByteSource; reads(): number } {
  const inner = memorySource(path, bytes);
  let reads = 0;
  return {
    reads: () => reads,
    source: {
      ...inner,
      stream(from) {
        reads++;
        return inner.stream(from);
      },
      read(offset, length) {
        reads++;
        return inner.read(offset, length);
      },
    },
  };
}

const bytesOf = (length: number): Uint8Array => Uint8Array.from({ length }, (_, i) => i % 251);

describe('small files', () => {
  it('are read once, whatever is asked of them afterwards', async () => {
    const bytes = bytesOf(1_000);
    const { source, reads } = counted('a', bytes);
    const [held] = holdSmallFiles([source]);
    if (held === undefined) throw new Error('nothing is held');
    expect(await held.read(990, 100)).toEqual(bytes.subarray(990));
    expect(await held.read(2_000, 5)).toEqual(new Uint8Array(0));
    expect(await held.read(10, 0)).toEqual(new Uint8Array(0));
    expect(await wholeBytes(held)).toEqual(bytes);
    for await (const piece of held.stream(400)) expect(piece).toEqual(bytes.subarray(400));
    expect([held.path, held.size, reads()]).toEqual(['a', 1_000, 1]);
  });

  it('that follow are begun with the first, large ones are left where they are', async () => {
    const large = counted('b', bytesOf(300_000));
    const others = [counted('a', bytesOf(10)), large, counted('c', bytesOf(10))];
    const [first, second] = holdSmallFiles(others.map(({ source }) => source));
    await first?.read(0, 1);
    expect(others.map(({ reads }) => reads())).toEqual([1, 0, 1]);
    expect((await second?.read(299_999, 5))?.length).toBe(1);
    await second?.read(0, 5);
    expect(large.reads()).toBe(2);
  });

  it('that cannot be read say so to whoever asks, each time', async () => {
    const gone: ByteSource = {
      ...memorySource('gone', bytesOf(4)),
      read: () => Promise.reject(new Error('gone')),
    };
    const [, held] = holdSmallFiles([memorySource('a', bytesOf(4)), gone]);
    const ask = (): Promise<Uint8Array> | undefined => held?.read(0, 1);
    await expect(ask()).rejects.toThrow('gone');
    await expect(ask()).rejects.toThrow('gone');
  });
});
