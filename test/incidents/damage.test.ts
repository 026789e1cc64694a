import { expect, it } from 'vitest';
import { readEvidence } from '../../src/engine/read-evidence.ts';
import { memorySource } from '../../src/intake/byte-source.ts';
import type { Evidence } from '../../src/model/session.ts';
import { admissibleSession } from './admissible-session.ts';
import { limitsIncident } from './limits-incident.ts';
import { numberOf } from './made-ids.ts';

const read = async (path: string, bytes: Uint8Array): Promise<Evidence> => {
  const work = { onProgress: () => undefined, signal: new AbortController().signal };
  return (await readEvidence([memorySource(path, bytes)], work)).evidence;
};

const recordsOf = ({ spans, callLogs, wals }: Evidence): number =>
  spans.count +
  callLogs.reduce((sum, { calls }) => sum + calls.length, 0) +
  wals.reduce((sum, { reading }) => sum + (reading.is === 'read' ? reading.records.length : 0), 0);

const FILES = Object.entries({
  'limits/trace.jsonl': limitsIncident()['trace.jsonl'],
  'limits/run.wal': limitsIncident()['run.wal'],
  'limits/recorded.jsonl': limitsIncident()['recorded.jsonl'],
  'limits/replay-1.jsonl': limitsIncident()['replay-1.jsonl'],
  'admissible/trace.jsonl': admissibleSession()['trace.jsonl'],
  'admissible/recorded.jsonl': admissibleSession()['recorded.jsonl'],
}).map(([path, text]) => [path, new TextEncoder().encode(text)] as const);

const CUTS = 24;

it.each(FILES)('%s under another name is the same evidence', async (path, bytes) => {
  const [told, untold] = [await read(path, bytes), await read('unknown', bytes)];
  expect(untold.files[0]?.format).toBe(told.files[0]?.format);
  expect(recordsOf(untold)).toBe(recordsOf(told));
  expect(recordsOf(told)).toBeGreaterThan(0);
  expect(untold.problems.map(({ code }) => code)).toEqual(told.problems.map(({ code }) => code));
});

it.each(FILES)(
  '%s cut anywhere is read as far as it goes, and what was lost is told',
  async (path, bytes) => {
    const whole = await read(path, bytes);
    for (let nth = 0; nth < CUTS; nth++) {
      const length = numberOf(`${path} ${nth}`, 1, bytes.length - 1);
      const cut = await read(path, bytes.slice(0, length));
      expect(recordsOf(cut), `cut after ${length} bytes`).toBeLessThanOrEqual(recordsOf(whole));
      const atLineEnd = bytes[length] === 0x0a || bytes[length - 1] === 0x0a;
      const told =
        cut.problems.some(({ severity }) => severity !== 'info') ||
        cut.wals.some(({ reading }) => reading.is === 'refused' || reading.torn);
      expect(atLineEnd || told, `cut after ${length} bytes`).toBe(true);
      // a cut on the boundary of a record leaves one trace: the end marker is not there
      for (const log of cut.callLogs) expect(log.ended).toBe(false);
      for (const { reading } of cut.wals) expect(reading.is === 'read' && reading.complete).toBe(false);
    }
  },
);
