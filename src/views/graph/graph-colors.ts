import { BASES } from '../../model/order.ts';
import { NODE_KINDS } from '../../queries/answers.ts';

/** Theme tokens that the canvas draws with. */
export const GRAPH_COLORS = [
  'panel',
  'ground',
  'raised',
  'line',
  'line-strong',
  'ink',
  'ink-soft',
  'ink-faint',
  'accent',
  'selected',
  'bad',
  'grave',
  'open-question',
  'kind-ink',
  ...NODE_KINDS.map((kind) => `kind-${kind}` as const),
  ...BASES.map((basis) => `basis-${basis}` as const),
] as const;
export type GraphColors = Readonly<Record<(typeof GRAPH_COLORS)[number], string>>;
