import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateCorpus } from './generate-corpus.ts';
import { measure, PARSE_LINES } from './measure.ts';

/** `witnessmark triage` over one file of 40,000 sessions of 25 spans, beside JSON.parse of each line of the same bytes. */
const SIZES = [4_000, 40_000];
const SPANS = 25;

const folder = mkdtempSync(join(tmpdir(), 'witnessmark-bench-'));
try {
  await measure(['bin/witnessmark.mjs', '--version']);
  for (const sessions of SIZES) {
    const path = join(folder, `${sessions}.jsonl`);
    const bytes = await generateCorpus(path, sessions, SPANS);
    const parse = await measure(['-e', PARSE_LINES, path]);
    const triage = await measure(['bin/witnessmark.mjs', 'triage', path]);
    const lines = triage.stdout.split('\n').filter((line) => line !== '');
    const quarantined = lines.filter((line) => line.includes('"replayable":false')).length;
    const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
    console.log(
      `${String(sessions).padStart(6)} sessions ${(bytes / 1e6).toFixed(0)} MB   triage ${seconds(triage.ms)} ${triage.peakMb?.toFixed(0)} MB   ` +
        `JSON.parse per line ${seconds(parse.ms)}   ratio ${(triage.ms / parse.ms).toFixed(1)}   ${lines.length} lines, ${quarantined} quarantined`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
