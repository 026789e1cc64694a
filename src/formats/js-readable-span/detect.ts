import type { Detection } from '../format.ts';
import { outlineOf } from '../outline.ts';

const STARTS = ['', '[].', 'spans[].', '[].spans[].', 'data[].'];

export function detectJsReadableSpan(head: Uint8Array): Detection | undefined {
  for (const { paths } of outlineOf(head).records) {
    for (const start of STARTS) {
      const context = ['spanContext', '_spanContext'].find((key) => paths.has(`${start}${key}.spanId`));
      if (context === undefined) continue;
      const pairs = paths.has(`${start}startTime[]`);
      return {
        confidence: pairs ? 'certain' : 'likely',
        why: `a span has its ids in a ${context}, as the JavaScript SDK holds them`,
      };
    }
  }
  return undefined;
}
