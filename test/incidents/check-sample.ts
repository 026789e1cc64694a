import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { FindingsDocument } from '../../src/model/findings.ts';

const ROOT = join(import.meta.dirname, '..', '..');

export interface Checked {
  readonly status: number;
  readonly stderr: string;
  readonly document: FindingsDocument;
}

/** `witnessmark check --format json` over files of `public/samples/`, as another program would run it. */
export function checkSample(...words: readonly string[]): Promise<Checked> {
  return check(words.map((word) => (word.startsWith('--') ? word : join('public', 'samples', word))));
}

/** The same over any paths; relative ones start at the repository's root. */
export function check(words: readonly string[]): Promise<Checked> {
  const args = [join('bin', 'witnessmark.mjs'), 'check', '--format', 'json', ...words];
  return new Promise((done, fail) => {
    execFile(process.execPath, args, { cwd: ROOT, maxBuffer: 1 << 28 }, (error, stdout, stderr) => {
      const status = error === null ? 0 : error.code;
      if (typeof status !== 'number' || stdout === '')
        fail(new Error(`no document: ${stderr}`, { cause: error }));
      else done({ status, stderr, document: JSON.parse(stdout) });
    });
  });
}
