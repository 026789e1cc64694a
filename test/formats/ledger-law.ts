import { expect } from 'vitest';
import type { bundleFacts } from './bundle-facts.ts';

type Facts = Pick<Awaited<ReturnType<typeof bundleFacts>>, 'files' | 'problems'>;

/** Every record that was not accepted and every lost byte has an entry that says so, and lost bytes have a place. */
export function expectCostsTold({ files, problems }: Facts, where: string): void {
  for (const { path, bytes, decodedBytes = bytes, records, counts } of files) {
    const own = problems.filter(({ file }) => file === path);
    const sum = (of: 'folded' | 'rejected' | 'lostBytes'): number =>
      own.reduce((all, found) => all + (found[of] ?? 0), 0);
    const [folded, rejected, lostBytes] = [sum('folded'), sum('rejected'), sum('lostBytes')];
    expect(counts, where).toMatchObject({ folded, rejected, lostBytes });
    expect(records, where).toBe((counts?.accepted ?? 0) + folded);
    expect(counts?.accepted, where).toBeGreaterThanOrEqual(0);
    expect(lostBytes, where).toBeLessThanOrEqual(decodedBytes);
    for (const { lostBytes, byte } of own) {
      if (lostBytes === undefined) continue;
      expect(byte, where).toBeGreaterThanOrEqual(0);
      expect(byte, where).toBeLessThanOrEqual(decodedBytes);
    }
  }
}

/** Also, what was accepted is what stands in the case: for files whose records are spans or calls. */
export function expectAccounted(facts: Awaited<ReturnType<typeof bundleFacts>>, where: string): void {
  expectCostsTold(facts, where);
  const { files, spans, callLogs } = facts;
  for (const { index, counts } of files) {
    const accepted =
      spans.file.slice(0, spans.count).filter((file) => file === index).length +
      callLogs.flatMap(({ calls }) => calls).filter(({ at }) => at.file === index).length;
    expect(counts?.accepted, where).toBe(accepted);
  }
}
