import type { Detection } from '../format.ts';
import { hasPath, outlineOf } from '../outline.ts';

/** An envelope is told by its three members; each alone stands in other formats too. */
export function detectDsse(head: Uint8Array): Detection | undefined {
  const outline = outlineOf(head);
  for (const at of ['', '[].']) {
    if (['payloadType', 'payload', 'signatures[]'].every((member) => hasPath(outline, `${at}${member}`)))
      return { confidence: 'certain', why: 'it has a payload, its type and signatures' };
  }
  return undefined;
}
