import { readTags } from '../../formats/jaeger-json/read-jaeger-span.ts';
import { type Attributes, readAttributes } from '../../formats/spans/attributes.ts';
import { scanWholeJson } from '../../lib/json-scan.ts';
import { isJsonObject } from '../../lib/json-value.ts';

/** A span's attributes, read again from its bytes; where its format has no list of them, its own members. */
export function readSpanAttributes(bytes: Uint8Array): Attributes | undefined {
  const scanned = scanWholeJson(bytes);
  if (!scanned.ok || !isJsonObject(scanned.value.value)) return undefined;
  const span = scanned.value.value;
  if (span.has('tags')) return readTags(span.get('tags'));
  if (span.has('attributes')) return readAttributes(span.get('attributes'));
  return span;
}
