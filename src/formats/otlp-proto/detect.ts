import type { Detection } from '../format.ts';
import { isMessage, type WireField, wireFields } from './wire.ts';

/**
 * OTLP in protobuf: a list of groups (field 1), in which a resource with attributes or a list of scopes stands; spans,
 * logs and metrics are told apart further inside. Zipkin and Jaeger start with the same byte and are told apart by what is inside (formats.md 1.3).
 */
export function detectOtlpProto(head: Uint8Array): Detection | undefined {
  if (head[0] !== 0x0a) return undefined;
  // a head that ends inside the first group still shows its beginning
  const group = firstField(head, 0, head.length);
  if (group === undefined || group.field !== 1) return undefined;
  const first = firstField(head, group.from, Math.min(group.to, head.length));
  if (first === undefined || !isMessage(first)) return undefined;
  const to = Math.min(first.to, head.length);
  const inner = first.from < to ? firstField(head, first.from, to) : undefined;
  if (first.field === 1) {
    if (first.from === first.to)
      return { confidence: 'likely', why: 'the bytes are a list of groups of OTLP' };
    return inner?.field === 1 && startsKeyValue(head, inner)
      ? { confidence: 'certain', why: 'the bytes are a group of OTLP, its resource with attributes' }
      : undefined;
  }
  const scoped = first.field === 2 && inner !== undefined && (inner.field === 1 || inner.field === 2);
  return scoped ? { confidence: 'likely', why: 'the bytes are a group of OTLP with scopes' } : undefined;
}

/** A key of printable characters. */
function startsKeyValue(head: Uint8Array, entry: WireField): boolean {
  const key = firstField(head, entry.from, Math.min(entry.to, head.length));
  if (key === undefined || key.field !== 1 || key.from === key.to) return false;
  return head.subarray(key.from, Math.min(key.to, head.length)).every((byte) => byte >= 0x20 && byte < 0x7f);
}

/** The first field, also where the head cuts it. */
function firstField(head: Uint8Array, from: number, to: number): WireField | undefined {
  const tag = head[from];
  if (tag === undefined || from >= to || (tag & 7) !== 2) {
    const next = wireFields(head, from, to).next();
    return next.done === true ? undefined : next.value;
  }
  let length = 0;
  for (let at = from + 1, factor = 1; at < Math.min(to, from + 6); at++, factor *= 128) {
    const byte = head[at] as number;
    length += (byte & 0x7f) * factor;
    if (byte < 0x80) return { field: tag >> 3, wire: 2, from: at + 1, to: at + 1 + length, at: from };
  }
  return undefined;
}
