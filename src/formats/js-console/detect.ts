import type { Detection } from '../format.ts';

/** An object in braces of its own line whose keys are not quoted, with a trace id and an id of the span. */
const PRINTED =
  /^\{\r?\n(?:[ \t].*\r?\n)*?[ \t]+traceId: '[0-9a-f]{32}',\r?\n(?:[ \t].*\r?\n)*?[ \t]+id: '[0-9a-f]{16}',/m;
const LOOKED_AT = 16 * 1024;

export function detectJsConsole(head: Uint8Array): Detection | undefined {
  const text = new TextDecoder('latin1').decode(head.subarray(0, LOOKED_AT));
  return PRINTED.test(text)
    ? { confidence: 'certain', why: 'an object is printed as Node shows it, with the ids of a span' }
    : undefined;
}
