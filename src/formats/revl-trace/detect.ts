import { scanJson } from '../../lib/json-scan.ts';
import { isJsonObject, type JsonObject } from '../../lib/json-value.ts';
import { pythonStrip } from '../../lib/python-strip.ts';
import type { Detection } from '../format.ts';

const EVENTS: ReadonlySet<unknown> = new Set(['load', 'withdraw', 'emit']);

/**
 * A causal trace by its first event (revl-wal.md 6). Other formats have an `event` member too, so one of revl's own
 * words must stand beside it.
 */
export function detectRevlTrace(head: Uint8Array): Detection | undefined {
  const line = firstContentLine(head);
  const scanned = scanJson(line, { python: true });
  if (!scanned.ok || !isJsonObject(scanned.value.value)) return undefined;
  const event = scanned.value.value;
  if (!EVENTS.has(event.get('event'))) return undefined;
  if (isJsonObject(event.get('cause')) && event.has('component') && event.has('gen')) {
    return { confidence: 'certain', why: 'the first line is an event of a causal trace, with its cause' };
  }
  return looksLikeEvent(event)
    ? { confidence: 'likely', why: 'the first line looks like an event of a causal trace' }
    : undefined;
}

const looksLikeEvent = (event: JsonObject): boolean =>
  ['component', 'llm', 'transition', 'capability', 'cause'].some((member) => event.has(member));

function firstContentLine(head: Uint8Array): Uint8Array {
  let from = 0;
  while (from < head.length) {
    const lf = head.indexOf(0x0a, from);
    const text = pythonStrip(head, from, lf < 0 ? head.length : lf);
    if (text.from < text.to) return head.subarray(text.from, text.to);
    from = (lf < 0 ? head.length : lf) + 1;
  }
  return new Uint8Array(0);
}
