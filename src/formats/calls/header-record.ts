import type { JsonObject } from '../../lib/json-value.ts';
import type { CallLog } from '../../model/call.ts';
import type { RecordFaults } from './faults.ts';
import { readMembers } from './members.ts';

/** What a log's session record says. */
export type LogHeader = Pick<CallLog, 'role' | 'sessionId' | 'attempt' | 'snapshot' | 'idempotency'>;

export const NO_HEADER: LogHeader = Object.freeze({ role: undefined });

const SCHEMA = /^witnessmark\.calls\/(\d+)$/;
/** The newest version of the schema that this reader knows. */
export const CALLS_VERSION = 1;

/** The version in a `schema` member; undefined when it is no schema of call logs. */
export function schemaVersion(record: JsonObject): bigint | undefined {
  const schema = record.get('schema');
  const digits = typeof schema === 'string' ? SCHEMA.exec(schema)?.[1] : undefined;
  return digits === undefined ? undefined : BigInt(digits);
}

/** Reads `{"record":"session", …}` (design.md 3.1). Counts only when `faults` stayed without a reason. */
export function readHeader(record: JsonObject, faults: RecordFaults): LogHeader {
  if (schemaVersion(record) !== BigInt(CALLS_VERSION)) {
    faults.malformed(`"schema" is not witnessmark.calls/${CALLS_VERSION}`);
  }
  const members = readMembers(record, faults);
  const sessionId = members.id('session_id');
  const attempt = members.id('attempt');
  const idempotency = members.oneOf('idempotency', ['salted', 'bypassed', 'reused']);
  const snapshot = members.object('snapshot');
  return {
    role: members.oneOf('role', ['recorded', 'replayed']),
    ...(sessionId === undefined || sessionId === '' ? {} : { sessionId }),
    ...(attempt === undefined ? {} : { attempt }),
    ...(idempotency === undefined ? {} : { idempotency }),
    ...(snapshot === undefined ? {} : { snapshot: readSnapshot(snapshot, faults) }),
  };
}

function readSnapshot(snapshot: JsonObject, faults: RecordFaults): NonNullable<CallLog['snapshot']> {
  const members = readMembers(snapshot, faults);
  const id = members.id('id');
  const epoch = members.id('epoch');
  return {
    ...(id === undefined ? {} : { id }),
    ...(epoch === undefined ? {} : { epoch }),
    pinned: members.flag('pinned') === true,
  };
}
