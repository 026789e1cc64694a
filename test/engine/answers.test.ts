import { beforeAll, describe, expect, it } from 'vitest';
import type { AnswerOf, Assumed, Engine, Question, ReplayInput } from '../../src/engine/messages.ts';
import type { Pin } from '../../src/model/order.ts';
import {
  COMPLETE,
  decisionBody,
  decisionRecord,
  HEADER,
  keyIdOf,
  logText,
  seal,
  TEST_KEY,
} from '../sealer.ts';
import {
  DIVERGENT,
  FETCH,
  OVERLAPPING,
  ROOT,
  recordedLog,
  replayedLog,
  SEARCH,
  STATE_A,
  STATE_B,
} from './bundles.ts';
import { CASE, NOTHING, openFiles } from './open-bundle-of.ts';

type Bare<Q> = Q extends Question ? Omit<Q, 'caseId' | 'assumed'> : never;

/** Asks about the one case, with nothing assumed unless it is said. */
const asker =
  (engine: Engine) =>
  <Q extends Bare<Question>>(question: Q, assumed: Partial<Assumed> = {}): Promise<AnswerOf[Q['is']]> =>
    engine.ask({ ...question, caseId: CASE, assumed: { ...NOTHING, ...assumed } } as Question) as Promise<
      AnswerOf[Q['is']]
    >;

const pin = (before: string, after: string, more: Partial<Pin> = {}): Pin => ({
  id: `${before}<${after}`,
  before,
  after,
  author: 'A. Examiner',
  at: '2027-01-01T00:00:00Z',
  reason: 'the log of the proxy',
  ...more,
});

