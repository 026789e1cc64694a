import type { Format } from '../format.ts';
import { detectOtlpProto } from './detect.ts';
import { parseOtlpProto } from './parse.ts';

/** OTLP in protobuf; framing and compression are taken off before (formats.md 1.2, 1.3). */
export const otlpProto: Format = {
  id: 'otlp-proto',
  label: 'OpenTelemetry (OTLP protobuf)',
  detect: detectOtlpProto,
  parse: parseOtlpProto,
};
