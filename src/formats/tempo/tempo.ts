import type { Format } from '../format.ts';
import { readOtlp } from '../otlp-json/read-otlp.ts';
import { detectTempo } from './detect.ts';

/** Answers of Grafana Tempo (v1, v2) and Grafana's "Download trace" (formats.md 1.4): OTLP in other envelopes. */
export const tempo: Format = {
  id: 'tempo',
  label: 'Grafana Tempo',
  detect: detectTempo,
  parse: readOtlp,
};
