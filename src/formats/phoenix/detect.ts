import type { Detection } from '../format.ts';
import { outlineOf } from '../outline.ts';

const STARTS = ['', '[].', 'spans[].', '[].spans[].', 'data[].', 'data.spans[].', 'data[].spans[].'];

export function detectPhoenix(head: Uint8Array): Detection | undefined {
  for (const { paths } of outlineOf(head).records) {
    for (const start of STARTS) {
      if (!paths.has(`${start}span_kind`)) continue;
      if (paths.has(`${start}context.span_id`) || paths.has(`${start}context.trace_id`)) {
        return {
          confidence: 'certain',
          why: 'a span has a span_kind beside its context, as Phoenix writes it',
        };
      }
    }
  }
  return undefined;
}
