import { scanWholeJson } from '../lib/json-scan.ts';
import { isJsonObject, type JsonObject } from '../lib/json-value.ts';
import { spanJson } from './otlp-proto/span-json.ts';

/**
 * A span's members, read again from its own bytes (`offset`, `length` of its row), whatever format they are in: JSON,
 * or protobuf as the object that OTLP/JSON would write of it. Undefined when they are neither.
 */
export function spanObject(bytes: Uint8Array): JsonObject | undefined {
  const scanned = scanWholeJson(bytes);
  if (scanned.ok) return isJsonObject(scanned.value.value) ? scanned.value.value : undefined;
  try {
    const span = spanJson(bytes, 0, bytes.length, { badTexts: 0, twice: 0, keyless: 0 });
    return span.has('spanId') || span.has('name') ? span : undefined;
  } catch {
    return undefined;
  }
}
