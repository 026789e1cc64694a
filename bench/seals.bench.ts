import { revlWal } from '../src/formats/revl-wal/revl-wal.ts';
import { memorySource } from '../src/intake/byte-source.ts';
import { loadHashes } from '../src/lib/hash.ts';
import { isJsonObject } from '../src/lib/json-value.ts';
import type { WalFile } from '../src/model/wal.ts';
import { importEvidenceKey } from '../src/verdicts/seal/evidence-key.ts';
import { modelDecisions, readDecisions } from '../src/verdicts/seal/read-decisions.ts';
import { sealBytes } from '../src/verdicts/seal/seal-bytes.ts';
import { COMPLETE, decisionBody, decisionRecord, HEADER, logBytes, seal, TEST_KEY } from '../test/sealer.ts';

/**
 * All that is read out of 100,000 sealed decisions, with progress, beside the HMACs alone over the same bytes: one after
 * the other, as a plain verifier does it, and handed over in batches as we do. The ratio is the figure.
 */
const DECISIONS = 100_000;
const BATCH = 256;
const RUNS = 5;

await loadHashes();
const bytes = logBytes([
  HEADER,
  ...Array.from({ length: DECISIONS }, (_, step) =>
    decisionRecord(seal(decisionBody({ step_index: step }), { key: TEST_KEY }), {
      component: 'Loop',
      stepIndex: step,
    }),
  ),
  COMPLETE,
]);
const logs: WalFile[] = [];
await revlWal.parse(
  memorySource('run.wal', bytes),
  0,
  { span: () => {}, callLog: () => {}, wal: (log) => logs.push(log), problem: () => {}, progress: () => {} },
  new AbortController().signal,
);
const reading = logs[0]?.reading;
if (reading?.is !== 'read') throw new Error('the log was not read');
const { records } = reading;
const imported = await importEvidenceKey(Uint8Array.from(TEST_KEY));
if (!imported.ok) throw new Error('no key');
const key = imported.value;

const bare = modelDecisions(records).map(({ value }) => {
  const evidence = value.get('evidence');
  if (!isJsonObject(evidence)) throw new Error('not sealed');
  return {
    covered: sealBytes(evidence) as Uint8Array<ArrayBuffer>,
    signature: Uint8Array.from(Buffer.from(evidence.get('signature') as string, 'hex')),
  };
});
const covered = bare.reduce((sum, one) => sum + one.covered.length, 0);
const check = ({ signature, covered: own }: (typeof bare)[number]) =>
  crypto.subtle.verify('HMAC', key.key, signature, own);

async function oneByOne(): Promise<void> {
  for (const one of bare) if (!(await check(one))) throw new Error('does not hold');
}
async function inBatches(): Promise<void> {
  for (let from = 0; from < bare.length; from += BATCH) {
    const held = await Promise.all(bare.slice(from, from + BATCH).map(check));
    if (held.includes(false)) throw new Error('does not hold');
  }
}
let told = 0;
async function ours(): Promise<void> {
  const read = await readDecisions(records, 0, [key], { expectSealed: false, onProgress: () => told++ });
  if (!read.every(({ verified }) => verified === true)) throw new Error('not verified');
}

async function median(run: () => Promise<void>): Promise<number> {
  const found: number[] = [];
  for (let i = 0; i < RUNS; i++) {
    const begin = performance.now();
    await run();
    found.push(performance.now() - begin);
  }
  return found.sort((a, b) => a - b)[RUNS >> 1] as number;
}

const [read, single, batched] = [await median(ours), await median(oneByOne), await median(inBatches)];
const ms = (value: number): string => `${Math.round(value)} ms`;
console.log(
  `${DECISIONS} decisions, ${(covered / 1e6).toFixed(0)} MB covered   read ${ms(read)}, told ${told / RUNS} times   ` +
    `HMAC one by one ${ms(single)} (our rate ${(single / read).toFixed(2)} of it)   ` +
    `in batches ${ms(batched)} (${(batched / read).toFixed(2)})`,
);
