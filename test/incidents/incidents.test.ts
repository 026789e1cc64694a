import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sha256 } from './made-ids.ts';
import { buildSamples } from './samples.ts';

const SAMPLES = join(import.meta.dirname, '..', '..', 'public', 'samples');

describe('public/samples', () => {
  it('holds the bytes that the builders make', async () => {
    const built = [...(await buildSamples())].map(([name, bytes]) => [name, sha256(bytes)]);
    const published = readdirSync(SAMPLES).map((name) => [name, sha256(readFileSync(join(SAMPLES, name)))]);
    // written anew by `npm run samples`
    expect(Object.fromEntries(published)).toEqual(Object.fromEntries(built));
  });
});
