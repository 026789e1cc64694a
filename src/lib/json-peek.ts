import { scanJson, skipBlank } from './json-scan.ts';
import { skipJsonValue } from './json-skip.ts';

/**
 * The keys of the object that starts at `from`, in file order, as far as `bytes` holds them: enough to tell what kind
 * of record it is without reading it. Nothing for a value that is no object.
 */
export function* peekKeys(bytes: Uint8Array, from: number): Generator<string> {
  let at = skipBlank(bytes, from);
  if (bytes[at] !== 0x7b) return;
  at = skipBlank(bytes, at + 1);
  while (bytes[at] === 0x22) {
    const end = skipJsonValue(bytes, at, bytes.length);
    if (end < 0) return;
    const key = scanJson(bytes.subarray(at, end));
    if (!key.ok || typeof key.value.value !== 'string') return;
    yield key.value.value;
    at = skipBlank(bytes, end);
    if (bytes[at] !== 0x3a) return;
    at = skipJsonValue(bytes, at + 1, bytes.length);
    if (at < 0) return;
    at = skipBlank(bytes, at);
    if (bytes[at] !== 0x2c) return;
    at = skipBlank(bytes, at + 1);
  }
}
