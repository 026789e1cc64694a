import type { Detection } from '../format.ts';
import { outlineOf } from '../outline.ts';

const STARTS = ['data[].spans[].', 'spans[].', '[].spans[].', 'data.spans[].', '', '[].'];

export function detectJaegerJson(head: Uint8Array): Detection | undefined {
  for (const { paths } of outlineOf(head).records) {
    for (const start of STARTS) {
      if (
        !paths.has(`${start}spanID`) ||
        !(paths.has(`${start}traceID`) || paths.has(`${start}operationName`))
      )
        continue;
      return { confidence: 'certain', why: 'a span has spanID, as Jaeger writes it' };
    }
  }
  return undefined;
}
