import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../src/intake/byte-source.ts';
import { collect } from './collect.ts';

/** Files of other projects; not part of the repository. */
const FOLDER = join(import.meta.dirname, '../../../shared/samples/traces');
const CUTS = 200;

/** Whole spans that stand before a cut, by their places in the whole file. */
describe.runIf(existsSync(FOLDER))('every sample, cut at 200 places', () => {
  const names = existsSync(FOLDER)
    ? readdirSync(FOLDER).filter((name) => !/^(inventory|sources)\.json$/.test(name))
    : [];
  for (const name of names) {
    it(name, { timeout: 120_000 }, async () => {
      const bytes = new Uint8Array(readFileSync(join(FOLDER, name)));
      const whole = await collect(memorySource(name, bytes));
      const ends = Array.from(whole.spans.offset, (offset, row) => offset + (whole.spans.length[row] ?? 0));
      const packed = bytes[0] === 0x50;
      let state = 42;
      for (let i = 0; i < CUTS; i++) {
        state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
        const cut = 1 + (state % (bytes.length - 1));
        const { spans, callLogs, problems } = await collect(memorySource(name, bytes.slice(0, cut)));
        if (packed) {
          expect(problems.length).toBeGreaterThan(0);
          continue;
        }
        const before = ends.filter((end) => end <= cut).length;
        const lost = problems.length > 0;
        // fewer records than stand before the cut are never shown without saying so
        if (spans.count < before || callLogs.flatMap((log) => log.calls).length === 0)
          expect(lost).toBe(true);
        if (whole.format !== undefined && spans.count > 0)
          expect(spans.count).toBeGreaterThanOrEqual(before - 1);
      }
    });
  }
});
