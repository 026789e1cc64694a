import type { Format } from '../format.ts';
import { detectOtlpJson } from './detect.ts';
import { readOtlp } from './read-otlp.ts';

/** OTLP in JSON: one document, JSON Lines, or values one after the other (formats.md 1.1, 1.2). */
export const otlpJson: Format = {
  id: 'otlp-json',
  label: 'OpenTelemetry (OTLP/JSON)',
  detect: detectOtlpJson,
  parse: readOtlp,
};
