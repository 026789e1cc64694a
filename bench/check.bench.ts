import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateSession } from './generate-session.ts';
import { type Measured, measure, median, PARSE_LINES } from './measure.ts';

/**
 * `witnessmark check` over generated sessions beside `JSON.parse` of each line of the same bytes, every run in a fresh
 * process. The ratio is the figure: seconds depend on the machine.
 */
const RUNS = 3;

const folder = mkdtempSync(join(tmpdir(), 'witnessmark-bench-'));
const shown = ({ ms, peakMb }: Measured): string =>
  `${(ms / 1000).toFixed(2).padStart(7)} s ${peakMb === undefined ? '' : `${peakMb.toFixed(0).padStart(6)} MB`}`;
try {
  // builds the command line, so that no run has to
  await measure(['bin/witnessmark.mjs', '--version']);
  for (const spans of [1_000, 10_000, 100_000]) {
    const path = join(folder, `${spans}.jsonl`);
    const { bytes } = await generateSession(path, { spans, form: 'lines' });
    const check = await median(RUNS, () =>
      measure(['bin/witnessmark.mjs', 'check', '--format', 'json', path]),
    );
    const parse = await median(RUNS, () => measure(['-e', PARSE_LINES, path]));
    const document: { sessions: readonly { order: { bucket: string; questionCount: number } }[] } =
      JSON.parse(check.stdout);
    const { order } = document.sessions[0] ?? {};
    console.log(
      `${String(spans).padStart(7)} spans ${(bytes / 1e6).toFixed(1).padStart(6)} MB   check ${shown(check)}   ` +
        `JSON.parse per line ${shown(parse)}   ratio ${(check.ms / parse.ms).toFixed(2)}   ` +
        `${order?.bucket}, ${order?.questionCount} questions`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
