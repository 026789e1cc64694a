import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { makeSnapshot, runSession } from '../../examples/recording/session.ts';
import { main } from '../../src/cli/main.ts';
import { end, header, lines } from '../bundle.ts';
import { parseFindings } from '../report/validate-findings.ts';

const ROOT = mkdtempSync(join(tmpdir(), 'witnessmark-replay-test-'));
afterAll(() => rmSync(ROOT, { recursive: true, force: true }));
const EXECUTOR = 'examples/recording/executor.mjs';

let folder: string;
let snapshot: string;
let recorded: string;
let out: string;
beforeEach(() => {
  folder = mkdtempSync(join(ROOT, 'run-'));
  [snapshot, recorded, out] = ['snapshot', 'recorded.jsonl', 'replay.jsonl'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  const world = mkdtempSync(join(folder, 'world-'));
  makeSnapshot(world);
  cpSync(world, snapshot, { recursive: true });
  runSession(world, recorded, {
    role: 'recorded',
    session_id: 'ex-1',
    snapshot: { id: 'snap-1', epoch: 'e1' },
  });
});

async function run(...words: readonly string[]) {
  let [printed, complained] = ['', ''];
  const status = await main(words, {
    print: async (text) => {
      printed += text;
    },
    complain: (text) => {
      complained += text;
    },
    color: false,
    width: 100,
  });
  return { status, printed, complained };
}

const replay = (executor = EXECUTOR, ...more: readonly string[]) =>
  run('replay', recorded, '--executor', executor, '--snapshot', snapshot, '--out', out, ...more);

async function check() {
  const { status, printed } = await run('check', '--format', 'json', recorded, out);
  const [session] = parseFindings(printed).sessions;
  if (session === undefined) throw new Error('no session');
  const verdictOf = (tool: string) => session.calls.find((call) => call.tool === tool);
  return { status, session, verdictOf };
}

/** The record that a replay wrote of a tool's call. */
const recordOf = (tool: string): Readonly<Record<string, unknown>> =>
  readFileSync(out, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
    .find((record) => record.tool === tool);

/** The example's executor, with something done otherwise. */
function executorThat(body: string): string {
  const path = join(folder, 'executor.mjs');
  writeFileSync(
    path,
    `import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
     import { join } from 'node:path';
     import sqlite from ${JSON.stringify(join(process.cwd(), 'node_modules/node-sqlite3-wasm/dist/node-sqlite3-wasm.js'))};
     import { execute as honest } from ${JSON.stringify(join(process.cwd(), EXECUTOR))};
     const addTable = (path) => {
       const database = new sqlite.Database(path);
       database.exec('create table extra (a)');
       database.close();
     };
     ${body}`,
  );
  return path;
}

describe('a recorded session of file and SQLite writes', () => {
  test('is made again on its snapshot, and is admissible; the snapshot is not touched', async () => {
    const before = readFileSync(join(snapshot, 'limits.yaml'), 'utf8');
    const { status, complained } = await replay();
    expect([status, complained]).toEqual([
      0,
      `witnessmark: 5 of 5 calls were made again; the log is ${out}.\n`,
    ]);
    const { status: checked, session } = await check();
    expect(session.reasons).toEqual([]);
    expect([checked, session.outcome]).toEqual([0, 'admissible']);
    expect(session.calls.map(({ verdict }) => verdict)).toEqual(Array(5).fill('faithful'));
    expect(readFileSync(join(snapshot, 'limits.yaml'), 'utf8')).toBe(before);
    expect(existsSync(join(snapshot, 'notes.txt'))).toBe(false);
  });

  test('salts every key with the attempt, and no attempt is like another', async () => {
    await replay(EXECUTOR, '--attempt', 'r7');
    const keysOf = (path: string) =>
      readFileSync(path, 'utf8')
        .split('\n')
        .flatMap((line) => (line === '' ? [] : (JSON.parse(line).idempotency_key ?? [])));
    expect(keysOf(out)).toEqual(keysOf(recorded).map((key: string) => `${key}#r7`));
    const [first, second] = [join(folder, 'a.jsonl'), join(folder, 'b.jsonl')];
    for (out of [first, second]) await replay();
    const attempts = [first, second].map((path) =>
      JSON.parse(readFileSync(path, 'utf8').split('\n')[0] ?? ''),
    );
    expect(attempts[0].attempt).not.toBe(attempts[1].attempt);
  });

  test('is refused where the snapshot was changed underneath: nothing is executed, nothing written', async () => {
    appendFileSync(join(snapshot, 'limits.yaml'), 'disk: 9\n');
    const { status, complained } = await replay();
    expect(status).toBe(2);
    expect(complained).toContain('the snapshot is not the one that was recorded; nothing was executed.');
    expect(complained).toMatch(
      /file:limits\.yaml: the recording found it sha256:.*, in the snapshot it is sha256:/,
    );
    expect(existsSync(out)).toBe(false);
  });

  test('is not re-executed where a cache answered and says so', async () => {
    const executor = executorThat(`export const execute = (call, world) =>
      call.tool === 'place_order' ? { output: { status: 'placed' }, servedFromCache: true } : honest(call, world);`);
    await replay(executor);
    const { session, verdictOf } = await check();
    expect(verdictOf('place_order')).toMatchObject({ verdict: 'not-reexecuted' });
    expect(verdictOf('place_order')?.reasons).toContain('cache-hit');
    expect(session.outcome).not.toBe('admissible');
  });

  test('diverges where a cache answered and does not say so: another key, and no effect', async () => {
    const executor = executorThat(`export const execute = (call, world) =>
      call.tool === 'place_order' ? { output: { status: 'placed' } } : honest(call, world);`);
    await replay(executor);
    const { verdictOf } = await check();
    expect(verdictOf('place_order')).toMatchObject({ verdict: 'divergent' });
    expect(verdictOf('place_order')?.reasons).toContain('effect-differs');
  });

  test('diverges by the tool where it writes something else', async () => {
    const executor = executorThat(`export const execute = (call, world) =>
      honest(call.tool === 'write_config' ? { ...call, input: { ...call.input, line: 'mem: 8' } } : call, world);`);
    await replay(executor);
    const { session, verdictOf } = await check();
    expect(verdictOf('write_config')).toMatchObject({ verdict: 'divergent', cause: 'tool' });
    expect(session.outcome).toBe('divergent');
  });

  test.each([
    ['another file', `writeFileSync(join(world.folder, 'stray.txt'), 'x')`, 'file:stray.txt'],
    ['another table', `addTable(join(world.folder, 'shop.db'))`, 'sqlite:shop.db#extra'],
  ])('diverges where a call touches %s, which the recording does not name', async (_, stray, resource) => {
    const executor = executorThat(`export const execute = async (call, world) => {
      if (call.tool === 'read_config') await ${stray};
      return honest(call, world);
    };`);
    await replay(executor);
    const { verdictOf } = await check();
    expect(verdictOf('read_config')?.reasons).toContain('effect-differs');
    expect(verdictOf('read_config')?.states.map((state) => state.resource)).toContain(resource);
  });

  test('a call that throws is written without an output, told, and the rest goes on', async () => {
    const executor = executorThat(`export const execute = (call, world) => {
      if (call.tool === 'list_orders') throw new Error('no route to host');
      return honest(call, world);
    };`);
    const { status, complained } = await replay(executor);
    expect([status, complained]).toEqual([
      1,
      `witnessmark: list_orders of turn 2, call 0 failed: no route to host.\nwitnessmark: 4 of 5 calls were made again; the log is ${out}.\n`,
    ]);
    const { verdictOf, session } = await check();
    expect(verdictOf('list_orders')).toMatchObject({ verdict: 'audit-incomplete' });
    expect(verdictOf('list_orders')?.reasons).toContain('output-missing');
    expect(verdictOf('note')?.verdict).toBe('faithful');
    expect(session.outcome).not.toBe('admissible');
  });

  test('a call that takes too long ends the replay, and its log has no end marker', async () => {
    const executor = executorThat(`export const execute = (call, world) =>
      call.tool === 'place_order' ? new Promise(() => setTimeout(() => undefined, 300)) : honest(call, world);`);
    const { status, complained } = await replay(executor, '--timeout', '0.05');
    expect(status).toBe(1);
    expect(complained).toContain('place_order of turn 1, call 1 was given up after 0.05 s.');
    expect(complained).toContain('has 3 calls and no end marker.');
    const { session, verdictOf } = await check();
    expect([session.outcome, session.axes.completeness]).toEqual(['hypothesis', 'unknown']);
    expect(verdictOf('place_order')).toMatchObject({ verdict: 'audit-incomplete' });
    expect(verdictOf('place_order')?.reasons).toEqual(
      expect.arrayContaining(['output-missing', 'replay-post-state-missing']),
    );
    expect(verdictOf('note')?.reasons).toContain('replay-missing');
    expect(recordOf('place_order')).toMatchObject({
      coverage: 'partial',
      note: expect.stringContaining('given up'),
    });
  });

  test('a crash half-way leaves what was written, and no end marker', async () => {
    const executor = executorThat(`export const execute = (call, world) => {
      if (call.tool === 'list_orders') process.kill(process.pid, 'SIGKILL');
      return honest(call, world);
    };`);
    const { signal } = spawnSync(
      process.execPath,
      [
        'bin/witnessmark.mjs',
        ...['replay', recorded, '--executor', executor, '--snapshot', snapshot, '--out', out],
      ],
      // nobody can clean up after a SIGKILL
      { env: { ...process.env, TMPDIR: folder } },
    );
    expect(signal).toBe('SIGKILL');
    const { status, session } = await check();
    expect([status, session.outcome, session.axes.completeness]).toEqual([1, 'hypothesis', 'unknown']);
    expect(session.calls.filter(({ reasons }) => reasons.includes('replay-missing'))).toHaveLength(2);
    expect(session.calls.filter(({ verdict }) => verdict === 'faithful')).toHaveLength(3);
  });

  test('a database that the executor keeps locked is not seen, which is told', async () => {
    const executor = executorThat(`let held;
      export const execute = (call, world) => {
        if (call.tool !== 'place_order') return call.tool === 'list_orders' ? { output: [] } : honest(call, world);
        held = new sqlite.Database(join(world.folder, 'shop.db'));
        held.exec('begin immediate');
        return { output: { status: 'placed' } };
      };`);
    const { complained } = await replay(executor);
    expect(complained).toContain('sqlite:shop.db#orders was not seen: database is locked.');
    const { verdictOf } = await check();
    expect(verdictOf('place_order')?.verdict).not.toBe('faithful');
  });
});

describe('a hostile or unlucky recording', () => {
  const record = (...calls: readonly object[]): void =>
    writeFileSync(
      recorded,
      lines(
        header({ role: 'recorded', session_id: 's' }),
        ...calls.map((call, turn_index) => ({ record: 'call', turn_index, tool: 't', output: 1, ...call })),
        end(calls.length),
      ),
    );
  const answers = () => executorThat('export const execute = () => ({ output: 1 });');

  test.each(['file:///../../etc/passwd', 'file:../world', 'sqlite:../../x.db#t', 'file:a/../../b'])(
    '%s is never looked at',
    async (resource) => {
      record({ input: {}, post_state: [{ resource, fingerprint: 'a'.repeat(64) }] });
      const { complained } = await replay(answers());
      expect(complained).toContain(`${resource} was not seen: its name leads out of the snapshot.`);
      expect(readFileSync(out, 'utf8')).not.toContain('"fingerprint"');
    },
  );

  test('an absolute name is one inside of the snapshot', async () => {
    writeFileSync(join(snapshot, 'hosts'), 'mine');
    record({ input: {}, post_state: [{ resource: 'file:///hosts', fingerprint: 'a'.repeat(64) }] });
    await replay(answers());
    const state = JSON.parse(readFileSync(out, 'utf8').split('\n')[1] ?? '').post_state[0];
    expect(state).toEqual({
      resource: 'file:///hosts',
      fingerprint: `sha256:${createHash('sha256').update('mine').digest('hex')}`,
    });
  });

  test('a link of the snapshot that leads out of it is refused', async () => {
    symlinkSync('/etc', join(snapshot, 'etc'));
    const { status, complained } = await replay();
    expect(status).toBe(2);
    expect(complained).toContain('etc of the snapshot is a link that leads out of it');
  });

  test('a link that the executor makes is not followed out of the copy', async () => {
    const executor = executorThat(`import { symlinkSync } from 'node:fs';
      export const execute = (call, world) => {
        symlinkSync('/etc/hostname', join(world.folder, 'h'));
        return { output: 1 };
      };`);
    record({ input: {}, post_state: [{ resource: 'file:h', fingerprint: 'a'.repeat(64) }] });
    const { complained } = await replay(executor);
    expect(complained).toContain('file:h was not seen: it leads out of the working copy.');
  });

  test('an input that was withheld cannot be given: the call is skipped, and told', async () => {
    record({ input_fingerprint: 'a'.repeat(64), post_state: [] });
    const { status, complained } = await replay(answers());
    expect(status).toBe(1);
    expect(complained).toContain(
      't of turn 0 is not made again: the recording has a fingerprint of its input',
    );
  });

  test('the digits of an input survive, and a replay never writes over a file', async () => {
    writeFileSync(
      recorded,
      `${lines(header({ role: 'recorded', session_id: 's' }))}{"record":"call","turn_index":0,"tool":"t","input":{"n":12345678901234567890.10},"output":1}\n${lines(end(1))}`,
    );
    expect((await replay(answers())).status).toBe(0);
    expect(readFileSync(out, 'utf8')).toContain('"input":{"n":12345678901234567890.10}');
    const before = readFileSync(out);
    const { status, complained } = await replay(answers());
    expect(status).toBe(2);
    expect(complained).toContain('is there already, and a replay writes over nothing');
    expect(readFileSync(out)).toEqual(before);
  });

  test('a resource of neither files nor tables is told by the executor', async () => {
    const executor = executorThat(`let runs = 0;
      export const execute = () => ({ output: ++runs });
      export const stateOf = (resource) => resource === 'queue:jobs' ? { fingerprint: 'generation:' + runs, epoch: 'e' } : undefined;`);
    record({
      input: {},
      pre_state: [
        { resource: 'queue:jobs', fingerprint: 'generation:0', epoch: 'e' },
        { resource: 'mail:out' },
      ],
      post_state: [{ resource: 'queue:jobs', fingerprint: 'generation:1', epoch: 'e' }],
    });
    const { complained } = await replay(executor);
    expect(complained).toContain('mail:out was not seen: the executor cannot say how it is.');
    const { post_state } = JSON.parse(readFileSync(out, 'utf8').split('\n')[1] ?? '');
    expect(post_state).toEqual([{ resource: 'queue:jobs', fingerprint: 'generation:1', epoch: 'e' }]);
  });
});

test('calls that nothing orders are made again only in an order that somebody answers for', async () => {
  const call = (tool: string): object => ({ record: 'call', turn_index: 0, tool, input: {}, output: 1 });
  writeFileSync(recorded, lines(header({ role: 'recorded', session_id: 's' }), call('a'), call('b'), end(2)));
  const executor = executorThat('export const execute = () => ({ output: 1 });');
  const refused = await replay(executor);
  expect(refused.status).toBe(2);
  expect(refused.complained).toContain(
    'The order of the session is not settled (partial-order, 1 open questions)',
  );
  const { printed } = await run('check', '--format', 'json', recorded);
  const [question] = parseFindings(printed).sessions[0]?.order.questions ?? [];
  const order = join(folder, 'order.json');
  writeFileSync(order, JSON.stringify({ steps: [{ id: question?.b }, { id: question?.a }] }));
  expect((await replay(executor, '--order', order)).status).toBe(0);
  const tools = readFileSync(out, 'utf8')
    .split('\n')
    .flatMap((line) => (line === '' ? [] : (JSON.parse(line).tool ?? [])));
  expect(tools).toEqual(['b', 'a']);
  writeFileSync(order, '{}');
  rmSync(out);
  expect((await replay(executor, '--order', order)).complained).toContain('is no replay input');
});

describe('wrong usage', () => {
  test.each([
    [['replay'], 'replay takes one path'],
    [['replay', 'a', 'b'], 'replay takes one path'],
    [['replay', 'a'], 'replay needs --executor, --snapshot and --out.'],
    [['replay', 'a', '--speed', '9'], 'replay has no option "--speed".'],
    [['replay', 'a', '--out'], '--out needs a value.'],
    [['replay', 'a', '--out', 'x', '--out=y'], '--out was given twice.'],
    [['replay', 'a', '--executor=e', '--snapshot=s', '--out=o', '--timeout=soon'], '--timeout needs seconds'],
    [['replay', 'gone', '--executor=e', '--snapshot=s', '--out=o'], 'gone was not read'],
  ])('%s', async (words, said) => {
    const { status, complained } = await run(...words);
    expect(status).toBe(2);
    expect(complained).toContain(said);
  });

  test('a module without a function, and a snapshot that is not there', async () => {
    const { complained } = await replay(executorThat('export const nothing = 1;'));
    expect(complained).toContain('exports no function');
    snapshot = join(folder, 'gone');
    expect((await replay()).complained).toContain('There is no snapshot');
    expect(readdirSync(folder)).not.toContain('replay.jsonl');
  });
});
