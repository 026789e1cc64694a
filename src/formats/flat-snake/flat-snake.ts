import type { Format } from '../format.ts';
import { readSpanList, type SpanListFormat } from '../spans/read-span-list.ts';
import { detectFlatSnake } from './detect.ts';

const FORMAT: SpanListFormat = {
  what: 'a list of spans',
  spanKeys: ['span_id', 'context', 'parent_span_id', 'start_time', 'start_time_unix_nano'],
  listKeys: ['spans', 'data', 'trace', 'traces'],
  kinds: 'otlp',
  unit: 'by-size',
  ownIds: true,
};

/**
 * Flat lists of spans in snake case, wrapped or not, and the dumps of the Python SDK (`span.to_json()`), which stand
 * one after the other or in an array (formats.md 1.8).
 */
export const flatSnake: Format = {
  id: 'flat-snake',
  label: 'list of spans (snake case, Python SDK)',
  detect: detectFlatSnake,
  parse: (source, _file, emit, signal) => readSpanList(source, emit, signal, FORMAT),
};
