import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { OVERLAPPING, otlp } from '../engine/bundles.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'witnessmark-triage-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const put = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

async function triage(...paths: readonly string[]) {
  const printed: string[] = [];
  let err = '';
  const status = await main(['triage', ...paths], {
    print: async (text) => void printed.push(text),
    complain: (text) => {
      err += text;
    },
    color: false,
    width: 100,
  });
  const rows = printed
    .join('')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  return { status, rows, err, printed };
}

const tool = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'x' };
const WITNESSED = otlp(
  [{ id: 'aa00000000000009', name: 'only', from: 0, to: 5, attributes: tool }],
  'ff0102030405060708090a0b0c0d0e0f',
);

test('a line for each session, bundle by bundle as each is read', async () => {
  const { status, rows, err, printed } = await triage(
    put('open.json', OVERLAPPING),
    put('fine.json', WITNESSED),
  );
  expect(status).toBe(1);
  expect(printed).toHaveLength(2);
  expect(rows).toMatchObject([
    {
      path: join(folder, 'open.json'),
      bucket: 'partial-order',
      replayable: false,
      questionCount: 1,
      linearizations: '2',
      services: ['planner'],
      producers: ['test'],
      inputs: ['open.json'],
      quarantine: [{ said: '1 pair of steps of one context has no witness of their order.' }],
    },
    { bucket: 'witnessed', replayable: true, quarantine: [] },
  ]);
  expect(err).toBe('witnessmark: 2 sessions, 1 quarantined; 0 of 2 paths gave no session.\n');
});

test('several sessions of one file are lines of their own; all replayable exits 0', async () => {
  const two = otlp(
    [{ id: 'ab00000000000009', name: 'other', from: 0, to: 5, attributes: tool }],
    'fe0102030405060708090a0b0c0d0e0f',
  );
  const { status, rows } = await triage(put('two.jsonl', `${WITNESSED}\n${two}\n`));
  expect(status).toBe(0);
  expect(rows.map(({ session }) => session)).toEqual([
    'fe0102030405060708090a0b0c0d0e0f',
    'ff0102030405060708090a0b0c0d0e0f',
  ]);
});

test('a path that gives nothing is told and bars 0; nothing at all exits 2', async () => {
  const nothing = put('notes.txt', 'no evidence');
  const some = await triage(put('fine.json', WITNESSED), nothing, join(folder, 'missing'));
  expect([some.status, some.rows.length]).toEqual([1, 1]);
  expect(some.err).toContain('notes.txt: ');
  expect(some.err).toContain('missing');
  expect((await triage(nothing)).status).toBe(2);
});

test.each([
  [[], 'No path was given'],
  [['--wide', 'a'], 'triage has no option "--wide"'],
])('wrong usage %j', async (words, said) => {
  const { status, err } = await triage(...words);
  expect(status).toBe(2);
  expect(err).toContain(said);
});
