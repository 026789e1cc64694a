import type { Detection } from '../format.ts';
import { outlineOf } from '../outline.ts';

const STARTS = [
  'observations[].',
  'trace.observations[].',
  'data[].',
  '[].',
  '',
  'data.observations[].',
  '[].observations[].',
];

export function detectLangfuse(head: Uint8Array): Detection | undefined {
  for (const { paths } of outlineOf(head).records) {
    for (const start of STARTS) {
      const has = (key: string): boolean => paths.has(`${start}${key}`);
      if (
        has('traceId') &&
        has('startTime') &&
        (has('parentObservationId') || (has('type') && start.includes('observations')))
      ) {
        return {
          confidence: 'certain',
          why: 'there is an observation with a trace and a start, as Langfuse exports it',
        };
      }
    }
    // the trace comes first and may fill the head with its input
    if (paths.has('trace.projectId') && (paths.has('trace.sessionId') || paths.has('trace.input'))) {
      return { confidence: 'likely', why: 'there is a trace with a project, as Langfuse exports it' };
    }
  }
  return undefined;
}
