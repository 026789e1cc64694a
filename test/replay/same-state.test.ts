import { expect, test } from 'vitest';
import type { Fingerprint, StateRecord } from '../../src/model/call.ts';
import { readReport } from '../../src/replay/read-report.ts';
import { sameState } from '../../src/replay/same-state.ts';

const [A, B] = ['a'.repeat(64), 'b'.repeat(64)] as [string, string];
const recorded = (scheme: Fingerprint['scheme'], value: string, epoch?: string): StateRecord => ({
  fingerprint: { scheme, value },
  absent: false,
  ...(epoch === undefined ? {} : { epoch }),
});
const absent: StateRecord = { absent: true };

test.each([
  ['equal digests', recorded('sha256', A), { fingerprint: `sha256:${A.toUpperCase()}` }, 'same'],
  ['other digests', recorded('sha256', A), { fingerprint: `sha256:${B}` }, 'other'],
  ['a cut digest', recorded('sha256', 'abc'), { fingerprint: `sha256:${A}` }, 'incomparable'],
  ['another scheme', recorded('etag', 'x'), { fingerprint: `sha256:${A}` }, 'incomparable'],
  ['etags', recorded('etag', 'X'), { fingerprint: 'etag:X' }, 'same'],
  ['etags in other letters', recorded('etag', 'X'), { fingerprint: 'etag:x' }, 'other'],
  ['weak etags', recorded('weak-etag', 'x'), { fingerprint: 'weak-etag:x' }, 'incomparable'],
  [
    'weak etags under the name of strong ones',
    recorded('etag', 'W/"x"'),
    { fingerprint: 'etag:W/"x"' },
    'incomparable',
  ],
  [
    'counters of one epoch',
    recorded('generation', '1', 'e'),
    { fingerprint: 'generation:1', epoch: 'e' },
    'same',
  ],
  ['counters apart', recorded('generation', '1', 'e'), { fingerprint: 'generation:2', epoch: 'e' }, 'other'],
  [
    'unlike epochs',
    recorded('generation', '1', 'e'),
    { fingerprint: 'generation:1', epoch: 'f' },
    'incomparable',
  ],
  ['no epochs', recorded('row-version', '1'), { fingerprint: 'row-version:1' }, 'incomparable'],
  ['absent twice', absent, { absent: true }, 'same'],
  ['came', absent, { fingerprint: `sha256:${A}` }, 'other'],
  ['went', recorded('sha256', A), { absent: true }, 'other'],
  ['no fingerprint', { absent: false } as StateRecord, { fingerprint: `sha256:${A}` }, 'incomparable'],
  ['no fingerprint, went', { absent: false } as StateRecord, { absent: true }, 'incomparable'],
  ['nobody can say', recorded('sha256', A), undefined, 'incomparable'],
])('%s', (_, state, report, is) => {
  expect(sameState(state, readReport(report)).is).toBe(is);
});

test.each([
  ['generation:1'],
  [null],
  [{}],
  [{ absent: false }],
  [{ fingerprint: 7 }],
  [{ fingerprint: 'nothing' }],
  [{ fingerprint: 'md5:abc' }],
  [{ fingerprint: 'etag:' }],
  [{ fingerprint: 'etag:x', epoch: 3 }],
  [{ fingerprint: 'etag:x', absent: true }],
])('%j is no report of a state', (report) => {
  expect(readReport(report)).toMatchObject({
    is: 'unknown',
    said: expect.stringContaining('reported neither'),
  });
});

test('a report brings nothing but what a report may', () => {
  expect(readReport({ is: 'absent', fingerprint: 'etag:x', absent: false, content: 'x' })).toEqual({
    is: 'there',
    fingerprint: 'etag:x',
  });
});
