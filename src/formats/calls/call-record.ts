import { digestHex } from '../../lib/hash.ts';
import { canonicalRfc8785 } from '../../lib/json-canonical-rfc8785.ts';
import type { Json, JsonObject } from '../../lib/json-value.ts';
import { type CallRecord, formatFingerprint, type StatedValue, type StateRecord } from '../../model/call.ts';
import { contentOfJson, contentOfText } from '../../model/content.ts';
import type { Place } from '../../model/place.ts';
import { readId } from '../spans/ids.ts';
import type { RecordFaults } from './faults.ts';
import { type Members, readMembers } from './members.ts';
import {
  type AttachedContent,
  contentOfBase64,
  isDigest,
  readFingerprint,
  readStates,
  stateOf,
  contentOfText as stateOfText,
  withoutTwins,
} from './state-record.ts';

const utf8 = new TextEncoder();

/** Members that only a replay's record has: they show the role of a log that does not state it (design.md 3.2). */
const REPLAYED_MEMBERS = ['replayed_output', 'replayed_state', 'replayed_state_base64'] as const;

export const hasReplayedMembers = (record: JsonObject): boolean =>
  REPLAYED_MEMBERS.some((member) => record.has(member));

/**
 * Reads one call (design.md 3.1), long or short form. The result counts only when `faults` stayed without a reason:
 * a record with a member of a wrong type is not read at all, since a member that is left out could loosen a verdict.
 */
export function readCall(record: JsonObject, at: Place, faults: RecordFaults): CallRecord {
  const members = readMembers(record, faults);
  const tool = members.text('tool');
  const turnIndex = members.index('turn_index');
  if (tool === undefined) faults.malformed('"tool" is missing');
  if (turnIndex === undefined && !members.has('turn_index')) faults.malformed('"turn_index" is missing');
  if (members.has('turn_index') && record.get('turn_index') === null)
    faults.malformed('"turn_index" is null');
  const optional = {
    agent: members.id('agent'),
    turnIndex,
    callIndex: members.index('call_index'),
    callId: trimmed(members.id('call_id')),
    traceId: spelledId(members.id('trace_id'), 32),
    spanId: spelledId(members.id('span_id'), 16),
    effects: members.oneOf('effects', ['none', 'read', 'write']),
    coverage: members.oneOf('coverage', ['full', 'partial']),
    preState: listOf(members, 'pre_state', faults),
    postState: readPostState(record, members, faults),
    idempotencyKey: members.id('idempotency_key'),
  };
  return {
    at,
    source: 'log',
    tool: tool ?? '',
    ...definedOf(optional),
    input: readValue(record.get('input'), record.get('input_fingerprint'), 'The input', faults),
    output: readValue(outputOf(record, faults), record.get('output_fingerprint'), 'The output', faults),
    servedFromCache: members.flag('served_from_idempotency_cache') === true,
    derived: false,
  };
}

/** `replayed_output` is the short form's word for a replay's output; a record that states two outputs states none. */
function outputOf(record: JsonObject, faults: RecordFaults): Json | undefined {
  if (!record.has('replayed_output')) return record.get('output');
  if (record.has('output')) faults.malformed('it has both "output" and "replayed_output"');
  return record.get('replayed_output');
}

const listOf = (members: Members, key: string, faults: RecordFaults): readonly StateRecord[] | undefined => {
  const list = members.array(key);
  return list === undefined ? undefined : readStates(list, faults);
};

/** The long form's list, and the short form's one unnamed resource. */
function readPostState(
  record: JsonObject,
  members: Members,
  faults: RecordFaults,
): readonly StateRecord[] | undefined {
  const list = listOf(members, 'post_state', faults);
  const fingerprint = record.get('post_state_fingerprint') ?? undefined;
  const content = replayedState(members, faults);
  if (fingerprint === undefined && content === undefined) return list;
  return withoutTwins([...(list ?? []), stateOf({ fingerprint, content }, faults)], faults);
}

function replayedState(members: Members, faults: RecordFaults): AttachedContent | undefined {
  const text = members.text('replayed_state');
  const base64 = members.text('replayed_state_base64');
  if (text !== undefined && base64 !== undefined) {
    faults.malformed('it has both "replayed_state" and "replayed_state_base64"');
  }
  if (text !== undefined) return stateOfText(text, faults);
  return base64 === undefined ? undefined : contentOfBase64(base64, faults);
}

/** An explicit null is a value; a fingerprint beside a value must be the value's own. */
function readValue(
  value: Json | undefined,
  stated: Json | undefined,
  whose: string,
  faults: RecordFaults,
): StatedValue {
  const content =
    value === undefined ? undefined : typeof value === 'string' ? contentOfText(value) : contentOfJson(value);
  const fingerprint =
    stated === undefined || stated === null ? undefined : readFingerprint(stated, whose, faults);
  if (value !== undefined && fingerprint !== undefined && isDigest(fingerprint)) {
    const text = typeof value === 'string' ? value : canonicalRfc8785(value);
    const own = digestHex(fingerprint.scheme, utf8.encode(text));
    if (own !== fingerprint.value) {
      faults.problem(
        'fingerprint-does-not-fit-content',
        `${whose} is said to be ${formatFingerprint(fingerprint)} and hashes to ${own}. The fingerprint counts as absent.`,
      );
      return content === undefined ? {} : { content };
    }
  }
  return definedOf({ content, fingerprint });
}

const trimmed = (id: string | undefined): string | undefined => {
  const text = id?.trim();
  return text === '' ? undefined : text;
};

/** One spelling for every id: a call must name its span as the trace's reader does. */
function spelledId(id: string | undefined, digits: 32 | 16): string | undefined {
  const read = id === undefined ? undefined : readId(id, digits);
  return read?.is === 'id' ? read.id : undefined;
}

/** Members without the undefined ones: an absent member is absent, not undefined. */
function definedOf<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
