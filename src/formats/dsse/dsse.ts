import type { Format } from '../format.ts';
import { parseSealedRecords } from '../sealed-records.ts';
import { detectDsse } from './detect.ts';
import { readEnvelope } from './read-envelope.ts';

/** DSSE envelopes, with in-toto statements or anything else in them. */
export const dsse: Format = {
  id: 'dsse',
  label: 'DSSE envelope',
  detect: detectDsse,
  parse: (source, file, emit, signal) => parseSealedRecords(source, file, emit, signal, readEnvelope),
};
