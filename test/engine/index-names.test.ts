import { expect, test } from 'vitest';
import type { Assumed } from '../../src/engine/messages.ts';
import type { IndexName } from '../../src/model/order.ts';
import { otlp } from './bundles.ts';
import { CASE, findingsOf, NOTHING, openFiles } from './open-bundle-of.ts';

const [A, B1, B2] = ['aa00000000000001', 'bb00000000000001', 'bb00000000000002'] as const;
const KEY = 'acme.seq_no';
const MEANT: IndexName = { key: KEY, means: 'call', order: 'issue', scope: 'parent' };

/** Two tools that overlap under one agent, each with a counter that no table knows. */
const FILES = {
  'trace.json': otlp([
    { id: A, name: 'agent', from: 0, to: 100, attributes: { 'gen_ai.operation.name': 'invoke_agent' } },
    ...[B1, B2].map((id, i) => ({
      id,
      parent: A,
      name: `tool ${id}`,
      from: 10 + i,
      to: 50,
      attributes: { 'gen_ai.operation.name': 'execute_tool', [KEY]: i },
    })),
  ]),
};

test('keys of the evidence that may be indices are listed with where they stand', async () => {
  const { engine } = await openFiles(FILES);
  const view = await engine.ask({ is: 'index-names', caseId: CASE, assumed: NOTHING });
  expect(view.seen).toEqual([{ key: KEY, spans: 2, sessions: 1, examples: ['0', '1'], like: null }]);
  expect(view.table).toEqual(view.builtIn);
});

test('a key that ends like a name of the table is read like it, and says so', async () => {
  const files = {
    'trace.json': otlp([
      { id: A, name: 'tool', from: 0, to: 9, attributes: { 'acme.agent.tool.call_index': 3 } },
    ]),
  };
  const { engine } = await openFiles(files);
  const view = await engine.ask({ is: 'index-names', caseId: CASE, assumed: NOTHING });
  expect(view.seen[0]?.like).toBe('agent.tool.call_index');
});

test('the effect of another table is told before it is made, and comes true', async () => {
  const { engine } = await openFiles(FILES);
  const ask = (assumed: Assumed, instead: Pick<Assumed, 'names' | 'assumedParents'>) =>
    engine.ask({ is: 'assumed-effect', caseId: CASE, assumed, instead });
  const { table } = await engine.ask({ is: 'index-names', caseId: CASE, assumed: NOTHING });
  const names = [...table, MEANT];
  const effect = await ask(NOTHING, { names, assumedParents: [] });
  expect(effect).toMatchObject({
    changedCount: 1,
    orderChanges: 1,
    changed: [
      {
        before: { order: 'partial-order', linearizations: '2', questions: 1 },
        after: { order: 'witnessed', linearizations: '1', questions: 0 },
      },
    ],
  });
  // a name of a key that nothing carries changes nothing
  const unused = [...table, { ...MEANT, key: 'nobody.has_this' }];
  expect(await ask(NOTHING, { names: unused, assumedParents: [] })).toEqual({
    changed: [],
    changedCount: 0,
    orderChanges: 0,
  });
  // and back to the built-in table
  expect((await ask({ ...NOTHING, names }, { assumedParents: [] })).changed[0]?.after.questions).toBe(1);
  const { order } = (await findingsOf(FILES, { names })).sessions[0] ?? {};
  expect(order).toMatchObject({ bucket: 'witnessed', linearizations: '1', questionCount: 0 });
});

test('the effect of an assumed parent is told before it is made', async () => {
  const files = {
    'trace.json': otlp([
      { id: A, name: 'agent', from: 0, to: 100, attributes: { 'gen_ai.operation.name': 'invoke_agent' } },
      {
        id: B1,
        parent: 'ffff000000000001',
        name: 'tool',
        from: 10,
        to: 50,
        attributes: { 'gen_ai.operation.name': 'execute_tool' },
      },
    ]),
  };
  const { engine } = await openFiles(files);
  const session =
    (await engine.ask({ is: 'overview', caseId: CASE, assumed: NOTHING })).sessions[0]?.id ?? '';
  const effectOf = (parent: string) =>
    engine.ask({
      is: 'assumed-effect',
      caseId: CASE,
      assumed: NOTHING,
      instead: {
        assumedParents: [{ id: 'p', span: B1, parent, session, author: '', at: '', reason: '' }],
      },
    });
  const effect = await effectOf(A);
  expect(effect.changed[0]).toMatchObject({ before: { order: 'orphaned' }, after: { order: 'pinned' } });
  expect((await effectOf('nobody')).changedCount).toBe(0);
});
