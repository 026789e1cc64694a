import type { Format } from '../format.ts';
import { detectLangfuse } from './detect.ts';
import { parseLangfuse } from './parse.ts';

/** Traces and observations of Langfuse, as its page and its interface give them (formats.md 1.11). */
export const langfuse: Format = {
  id: 'langfuse',
  label: 'Langfuse',
  detect: detectLangfuse,
  parse: parseLangfuse,
};
