import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sqlite from 'node-sqlite3-wasm';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { end, header, lines } from '../bundle.ts';
import { parseFindings } from '../report/validate-findings.ts';

const ROOT = mkdtempSync(join(tmpdir(), 'witnessmark-executors-test-'));
afterAll(() => rmSync(ROOT, { recursive: true, force: true }));
const SQLITE = join(process.cwd(), 'node_modules/node-sqlite3-wasm/dist/node-sqlite3-wasm.js');

let folder: string;
let place: Readonly<Record<'snapshot' | 'recorded' | 'executor' | 'out' | 'temporary', string>>;
beforeEach(() => {
  folder = mkdtempSync(join(ROOT, 'run-'));
  place = {
    snapshot: join(folder, 'snapshot'),
    recorded: join(folder, 'recorded.jsonl'),
    executor: join(folder, 'executor.mjs'),
    out: join(folder, 'replay.jsonl'),
    temporary: join(folder, 'tmp'),
  };
  for (const one of [place.snapshot, place.temporary]) mkdirSync(one);
});

const sha256 = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`;

interface Drawn {
  readonly pre?: Readonly<Record<string, string>>;
  readonly post?: Readonly<Record<string, string>>;
  readonly [member: string]: unknown;
}

const states = (by: Readonly<Record<string, string>> = {}): readonly object[] =>
  Object.entries(by).map(([resource, text]) =>
    text === '' ? { resource, absent: true } : { resource, fingerprint: sha256(text) },
  );

/** A recording of calls, a turn each; states are given by their text. */
const record = (...calls: readonly Drawn[]): void =>
  writeFileSync(
    place.recorded,
    lines(
      header({ role: 'recorded', session_id: 's', snapshot: { id: 'i', epoch: 'e' } }),
      ...calls.map(({ pre, post, ...call }, turn_index) => ({
        record: 'call',
        turn_index,
        call_index: 0,
        tool: `t${turn_index}`,
        input: {},
        output: 1,
        coverage: 'full',
        pre_state: states(pre),
        post_state: states(post),
        ...call,
      })),
      end(calls.length),
    ),
  );

const executorIs = (body: string): void =>
  writeFileSync(
    place.executor,
    `import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
     import { join } from 'node:path';
     import sqlite from ${JSON.stringify(SQLITE)};
     const sql = (world, text) => {
       const database = new sqlite.Database(join(world.folder, 'a.db'));
       database.exec(text);
       database.close();
     };
     ${body}`,
  );

const words = (...more: readonly string[]): readonly string[] => [
  ...['replay', place.recorded, '--executor', place.executor],
  ...['--snapshot', place.snapshot, '--out', place.out, ...more],
];

async function run(...given: readonly string[]) {
  let [printed, complained] = ['', ''];
  const status = await main(given, {
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

/** In a process of its own: for executors that end it. */
function spawned(...more: readonly string[]) {
  const { status, stderr } = spawnSync(process.execPath, ['bin/witnessmark.mjs', ...words(...more)], {
    encoding: 'utf8',
    timeout: 60_000,
    env: { ...process.env, TMPDIR: place.temporary },
  });
  return { status, stderr };
}

async function check() {
  const { status, printed } = await run('check', '--format', 'json', place.recorded, place.out);
  const [session] = parseFindings(printed).sessions;
  if (session === undefined) throw new Error('no session');
  return { status, session, callOf: (tool: string) => session.calls.find((call) => call.tool === tool) };
}

const written = (): readonly Readonly<Record<string, unknown>>[] =>
  readFileSync(place.out, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

describe('an executor that ends the process', () => {
  test.each([
    ['by process.exit(0)', 'process.exit(0)', 'The executor ended the process.'],
    [
      'by an error that nobody catches',
      `await new Promise(() => setTimeout(() => { throw new Error('late'); }, 1))`,
      'The executor failed outside of a call: late.',
    ],
    [
      'by a promise that nobody waits for',
      `Promise.reject(new Error('lost')); await new Promise((done) => setTimeout(done, 1000))`,
      'The executor failed outside of a call: lost.',
    ],
  ])('%s is told, fails, and leaves no end marker and no copy', async (_, body, said) => {
    record({}, {});
    executorIs(`export const execute = async ({ tool }) => {
      if (tool === 't1') { ${body}; }
      return { output: 1 };
    };`);
    const { status, stderr } = spawned();
    expect([status, stderr]).toEqual([1, `witnessmark: ${said} ${place.out} has no end marker.\n`]);
    expect(written().map((one) => one.record)).toEqual(['session', 'call']);
    expect(readdirSync(place.temporary)).toEqual([]);
    const { session, callOf } = await check();
    expect([session.outcome, session.axes.completeness]).toEqual(['hypothesis', 'unknown']);
    expect(callOf('t1')?.reasons).toContain('replay-missing');
  });

  test('while it is loaded: nothing was executed', () => {
    record({});
    executorIs('process.exit(0);');
    const { status, stderr } = spawned();
    expect([status, stderr]).toEqual([
      2,
      'witnessmark: The executor ended the process. Nothing was executed.\n',
    ]);
    expect(existsSync(place.out)).toBe(false);
  });

  test('a call that is given up keeps nobody waiting', () => {
    record({});
    executorIs('export const execute = () => new Promise(() => setInterval(() => undefined, 50));');
    const { status, stderr } = spawned('--timeout', '0.1');
    expect(status).toBe(1);
    expect(stderr).toContain('t0 of turn 0, call 0 was given up after 0.1 s.');
    expect(readdirSync(place.temporary)).toEqual([]);
  });
});

describe('an executor that answers or reports what it may not', () => {
  test('a bare output is a failed call, written with a note', async () => {
    record({}, {});
    executorIs(`export const execute = ({ tool }) => (tool === 't0' ? 1 : { output: 1 });`);
    const { status, complained } = await run(...words());
    expect(status).toBe(1);
    expect(complained).toContain('t0 of turn 0, call 0 failed: it answered with a bare value');
    const [, first] = written();
    expect(first).not.toHaveProperty('output');
    expect(first?.note).toContain('failed: it answered with a bare value');
    const { callOf } = await check();
    expect(callOf('t0')?.reasons).toContain('output-missing');
    expect(callOf('t1')?.reasons).not.toContain('output-missing');
  });

  test('an output that is missing is told', async () => {
    record({});
    executorIs('export const execute = () => undefined;');
    const { complained } = await run(...words());
    expect(complained).toContain('t0 of turn 0, call 0: The executor gave no output.');
  });

  test('an output keeps all of its digits', async () => {
    writeFileSync(
      place.recorded,
      `${lines(header({ role: 'recorded', session_id: 's' }))}{"record":"call","turn_index":0,"tool":"t","input":1,"output":{"n":12345678901234567890.1},"post_state":[]}\n${lines(end(1))}`,
    );
    executorIs(`export const execute = () => ({ outputText: '{"n":12345678901234567890.1}' });`);
    await run(...words());
    expect(readFileSync(place.out, 'utf8')).toContain('"output":{"n":12345678901234567890.1}');
    const { callOf } = await check();
    expect(callOf('t')?.reasons).not.toContain('output-differs');
  });

  test('a report that never comes is not waited for', async () => {
    record({ post_state: [{ resource: 'queue:jobs', fingerprint: 'etag:x' }] });
    executorIs(
      'export const execute = () => ({ output: 1 }); export const stateOf = () => new Promise(() => undefined);',
    );
    const { stderr } = spawned('--timeout', '0.2');
    expect(stderr).toContain('queue:jobs was not seen: the executor did not say how it is within 0.2 s.');
    expect((await check()).callOf('t0')?.verdict).toBe('audit-incomplete');
  });
});

describe('an effect that no call answers for', () => {
  test('a change between two calls is listed with the next one, and told', async () => {
    // it writes while it is asked for the state after the first call: after the changes of that call were taken
    executorIs(`let late;
      export const execute = ({ tool }, world) => {
        if (tool === 't0') late = () => writeFileSync(join(world.folder, 'stray'), 'x');
        return { output: 1 };
      };
      export const stateOf = () => { late?.(); return { fingerprint: 'etag:x' }; };`);
    record({ post_state: [{ resource: 'q:1', fingerprint: 'etag:x' }] }, {});
    const { complained } = await run(...words());
    expect(complained).toContain('t1 of turn 1, call 0: file:stray changed before this call began.');
    expect((await check()).callOf('t1')).toMatchObject({ verdict: 'divergent' });
  });

  test('a change after the last call leaves the log without its end marker', async () => {
    executorIs(`let late;
      export const execute = (_, world) => {
        late = () => writeFileSync(join(world.folder, 'stray'), 'x');
        return { output: 1 };
      };
      export const stateOf = () => { late?.(); return { fingerprint: 'etag:x' }; };`);
    record({ post_state: [{ resource: 'q:1', fingerprint: 'etag:x' }] });
    const { status, complained } = await run(...words());
    expect(status).toBe(1);
    expect(complained).toContain('After the last call these changed still, which no record has: file:stray.');
    expect((await check()).session.axes.completeness).toBe('unknown');
  });
});

describe('a cache that lies: the old answer and no effect', () => {
  const lying = (key: object): void => {
    record({ pre: { 'file:a': '' }, post: { 'file:a': 'new' }, effects: 'write', ...key });
    executorIs('export const execute = () => ({ output: 1 });');
  };

  test('without keys nothing shows that the call ran: not re-executed', async () => {
    lying({});
    await run(...words());
    const { session, callOf } = await check();
    expect(callOf('t0')).toMatchObject({ verdict: 'not-reexecuted' });
    expect(callOf('t0')?.reasons).toContain('no-effect-on-replay');
    expect(session.outcome).not.toBe('admissible');
  });

  test('with another key, which shows that it ran (design.md 4), the missing effect leads', async () => {
    lying({ idempotency_key: 'k' });
    await run(...words());
    expect((await check()).callOf('t0')).toMatchObject({ verdict: 'divergent', cause: 'tool' });
  });
});

describe('databases', () => {
  const database = (sql: string): void => {
    const made = new sqlite.Database(join(place.snapshot, 'a.db'));
    made.exec(sql);
    made.close();
  };
  const [one, two] = ['[[1,"x"]]', '[[1,"x"],[2,"y"]]'];
  const insert = `sql(world, "insert into t (v) values ('y')");`;
  const recordInsert = (): void =>
    record({
      pre: { 'sqlite:a.db#t': one },
      post: { 'sqlite:a.db#t': two },
      effects: 'write',
      idempotency_key: 'k',
    });

  test('the books that SQLite keeps of a table are no effect of their own', async () => {
    database("create table t (id integer primary key autoincrement, v); insert into t (v) values ('x')");
    recordInsert();
    executorIs(`export const execute = (_, world) => { ${insert} return { output: 1 }; };`);
    expect((await run(...words())).status).toBe(0);
    const { status, session } = await check();
    expect([status, session.outcome, session.reasons]).toEqual([0, 'admissible', []]);
  });

  test('a trigger beside the rows is one', async () => {
    database("create table t (id integer primary key, v); insert into t (v) values ('x')");
    recordInsert();
    executorIs(`export const execute = (_, world) => {
      ${insert} sql(world, 'create trigger g after insert on t begin delete from t; end');
      return { output: 1 };
    };`);
    await run(...words());
    const { callOf } = await check();
    expect(callOf('t0')).toMatchObject({ verdict: 'divergent' });
    expect(callOf('t0')?.states.map(({ resource }) => resource)).toContain('sqlite:a.db#sqlite_schema');
  });
});

describe('places', () => {
  test('the example does not follow a path of a hostile input out of the copy', async () => {
    record({ tool: 'write_config', input: { path: '../escaped', line: 'x' } });
    const example = join(process.cwd(), 'examples/recording/executor.mjs');
    executorIs(`export { execute } from ${JSON.stringify(example)};`);
    const { status, complained } = await run(...words());
    expect([status, complained]).toEqual([
      1,
      expect.stringContaining('failed: ../escaped leads out of the working copy.'),
    ]);
    expect(existsSync(join(tmpdir(), 'escaped'))).toBe(false);
  });

  test('a log is not written into the snapshot', async () => {
    record({});
    executorIs('export const execute = () => ({ output: 1 });');
    const out = join(place.snapshot, 'replay.jsonl');
    const { status, complained } = await run(...words().slice(0, -1), out);
    expect([status, complained]).toEqual([
      2,
      `witnessmark: ${out} is in the snapshot, and nothing is written there: choose another --out.\n`,
    ]);
    expect(readdirSync(place.snapshot)).toEqual([]);
  });

  test('a log goes into a folder that is there', async () => {
    record({});
    executorIs('export const execute = () => ({ output: 1 });');
    const { status, complained } = await run(...words().slice(0, -1), join(folder, 'no/replay.jsonl'));
    expect([status, complained]).toEqual([2, expect.stringContaining('There is no folder')]);
  });

  test('a snapshot is a folder, and an executor a module', async () => {
    record({});
    executorIs('export default');
    expect((await run(...words())).complained).toMatch(/^witnessmark: The executor .* cannot be loaded: /);
    place = { ...place, snapshot: place.recorded };
    expect((await run(...words())).complained).toContain(`The snapshot ${place.recorded} is no folder.`);
  });

  test('of an altered recording nothing is made again', async () => {
    record({});
    executorIs('export const execute = () => ({ output: 1 });');
    const bundle = join(folder, 'bundle');
    mkdirSync(bundle);
    writeFileSync(join(bundle, 'recorded.jsonl'), readFileSync(place.recorded));
    writeFileSync(
      join(bundle, 'incident.json'),
      JSON.stringify({
        witnessmark: 1,
        files: [{ path: 'recorded.jsonl', role: 'recorded-calls', sha256: 'a'.repeat(64) }],
      }),
    );
    place = { ...place, recorded: bundle };
    const { status, complained } = await run(...words());
    expect([status, complained]).toEqual([2, expect.stringContaining('Session s is refused')]);
    expect(existsSync(place.out)).toBe(false);
  });
});
