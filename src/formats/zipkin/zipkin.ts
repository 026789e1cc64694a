import type { Format } from '../format.ts';
import { detectZipkin } from './detect.ts';
import { parseZipkin } from './parse.ts';

/** Zipkin v2 in JSON (formats.md 1.6). */
export const zipkin: Format = {
  id: 'zipkin',
  label: 'Zipkin v2',
  detect: detectZipkin,
  parse: parseZipkin,
};
