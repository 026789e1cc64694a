import { assertNever } from '../lib/assert-never.ts';
import type { CorpusRow } from '../model/corpus.ts';
import type { CorpusForm } from '../model/document-writers.ts';

/** The table of a corpus as a file: what the screen shows and `witnessmark triage` prints. */
export function writeCorpus(form: CorpusForm, rows: readonly CorpusRow[]): string {
  switch (form) {
    case 'csv':
      return [COLUMNS.map(([name]) => name), ...rows.map((row) => COLUMNS.map(([, read]) => read(row)))]
        .map((cells) => `${cells.map(csvCell).join(',')}\r\n`)
        .join('');
    case 'json':
      return `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`;
    default:
      return assertNever(form);
  }
}

const COLUMNS: readonly (readonly [name: string, read: (row: CorpusRow) => string | number])[] = [
  ['session', ({ session }) => session],
  ['title', ({ title }) => title ?? ''],
  ['bucket', ({ bucket }) => bucket],
  ['order', ({ order }) => order],
  ['outcome', ({ outcome }) => outcome],
  ['replay', ({ replay }) => replay],
  ['spans', ({ spans }) => spans],
  ['steps', ({ steps }) => steps],
  ['calls', ({ calls }) => calls],
  ['questions', ({ questionCount }) => questionCount],
  ['overlaps', ({ overlapCount }) => overlapCount],
  ['orphans', ({ orphanCount }) => orphanCount],
  ['conflicts', ({ conflictCount }) => conflictCount],
  ['linearizations', ({ linearizations }) => linearizations],
  ['assumes', ({ assumes }) => assumes.join('; ')],
  ['services', ({ services }) => services.join('; ')],
  ['producers', ({ producers }) => producers.join('; ')],
  ['inputs', ({ inputs }) => inputs.join('; ')],
  ['reasons', ({ quarantine }) => quarantine.map(({ said }) => said).join(' ')],
  ['cures', ({ quarantine }) => [...new Set(quarantine.map(({ cure }) => cure))].join(' ')],
];

/** RFC 4180; what a spreadsheet would take for a formula is text all the same (security.md). */
function csvCell(value: string | number): string {
  const text = String(value);
  const safe = typeof value === 'string' && /^[=+\-@\t\r\0]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
