import type { Format } from '../format.ts';
import { readSpanList, type SpanListFormat } from '../spans/read-span-list.ts';
import { detectPhoenix } from './detect.ts';
import { spanOfFrameRow } from './frame-row.ts';

const FORMAT: SpanListFormat = {
  what: 'a Phoenix trace',
  spanKeys: ['context', 'span_kind', 'context.span_id'],
  // `rootSpan` repeats one of the list and is left out
  listKeys: ['spans', 'data'],
  kinds: 'otlp',
  unit: 'by-size',
  ownIds: true,
  spanOf: spanOfFrameRow,
};

/** Spans of Arize Phoenix: its REST interface, its clients, its command line, its data frames (formats.md 1.10). */
export const phoenix: Format = {
  id: 'phoenix',
  label: 'Phoenix (OpenInference)',
  detect: detectPhoenix,
  parse: (source, _file, emit, signal) => readSpanList(source, emit, signal, FORMAT),
};
