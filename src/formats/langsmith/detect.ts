import type { Detection } from '../format.ts';
import { outlineOf } from '../outline.ts';

const STARTS = ['post[].', 'patch[].', '', '[].', 'runs[].', 'data[].'];

export function detectLangSmith(head: Uint8Array): Detection | undefined {
  for (const { paths } of outlineOf(head).records) {
    for (const start of STARTS) {
      const has = (key: string): boolean => paths.has(`${start}${key}`);
      if (
        has('dotted_order') ||
        (has('run_type') && (has('parent_run_id') || has('trace_id') || has('child_runs')))
      ) {
        return {
          confidence: 'certain',
          why: 'a run has a run_type or a dotted_order, as LangSmith writes it',
        };
      }
    }
  }
  return undefined;
}
