import type { Detection } from '../format.ts';
import { outlineOf } from '../outline.ts';

export function detectInspect(head: Uint8Array): Detection | undefined {
  for (const { paths } of outlineOf(head).records) {
    const has = (...keys: readonly string[]): boolean => keys.every((key) => paths.has(key));
    if (has('samples[].events') || has('epoch', 'events') || (has('epoch', 'target') && has('messages'))) {
      return {
        confidence: 'certain',
        why: 'there is a sample with its epoch and events, as Inspect writes it',
      };
    }
    if (has('eval.task') || has('eval.eval_id')) {
      return { confidence: 'certain', why: 'there is an eval with its task, as Inspect writes it' };
    }
    // the small files beside the samples in an .eval archive
    if (has('[].epoch', '[].target') || has('[].scorer', '[].samples')) {
      return { confidence: 'likely', why: 'there is a list of scores, as Inspect writes it' };
    }
  }
  return undefined;
}
