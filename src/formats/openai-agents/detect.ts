import type { Detection } from '../format.ts';
import { outlineOf } from '../outline.ts';

const STARTS = ['', 'data[].', '[].'];

export function detectOpenAiAgents(head: Uint8Array): Detection | undefined {
  for (const { paths, texts } of outlineOf(head).records) {
    for (const start of STARTS) {
      const object = texts.get(`${start}object`);
      const isTrace = object === 'trace' && paths.has(`${start}workflow_name`);
      if (isTrace || (object === 'trace.span' && paths.has(`${start}span_data`))) {
        return { confidence: 'certain', why: `an object is a ${object} of the OpenAI Agents SDK` };
      }
    }
  }
  return undefined;
}
