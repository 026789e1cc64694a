import type { Detection } from '../format.ts';
import { outlineOf } from '../outline.ts';

const ENVELOPES: readonly (readonly [path: string, why: string])[] = [
  ['batches[]', 'there is a list of batches, as Tempo answers'],
  ['trace.resourceSpans', 'there is a trace with resourceSpans, as Tempo answers'],
  ['trace.batches', 'there is a trace with batches, as Tempo answers'],
  ['data.batches', 'there are data with batches, as Tempo answers'],
];

export function detectTempo(head: Uint8Array): Detection | undefined {
  for (const { paths } of outlineOf(head).records) {
    for (const [path, why] of ENVELOPES) {
      if (!paths.has(path)) continue;
      const spans = [...paths].some(
        (known) => known.includes('cope') || known.includes('nstrumentationLibrary'),
      );
      return { confidence: spans ? 'certain' : 'likely', why };
    }
  }
  return undefined;
}
