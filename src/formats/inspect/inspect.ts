import type { Format } from '../format.ts';
import { detectInspect } from './detect.ts';
import { parseInspect } from './parse.ts';

/** Logs of Inspect: `.json`, and the members of `.eval` archives (formats.md 1.15). */
export const inspect: Format = {
  id: 'inspect',
  label: 'Inspect log',
  detect: detectInspect,
  parse: parseInspect,
};
