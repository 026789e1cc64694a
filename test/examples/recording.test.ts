import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Header } from '../../examples/recording/recorder.ts';
import { makeSnapshot, type RunOptions, runSession } from '../../examples/recording/session.ts';
import { main } from '../../src/cli/main.ts';
import { parseFindings } from '../report/validate-findings.ts';

const ROOT = mkdtempSync(join(tmpdir(), 'witnessmark-recording-'));
afterAll(() => rmSync(ROOT, { recursive: true, force: true }));

const SNAPSHOT = { id: 'snap-1', epoch: 'e1' };
const RECORDED: Header = { role: 'recorded', session_id: 'ex-1', snapshot: SNAPSHOT };
const REPLAYED: Header = {
  role: 'replayed',
  session_id: 'ex-1',
  attempt: 'r1',
  snapshot: { ...SNAPSHOT, pinned: true },
  idempotency: 'salted',
};

let world: string;
let copy: string;
let recordedLog: string;
let replayedLog: string;
beforeEach(() => {
  const folder = mkdtempSync(join(ROOT, 'run-'));
  [world, copy] = [mkdtempSync(join(folder, 'world-')), join(folder, 'copy')];
  [recordedLog, replayedLog] = [join(folder, 'recorded.jsonl'), join(folder, 'replay.jsonl')];
  makeSnapshot(world);
  cpSync(world, copy, { recursive: true });
  runSession(world, recordedLog, RECORDED);
});

const replay = (options: RunOptions = {}): void =>
  runSession(copy, replayedLog, REPLAYED, { salt: 'r1', ...options });

async function check(...paths: readonly string[]) {
  let printed = '';
  const status = await main(['check', '--format', 'json', ...paths], {
    print: async (text) => {
      printed += text;
    },
    complain: () => undefined,
    color: false,
    width: 100,
  });
  const [session] = parseFindings(printed).sessions;
  if (session === undefined) throw new Error('no session');
  return { status, session };
}

describe('the example recorder', () => {
  it('writes logs that the published schema accepts', () => {
    replay();
    const schema = JSON.parse(readFileSync('public/calls.schema.json', 'utf8'));
    const accepts = new Ajv({ strict: false }).compile(schema);
    const lines = [recordedLog, replayedLog].flatMap((path) => readFileSync(path, 'utf8').trim().split('\n'));
    expect(lines).toHaveLength(14);
    for (const line of lines) expect([accepts(JSON.parse(line)), accepts.errors]).toEqual([true, null]);
  });

  it('is admissible when it is replayed on a copy of its snapshot', async () => {
    replay();
    const { status, session } = await check(recordedLog, replayedLog);
    expect(session.reasons).toEqual([]);
    expect([status, session.outcome]).toEqual([0, 'admissible']);
    expect(session.calls.map(({ verdict }) => verdict)).toEqual(Array(5).fill('faithful'));
  });

  it('diverges by its environment when the snapshot was changed underneath', async () => {
    appendFileSync(join(copy, 'limits.yaml'), 'disk: 9\n');
    replay();
    const { status, session } = await check(recordedLog, replayedLog);
    expect([status, session.outcome]).toEqual([1, 'divergent']);
    const write = session.calls.find(({ tool }) => tool === 'write_config');
    expect(write).toMatchObject({ verdict: 'divergent', cause: 'environment' });
    expect(write?.reasons).toContain('effect-differs');
    expect(session.calls.find(({ tool }) => tool === 'place_order')?.verdict).toBe('faithful');
  });

  it('is not re-executed where a cache in the executor answered', async () => {
    replay({ cached: ({ tool }) => (tool === 'place_order' ? { output: { status: 'placed' } } : undefined) });
    const { session } = await check(recordedLog, replayedLog);
    const order = session.calls.find(({ tool }) => tool === 'place_order');
    expect(order?.verdict).toBe('not-reexecuted');
    expect(order?.reasons).toContain('cache-hit');
    expect(session.outcome).not.toBe('admissible');
  });

  it('is incomplete after a crash half-way', async () => {
    replay({ crashBefore: 3 });
    const { status, session } = await check(recordedLog, replayedLog);
    expect([status, session.outcome, session.axes.completeness]).toEqual([1, 'hypothesis', 'unknown']);
    expect(session.calls.filter(({ reasons }) => reasons.includes('replay-missing'))).toHaveLength(2);
  });
});

// Node is all that the project asks for; where Python is there, its recorder has to hold too
const python = spawnSync('python3', ['--version']).status === 0;
describe.runIf(python)('the example recorder in Python', () => {
  it('is admissible when it is replayed on a copy of its snapshot', async () => {
    const folder = mkdtempSync(join(ROOT, 'python-'));
    const run = (...words: readonly string[]): void => {
      const { status, stderr } = spawnSync('python3', ['examples/recording/recorder.py', ...words]);
      expect([status, String(stderr)]).toEqual([0, '']);
    };
    const [first, second] = [mkdtempSync(join(folder, 'world-')), join(folder, 'copy')];
    run('make', first);
    cpSync(first, second, { recursive: true });
    const logs = [join(folder, 'recorded.jsonl'), join(folder, 'replay.jsonl')] as const;
    run(first, logs[0], 'recorded');
    run(second, logs[1], 'replayed');
    const { status, session } = await check(...logs);
    expect([status, session.outcome, session.reasons]).toEqual([0, 'admissible', []]);
  });
});
