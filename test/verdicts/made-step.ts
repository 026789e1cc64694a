import type { Step } from '../../src/model/order.ts';

/** A call of a log as a step of an order, in a turn of its own. */
export const madeStep = (index: number, more: Partial<Step> = {}): Step => ({
  index,
  id: `c${index}`,
  row: undefined,
  spanId: undefined,
  name: 't',
  kind: 'tool',
  agent: undefined,
  turn: index,
  callIndex: undefined,
  callId: undefined,
  context: 0,
  start: undefined,
  end: undefined,
  listed: true,
  ...more,
});
