import type { Format } from '../format.ts';
import { detectJaegerJson } from './detect.ts';
import { parseJaegerJson } from './parse.ts';

/** Jaeger's own JSON: the download of its page and the answers of its API (formats.md 1.5). */
export const jaegerJson: Format = {
  id: 'jaeger-json',
  label: 'Jaeger',
  detect: detectJaegerJson,
  parse: parseJaegerJson,
};
