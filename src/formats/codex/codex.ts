import type { Format } from '../format.ts';
import { detectCodex } from './detect.ts';
import { parseCodex } from './parse.ts';

/** Rollouts of Codex (`rollout-*.jsonl`). */
export const codex: Format = {
  id: 'codex',
  label: 'Codex session',
  detect: detectCodex,
  parse: parseCodex,
};
