import { expect, test } from 'vitest';
import type { Claim } from '../../src/model/people.ts';
import { NOTHING_MADE } from '../../src/model/people.ts';
import { parseFindings } from '../report/validate-findings.ts';
import { recordedLog, replayedLog, STATE_B } from './bundles.ts';
import { CASE, NOTHING, openFiles } from './open-bundle-of.ts';

const claim = (more: Partial<Claim>): Claim => ({
  id: 'c-1',
  kind: 'universal',
  session: 's-1',
  text: 'It never touched file:///etc/limits.yaml.',
  resource: 'file:///etc/limits.yaml',
  calls: [],
  author: 'A. Examiner',
  at: '2027-01-01T00:00:00Z',
  ...more,
});
const FILES = { 'recorded.jsonl': recordedLog(), 'replay.jsonl': replayedLog({ post: STATE_B }) };

test('claims are told by what the evidence says of them, and what can be claimed of is offered', async () => {
  const { engine } = await openFiles(FILES);
  const asked = { caseId: CASE, assumed: NOTHING, session: 's-1' } as const;
  const claims = [claim({}), claim({ id: 'c-2', resource: 'file:///elsewhere' })];
  const readings = await engine.ask({ is: 'claims', ...asked, claims });
  expect(readings.map(({ id, support }) => [id, support])).toEqual([
    ['c-1', 'refuted'],
    ['c-2', 'supported'],
  ]);
  // what a call touched is the same in every order
  expect(readings.map(({ holdsIn }) => holdsIn)).toEqual(['none', 'every']);
  expect(readings.every(({ restsOn }) => restsOn.length > 0)).toBe(true);
  expect(await engine.ask({ is: 'claim-targets', ...asked })).toEqual({
    resources: ['file:///etc/limits.yaml'],
  });
});

test('an export holds each claim with its support; one of another session has none', async () => {
  const { engine } = await openFiles(FILES);
  const people = { ...NOTHING_MADE, claims: [claim({}), claim({ id: 'c-9', session: 'gone' })] };
  const file = await engine.ask({
    is: 'export',
    caseId: CASE,
    assumed: NOTHING,
    form: 'findings',
    made: { people, actionLog: [], title: 't', at: '2027-01-01T00:00:00Z' },
  });
  const document = parseFindings(await file.text()) as unknown as { people: { claims: readonly object[] } };
  expect(document.people.claims).toMatchObject([{ id: 'c-1', support: 'refuted' }, { id: 'c-9' }]);
  expect(document.people.claims[1]).not.toHaveProperty('support');
});
