import { expect, test } from 'vitest';
import { otlp } from './bundles.ts';
import { CASE, NOTHING, openFiles } from './open-bundle-of.ts';

const MANY = 250;

const askedOf = async (files: Readonly<Record<string, string>>) => {
  const { engine } = await openFiles(files);
  const asked = { caseId: CASE, assumed: NOTHING };
  const { sessions } = await engine.ask({ is: 'overview', ...asked });
  return { engine, asked: { ...asked, session: sessions[0]?.id ?? '' } };
};

test('a session of many orphans tells the first hundred and counts them all', async () => {
  const spans = Array.from({ length: MANY }, (_, i) => ({
    id: `cc${String(i).padStart(14, '0')}`,
    parent: 'ffffffffffffffff',
    name: 'search',
    from: i,
    to: i + 1,
    attributes: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'search' },
  }));
  const { engine, asked } = await askedOf({ 'trace.json': otlp(spans) });
  const view = await engine.ask({ is: 'session', ...asked });
  expect(view.orphans).toHaveLength(100);
  expect(view.card.orphanCount).toBe(MANY);
});

test('a log whose every line was moved tells the first hundred suspicions and counts them all', async () => {
  const records = Array.from({ length: MANY + 1 }, (_, i) => ({ record: 'effect', seq: MANY - i }));
  const log = [{ record: 'header', walVersion: 1 }, ...records].map((one) => JSON.stringify(one)).join('\n');
  const { engine, asked } = await askedOf({ 'run.wal': `${log}\n` });
  const view = await engine.ask({ is: 'decisions', ...asked });
  const { suspicions = [], suspicionCount = 0 } = view.logs[0] ?? {};
  expect(suspicions).toHaveLength(100);
  const ledger = await engine.ask({ is: 'ledger', ...asked, code: 'log-moved', from: 0, to: 1 });
  expect(ledger.total).toBeGreaterThan(100);
  expect(suspicionCount).toBeGreaterThanOrEqual(ledger.total);
});
