import type { ByteSource } from '../intake/byte-source.ts';
import { hashSource } from '../intake/hash-source.ts';
import { createPace, type Pace } from './pace.ts';
import type { Work } from './read-evidence.ts';
import { pacedSource } from './read-sources.ts';

/** The SHA-256 of every file as it was dropped, in the order of the files. */
export async function hashAll(sources: readonly ByteSource[], work: Work): Promise<readonly string[]> {
  const sizeOf = (source: ByteSource): number => (source.original ?? source).size;
  const total = sources.reduce((sum, source) => sum + sizeOf(source), 0);
  const pace = createPace(work.signal);
  const digests: string[] = [];
  let before = 0;
  for (const source of sources) {
    const onProgress = (bytes: number): void =>
      work.onProgress({ phase: 'hashing', done: before + bytes, total, records: 0 });
    digests.push(await hashSource(paced(source, pace), { signal: work.signal, onProgress }));
    before += sizeOf(source);
  }
  return digests;
}

const paced = (source: ByteSource, pace: Pace): ByteSource => {
  const { original, ...rest } = source;
  return pacedSource(original === undefined ? rest : original, pace);
};
