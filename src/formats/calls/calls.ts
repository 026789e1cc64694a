import type { Format } from '../format.ts';
import { detectCalls } from './detect.ts';
import { parseCalls } from './parse.ts';

/** Recorded and replayed tool calls (design.md 3.1). */
export const calls: Format = {
  id: 'witnessmark-calls',
  label: 'Witnessmark call log',
  detect: detectCalls,
  parse: parseCalls,
};
