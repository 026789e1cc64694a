import type { Detection } from '../format.ts';
import { outlineOf } from '../outline.ts';

const ENVELOPES: ReadonlySet<string> = new Set([
  'session_meta',
  'response_item',
  'event_msg',
  'turn_context',
  'compacted',
]);

export function detectCodex(head: Uint8Array): Detection | undefined {
  for (const { paths, texts } of outlineOf(head).records) {
    const type = texts.get('type');
    if (paths.has('payload') && paths.has('timestamp') && type !== undefined && ENVELOPES.has(type)) {
      return { confidence: 'certain', why: `a line is a ${type} with a payload, as Codex writes it` };
    }
    if (paths.has('call_id') && (type === 'function_call' || type === 'function_call_output')) {
      return { confidence: 'likely', why: `a line is a ${type}, as older Codex writes it` };
    }
  }
  return undefined;
}
