import type { Format } from '../format.ts';
import { readSpanList, type SpanListFormat } from '../spans/read-span-list.ts';
import { detectJsReadableSpan } from './detect.ts';

const FORMAT: SpanListFormat = {
  what: 'a dump of JavaScript spans',
  spanKeys: ['spanContext', '_spanContext'],
  listKeys: ['spans', 'data'],
  kinds: 'api',
  unit: 'by-size',
  ownIds: false,
};

/** `ReadableSpan` objects of the JavaScript SDK written as JSON (formats.md 1.9): times are pairs of seconds and nanoseconds. */
export const jsReadableSpan: Format = {
  id: 'js-readable-span',
  label: 'JavaScript SDK (ReadableSpan)',
  detect: detectJsReadableSpan,
  parse: (source, _file, emit, signal) => readSpanList(source, emit, signal, FORMAT),
};