describe('answers about an order', () => {
  let ask: ReturnType<typeof asker>;
  let session: string;
  beforeAll(async () => {
    const { engine } = await openFiles({ 'trace.json': OVERLAPPING });
    ask = asker(engine);
    session = (await ask({ is: 'overview' })).sessions[0]?.id ?? '';
  });

  it('sum the session up', async () => {
    const { sessions, problemCounts, inputs, keyIds } = await ask({ is: 'overview' });
    expect(keyIds).toEqual([]);
    expect(problemCounts).toEqual({ error: 0, warning: 0, info: 0 });
    expect(inputs.map(({ path, records, role }) => ({ path, records, role }))).toEqual([
      { path: 'trace.json', records: 3, role: 'trace' },
    ]);
    expect(sessions).toHaveLength(1);
    expect(sessions[0]).toMatchObject({
      outcome: 'hypothesis',
      axes: { order: 'partial-order', replay: 'none' },
      spans: 3,
      steps: 3,
      calls: 2,
      questionCount: 1,
      overlapCount: 1,
      orphanCount: 0,
      linearizations: '2',
      sufficiency: null,
      inputs: ['trace.json'],
    });
    const cures = sessions[0]?.reasons.map(({ cure }) => cure.length) ?? [];
    expect(cures).toEqual([...cures].sort((a, b) => a - b));
  });

  it('tell where it is open', async () => {
    const view = await ask({ is: 'session', session });
    expect(view.bucket).toBe('partial-order');
    expect(view.contexts.map(({ open }) => open).reduce((a, b) => a + b)).toBe(1);
    expect(view.edgeCounts.parent).toBe(2);
    const { total, rows } = await ask({ is: 'order-questions', session, from: 0, to: 10 });
    expect(total).toBe(1);
    expect(rows[0]).toMatchObject({ index: 0, order: 'observation', why: 'overlap', overlapNs: '30000000' });
    expect([rows[0]?.a.id, rows[0]?.b.id].sort()).toEqual([SEARCH, FETCH]);
    expect(rows[0]?.said).toContain('overlap by 30 ms');
    expect(rows[0]?.cure).toContain('agent.tool.call_index');
    expect((await ask({ is: 'order-questions', session, from: 5, to: 9 })).rows).toEqual([]);
  });

  it('list the steps as a tree', async () => {
    const { total, rows } = await ask({ is: 'steps', session, from: 0, to: 99 });
    expect(total).toBe(3);
    expect(rows.map(({ id, depth, openWith }) => ({ id, depth, openWith }))).toEqual([
      { id: ROOT, depth: 0, openWith: 0 },
      { id: SEARCH, depth: 1, openWith: 1 },
      { id: FETCH, depth: 1, openWith: 1 },
    ]);
    expect(rows[1]).toMatchObject({
      startNs: '10000000',
      durationNs: '40000000',
      relation: 'unordered with 1',
    });
    expect((await ask({ is: 'steps', session, from: 1, to: 2 })).rows.map(({ id }) => id)).toEqual([SEARCH]);
  });

  it('show a step with its span, read again from the file', async () => {
    const step = (await ask({ is: 'steps', session, from: 1, to: 2 })).rows[0]?.step ?? -1;
    const detail = await ask({ is: 'step', session, step });
    expect(detail.before).toMatchObject([
      { basis: 'parent', order: 'structure', name: 'invoke_agent planner' },
    ]);
    expect(detail.questions).toHaveLength(1);
    expect(detail.span).toMatchObject({
      spanId: SEARCH,
      parentId: ROOT,
      name: 'execute_tool search',
      service: 'planner',
      startNs: '1800000000010000000',
      endNs: '1800000000050000000',
      file: 'trace.json',
      line: 1,
      byte: OVERLAPPING.indexOf('{"traceId"', OVERLAPPING.indexOf(ROOT)),
    });
    expect(JSON.parse(detail.span?.raw.text ?? '')).toMatchObject({ spanId: SEARCH });
    expect(detail.span?.attributes).toContainEqual({ key: 'gen_ai.tool.name', value: 'search' });
    expect(await ask({ is: 'span', session, row: 1 })).toEqual(detail.span);
    await expect(ask({ is: 'span', session, row: 99 })).rejects.toThrow('no span in row 99 of 3');
  });

  it('draw it', async () => {
    for (const axis of ['order', 'time'] as const) {
      const graph = await ask({ is: 'graph', session, axis });
      expect(graph).toMatchObject({ axis, nodeCount: 3 });
      expect(graph.openA).toHaveLength(1);
      expect([...graph.labels]).toEqual(
        expect.arrayContaining(['execute_tool search', 'execute_tool fetch']),
      );
    }
  });

  it('say what a pin would do before it is made', async () => {
    expect(await ask({ is: 'pin-effect', session, add: [pin(SEARCH, FETCH)] })).toEqual({
      is: 'accepted',
      before: { linearizations: '2', questions: 1 },
      after: { linearizations: '1', questions: 0 },
    });
    const pins = [pin(SEARCH, FETCH)];
    const refused = await ask({ is: 'pin-effect', session, add: [pin(FETCH, SEARCH)] }, { pins });
    expect(refused).toMatchObject({
      is: 'refused',
      fights: [{ from: 'execute_tool search', to: 'execute_tool fetch', basis: 'pin' }],
    });
  });

  it('follow the pins that are sent with them, and no others', async () => {
    const pins = [pin(FETCH, SEARCH)];
    const pinned = (await ask({ is: 'overview' }, { pins })).sessions[0];
    expect(pinned).toMatchObject({ axes: { order: 'pinned' }, questionCount: 0, linearizations: '1' });
    const open = (await ask({ is: 'overview' })).sessions[0];
    expect(open).toMatchObject({ axes: { order: 'partial-order' }, questionCount: 1 });
    const elsewhere = [pin(FETCH, SEARCH, { session: 'another' }), pin('call:x', 'call:y')];
    expect((await ask({ is: 'overview' }, { pins: elsewhere })).sessions[0]).toEqual(open);
  });

  it('give a replay input only once the order is settled, and call it assumed', async () => {
    await expect(ask({ is: 'replay-input', session })).rejects.toThrow('partial-order, 1 open questions');
    const { order, file } = await ask({ is: 'replay-input', session }, { pins: [pin(FETCH, SEARCH)] });
    const input = JSON.parse(await file.text()) as ReplayInput;
    expect(order).toBe('assumed');
    expect(input).toMatchObject({ kind: 'witnessmark.replay-input', version: 1, session, order: 'assumed' });
    expect(input.steps.map(({ id }) => id)).toEqual([FETCH, SEARCH]);
  });

  it('list as many neighbours as somebody reads, and count the others', async () => {
    const calls = Array.from({ length: 130 }, (_, i) => ({
      traceId: '7'.padStart(32, '0'),
      spanId: String(i + 2).padStart(16, '0'),
      parentSpanId: '1'.padStart(16, '0'),
      name: 'fetch',
      startTimeUnixNano: '1000',
      endTimeUnixNano: '2000',
      attributes: [{ key: 'gen_ai.operation.name', value: { stringValue: 'execute_tool' } }],
    }));
    const agent = {
      traceId: '7'.padStart(32, '0'),
      spanId: '1'.padStart(16, '0'),
      name: 'agent',
      startTimeUnixNano: '1000',
      endTimeUnixNano: '3000',
      attributes: [{ key: 'gen_ai.operation.name', value: { stringValue: 'invoke_agent' } }],
    };
    const trace = { resourceSpans: [{ scopeSpans: [{ spans: [agent, ...calls] }] }] };
    const wide = asker((await openFiles({ 'trace.json': JSON.stringify(trace) })).engine);
    const own = (await wide({ is: 'overview' })).sessions[0]?.id ?? '';
    const { rows } = await wide({ is: 'steps', session: own, from: 0, to: 2 });
    const hub = await wide({ is: 'step', session: own, step: rows[0]?.step ?? -1 });
    expect([hub.after.length, hub.afterCount]).toEqual([100, 130]);
    const one = await wide({ is: 'step', session: own, step: rows[1]?.step ?? -1 });
    expect([one.questions.length, one.questionCount]).toEqual([100, 129]);
  });

  it('take calls out of the trace, with their values', async () => {
    const { total, rows } = await ask({ is: 'calls', session, from: 0, to: 9 });
    expect(total).toBe(2);
    const search = rows.findIndex(({ tool }) => tool === 'search');
    const detail = await ask({ is: 'call', session, call: search });
    expect(detail).toMatchObject({
      call: { source: 'trace', verdict: 'unmatched', reasons: ['replay-missing'], replayedAt: null },
      recorded: { input: { text: '{\n  "q": "a"\n}' }, output: { text: 'found' }, file: 'trace.json' },
      replayed: null,
      crossing: null,
    });
    const step = await ask({ is: 'step', session, step: detail.step ?? -1 });
    expect(step.row.id).toBe(SEARCH);
  });

  it('name what is not there in a sentence', async () => {
    await expect(ask({ is: 'session', session: 'no such' })).rejects.toThrow(
      'The case has no session no such.',
    );
    await expect(ask({ is: 'call', session, call: 7 })).rejects.toThrow('no call 7 of 2');
    const { engine } = await openFiles({ 'trace.json': OVERLAPPING });
    const elsewhere = { is: 'overview', caseId: 'other', assumed: NOTHING } as const;
    await expect(engine.ask(elsewhere)).rejects.toThrow('There is no such case');
  });

  it('end when they are not wanted any more', async () => {
    const { engine } = await openFiles({ 'trace.json': OVERLAPPING });
    const question = { is: 'overview', caseId: CASE, assumed: NOTHING } as const;
    await expect(engine.ask(question, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('answers about calls', () => {
  it('show both sides, each state and the difference by lines', async () => {
    const { engine } = await openFiles(DIVERGENT);
    const ask = asker(engine);
    const strip = await ask({ is: 'call-strip', session: 's-1' });
    expect([...strip.verdict]).toEqual([3, 5]);
    expect([...strip.turn]).toEqual([0, 1]);
    expect([...strip.tool].map((tool) => strip.tools[tool])).toEqual(['write_config', 'read_config']);
    expect(strip.attempts).toEqual([{ label: 'r1', stated: true }]);
    const detail = await ask({ is: 'call', session: 's-1', call: 0 });
    expect(detail.reasons).toMatchObject([
      { reason: 'effect-differs', code: 'effect-differs', verdict: 'divergent' },
    ]);
    expect(detail.recorded).toMatchObject({
      file: 'recorded.jsonl',
      line: 2,
      input: { text: '{\n  "mem": 4\n}' },
      output: { text: 'ok' },
      effects: 'write',
    });
    expect(detail.replayed).toMatchObject({ file: 'replay.jsonl', line: 2 });
    expect(detail.states).toHaveLength(1);
    const [state] = detail.states;
    expect(state).toMatchObject({ when: 'post', resource: 'file:///etc/limits.yaml', equal: false });
    expect(state?.recorded?.content).toEqual({ text: STATE_A, bytes: STATE_A.length, cut: false });
    expect(state?.replayed?.content?.text).toBe(STATE_B);
    expect(
      state?.lines?.map(({ is, text, recordedLine, replayedLine }) => [is, text, recordedLine, replayedLine]),
    ).toEqual([
      ['same', 'limits:', 1, 1],
      ['same', '  cpu: 2', 2, 2],
      ['same', '  mem: 4', 3, 3],
      ['replayed-only', '  disk: 9', null, 4],
      ['replayed-only', '  net: 1', null, 5],
      ['same', '', 4, 6],
    ]);
  });

  it('compare states that lie in files of their own', async () => {
    const inFile = (log: string, path: string, text: string): string =>
      log.replace(JSON.stringify({ text }), JSON.stringify({ path }));
    const { engine } = await openFiles({
      'recorded.jsonl': inFile(recordedLog(), 'states/a.yaml', STATE_A),
      'replay.jsonl': inFile(replayedLog({ post: STATE_B }), 'states/b.yaml', STATE_B),
      'states/a.yaml': STATE_A,
      'states/b.yaml': STATE_B,
    });
    const ask = asker(engine);
    const { inputs } = await ask({ is: 'overview' });
    expect(inputs.map(({ role }) => role)).toEqual(['recorded-calls', 'replayed-calls', 'state', 'state']);
    const detail = await ask({ is: 'call', session: 's-1', call: 0 });
    expect(detail.states[0]?.recorded?.content?.text).toBe(STATE_A);
    expect(detail.states[0]?.lines?.filter(({ is }) => is === 'replayed-only')).toHaveLength(2);
  });
});

describe('answers about a sealed log', () => {
  const edited = { ...seal(decisionBody({ step_index: 1 })), role: 'edge' };
  const log = logText([
    HEADER,
    decisionRecord(seal(decisionBody())),
    decisionRecord(edited, { stepIndex: 1 }),
    decisionRecord(undefined, { stepIndex: 2 }),
    COMPLETE,
  ]);

  it('change with the keys that are held', async () => {
    const { engine } = await openFiles({ 'run.wal': log });
    const ask = asker(engine);
    const without = await ask({ is: 'decisions', session: 'run.wal' });
    expect(without.logs[0]?.decisions.map(({ verified }) => verified)).toEqual([null, null, null]);
    const key = new Uint8Array(TEST_KEY);
    expect(await engine.giveKey(key)).toEqual({ keyId: keyIdOf(TEST_KEY), warnings: [] });
    expect([...key].every((byte) => byte === 0)).toBe(true);
    const [view] = (await ask({ is: 'decisions', session: 'run.wal' })).logs;
    expect(view).toMatchObject({ input: 'run.wal', complete: true, torn: false });
    expect(view?.decisions).toMatchObject([
      { crossing: ['Loop', 0], verified: true, line: 2, decision: { role: 'cloud', chosen: 1 } },
      { crossing: ['Loop', 1], verified: false, link: 'signature', decision: null },
      { crossing: ['Loop', 2], sealed: false, missingUnderEngagement: true },
    ]);
    expect(view?.decisions.map(({ said }) => said)).toEqual([
      'Sealed, and verified by someone who holds this key.',
      'The seal was checked and refused (signature): nothing is read out of it.',
      'Not sealed where a seal was due: it may have been taken off.',
    ]);
    const at = view?.decisions[1]?.at;
    const raw = await ask({
      is: 'raw',
      file: at?.file ?? 0,
      offset: at?.offset ?? 0,
      length: at?.length ?? 0,
    });
    expect(JSON.parse(new TextDecoder().decode(raw))).toMatchObject({ stepIndex: 1 });
    expect(view?.modes.map(({ mode, plannable, crossings }) => [mode, plannable, crossings])).toEqual([
      ['exact', false, { ready: 0, of: 3 }],
      ['tool-only', false, { ready: 0, of: 3 }],
      ['model-substitute', true, { ready: 3, of: 3 }],
      ['counterfactual', true, { ready: 3, of: 3 }],
    ]);
    expect((await ask({ is: 'overview' })).sessions[0]?.outcome).toBe('refused');
    await engine.forgetKeys();
    expect((await ask({ is: 'overview' })).sessions[0]?.outcome).toBe('hypothesis');
  });

  it('warn about keys that are guessable or lie in the bundle', async () => {
    const short = new TextEncoder().encode('short');
    const { engine } = await openFiles({ 'run.wal': log, 'key.txt': short.slice() });
    const given = await engine.giveKey(short);
    expect(given.warnings).toEqual([
      'The key has only 5 bytes: it can be guessed from a single seal.',
      'The key lies in the bundle as key.txt: whoever made the bundle can have sealed anything with it.',
    ]);
    await expect(engine.giveKey(new Uint8Array(0))).rejects.toThrow('The key is empty.');
    const ledger = await asker(engine)({ is: 'ledger', from: 0, to: 99, text: 'GUESSED' });
    expect(ledger.rows.map(({ code }) => code)).toEqual(['key-weak']);
  });
});

describe('the ledger', () => {
  it('is filtered and cut into ranges', async () => {
    const { engine } = await openFiles({ ...DIVERGENT, 'a.txt': 'hello', 'b.txt': 'hello' });
    const ask = asker(engine);
    const all = await ask({ is: 'ledger', from: 0, to: 99 });
    expect(all.rows.map(({ file, code }) => [file, code])).toEqual([
      ['a.txt', 'format-unknown'],
      ['b.txt', 'format-unknown'],
    ]);
    expect(await ask({ is: 'ledger', from: 1, to: 2 })).toEqual({ total: 2, rows: [all.rows[1]] });
    expect((await ask({ is: 'ledger', from: 0, to: 9, file: 'b.txt' })).total).toBe(1);
    expect((await ask({ is: 'ledger', from: 0, to: 9, severity: 'info' })).total).toBe(0);
    expect((await ask({ is: 'ledger', from: 0, to: 9, text: 'A.TXT' })).total).toBe(1);
  });
});
