import type { Detection } from '../format.ts';
import { outlineOf } from '../outline.ts';

const STARTS = [
  '',
  '[].',
  'spans[].',
  '[].spans[].',
  'data.spans[].',
  'data[].',
  'trace.spans[].',
  'traces[].spans[].',
];

export function detectFlatSnake(head: Uint8Array): Detection | undefined {
  for (const { paths } of outlineOf(head).records) {
    for (const start of STARTS) {
      const has = (key: string): boolean => paths.has(`${start}${key}`);
      if (has('context.trace_id') && has('context.span_id')) {
        return {
          confidence: 'certain',
          why: 'a span has its ids in a context, as the Python SDK writes them',
        };
      }
      if (has('trace_id') && has('span_id')) {
        return { confidence: 'certain', why: 'a span has trace_id and span_id' };
      }
    }
  }
  return undefined;
}
