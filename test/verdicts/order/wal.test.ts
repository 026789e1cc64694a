import { expect, test } from 'vitest';
import { edgesOf, orderOf, questionsOf } from '../../draw.ts';
import { float } from '../../sealer.ts';
import { logOf } from '../seal/log-of.ts';

const decision = (component: string, stepIndex: number, latency: string) => ({
  record: 'model-decision',
  component,
  stepIndex,
  llm: { latencySeconds: float(latency) },
});

const OVERLAPPING = `
agent root  |--------root--------|
  model one   |----a----|            completion Loop=1.25
  model two      |----b----|         completion Loop=0.5
`;

test('model spans of one activation are ordered by the step indices that the log has for them', async () => {
  const log = await logOf([decision('Loop', 7, '1.25'), decision('Loop', 3, '0.5')]);
  expect(edgesOf(orderOf(OVERLAPPING, { logs: [log] }))).toEqual(['b wal a']);
  expect(questionsOf(orderOf(OVERLAPPING))).toEqual(['a overlap b']);
});

test.each([
  ['two steps of one index', [decision('Loop', 3, '1.25'), decision('Loop', 3, '0.5')]],
  [
    'values that two decisions share',
    [decision('Loop', 1, '1.25'), decision('Loop', 2, '0.5'), decision('Loop', 4, '0.5')],
  ],
  ['another component', [decision('Other', 1, '1.25'), decision('Other', 2, '0.5')]],
])('%s are no witness', async (_, records) => {
  expect(questionsOf(orderOf(OVERLAPPING, { logs: [await logOf(records)] }))).toEqual(['a overlap b']);
});
