import { base64Bytes } from '../../lib/base64.ts';
import { scanWholeJson } from '../../lib/json-scan.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../lib/json-value.ts';

/** The values that stand in the record of a call, read again from its place to be shown or compared in detail. */
export interface RecordContents {
  /** Undefined: not stated. An explicit null is a value. */
  readonly input: Json | undefined;
  readonly output: Json | undefined;
  /** Content attached to a state (`content` of StateRecord is `in: 'record'`); undefined when there is none. */
  stateContent(when: 'pre' | 'post', resource: string | undefined): Uint8Array | undefined;
}

/** @param bytes the bytes at the record's place. Undefined when they are no record (the file was changed since). */
export function readRecordContents(bytes: Uint8Array): RecordContents | undefined {
  const scanned = scanWholeJson(bytes);
  if (!scanned.ok || !isJsonObject(scanned.value.value)) return undefined;
  const record = scanned.value.value;
  return {
    input: record.get('input'),
    output: record.has('replayed_output') ? record.get('replayed_output') : record.get('output'),
    stateContent: (when, resource) =>
      resource === undefined ? shortForm(record, when) : longForm(record, when, resource),
  };
}

function shortForm(record: JsonObject, when: 'pre' | 'post'): Uint8Array | undefined {
  if (when === 'pre') return undefined;
  return bytesOf(record.get('replayed_state'), record.get('replayed_state_base64'));
}

function longForm(record: JsonObject, when: 'pre' | 'post', resource: string): Uint8Array | undefined {
  const list = record.get(when === 'pre' ? 'pre_state' : 'post_state');
  if (!isJsonArray(list)) return undefined;
  const state = list.find((entry) => isJsonObject(entry) && entry.get('resource') === resource);
  const content = isJsonObject(state) ? state.get('content') : undefined;
  return isJsonObject(content) ? bytesOf(content.get('text'), content.get('base64')) : undefined;
}

function bytesOf(text: Json | undefined, base64: Json | undefined): Uint8Array | undefined {
  if (typeof text === 'string') return new TextEncoder().encode(text);
  return typeof base64 === 'string' ? base64Bytes(base64) : undefined;
}
