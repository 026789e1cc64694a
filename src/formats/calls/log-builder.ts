import { type ScanFacts, scanWholeJson } from '../../lib/json-scan.ts';
import { isJsonObject, type JsonObject } from '../../lib/json-value.ts';
import type { CallLog, CallRecord } from '../../model/call.ts';
import type { Place } from '../../model/place.ts';
import { type Cost, type Problem, type ProblemCode, problem } from '../../model/problem.ts';
import { hasReplayedMembers, readCall } from './call-record.ts';
import { type GatheredFaults, gatherFaults } from './faults.ts';
import { CALLS_VERSION, type LogHeader, NO_HEADER, readHeader, schemaVersion } from './header-record.ts';
import { readMembers } from './members.ts';
import type { RawRecord } from './raw-records.ts';

/** Puts the records of one file together into logs. */
export interface LogBuilder {
  /** `stop`: nothing of the file is read, or nothing more can be. */
  take(raw: RawRecord): 'go on' | 'stop';
  noteByteOrderMark(): void;
  /** The logs of the file, in file order; none when it is of a newer version. */
  end(): readonly CallLog[];
}

interface OpenLog {
  header: LogHeader;
  /** Stated by a session record, so that an end is expected even of a log without calls. */
  readonly line: number;
  readonly offset: number;
  readonly calls: CallRecord[];
  /** Call records, also those that could not be read. */
  callRecords: number;
  replayedMembers: boolean;
  ended: boolean;
  endCount: number | undefined;
  torn: boolean;
}

/** @param size bytes of the file: none of them is read when it is of a newer version. */
export function createLogBuilder(
  path: string,
  size: number,
  file: number,
  report: (problem: Problem) => void,
): LogBuilder {
  const logs: OpenLog[] = [];
  let newer = false;
  /** A damaged record whose place at the end of the file decides what it is. */
  let pending:
    | { readonly raw: RawRecord & { is: 'record' }; readonly said: string; readonly byte: number }
    | undefined;

  const say = (
    code: ProblemCode,
    raw: { readonly line: number; readonly offset: number },
    said: string,
    { hint, ...cost }: Cost & { readonly hint?: string } = {},
  ): void => {
    const hinted = hint === undefined ? {} : { hint };
    report(problem(code, path, said, { line: raw.line, byte: raw.offset, ...hinted, ...cost }));
  };
  const open = (raw: { readonly line: number; readonly offset: number }, header: LogHeader): OpenLog => {
    const log: OpenLog = {
      header,
      line: raw.line,
      offset: raw.offset,
      calls: [],
      callRecords: 0,
      replayedMembers: false,
      ended: false,
      endCount: undefined,
      torn: false,
    };
    logs.push(log);
    return log;
  };
  const current = (raw: { readonly line: number; readonly offset: number }): OpenLog =>
    logs.at(-1) ?? open(raw, NO_HEADER);

  const reportPending = (): void => {
    if (pending === undefined) return;
    const { raw, said, byte } = pending;
    say(
      'malformed',
      { line: raw.line, offset: byte },
      `Line ${raw.line} is no record: ${said}. The rest was read.`,
      { lostBytes: raw.bytes.length },
    );
    pending = undefined;
  };

  const takeRecord = (record: JsonObject, raw: RawRecord & { is: 'record' }): 'go on' | 'stop' => {
    const faults = gatherFaults();
    const kind = record.get('record');
    if (kind === 'session') {
      const version = schemaVersion(record);
      if (version !== undefined && version > BigInt(CALLS_VERSION)) {
        newer = true;
        say(
          'newer-version',
          raw,
          `${path} is of version ${version} of witnessmark.calls; this reader knows version ${CALLS_VERSION}. Nothing in it is read.`,
          { hint: 'Use a newer Witnessmark.', lostBytes: size },
        );
        return 'stop';
      }
      const header = readHeader(record, faults);
      // What cannot be read of a header is a condition not met; its role must not be lost with it.
      judged(faults, raw, 'session record', 'kept');
      open(raw, header);
    } else if (kind === 'end') takeEnd(record, raw, faults);
    else if (kind === 'call' || (kind === undefined && isCallLike(record))) takeCall(record, raw, faults);
    else {
      say(
        'record-unknown',
        raw,
        typeof kind === 'string'
          ? `Line ${raw.line} is a record of the unknown kind ${JSON.stringify(kind)}; it was left unread.`
          : `Line ${raw.line} is a record without a kind; it was left unread.`,
        { rejected: 1 },
      );
    }
    return 'go on';
  };

  const takeCall = (record: JsonObject, raw: RawRecord & { is: 'record' }, faults: GatheredFaults): void => {
    const log = current(raw);
    const at: Place = { file, offset: raw.offset, length: raw.bytes.length, line: raw.line };
    const call = readCall(record, at, faults);
    log.callRecords++;
    if (hasReplayedMembers(record)) log.replayedMembers = true;
    if (log.ended) say('record-malformed', raw, `Line ${raw.line} is a call behind the end record.`);
    if (judged(faults, raw, 'call', 'left')) log.calls.push(call);
  };

  const takeEnd = (record: JsonObject, raw: RawRecord & { is: 'record' }, faults: GatheredFaults): void => {
    const log = current(raw);
    const count = readMembers(record, faults).index('calls');
    if (count === undefined) faults.malformed('"calls" is missing');
    if (log.ended) faults.malformed('the log has an end record already');
    log.ended = true;
    if (judged(faults, raw, 'end record', 'left')) log.endCount = count;
  };

  /** Reports what was wrong with a record; false when it is not read. */
  const judged = (faults: GatheredFaults, raw: RawRecord, what: string, done: 'kept' | 'left'): boolean => {
    for (const { code, said } of faults.problems) say(code, raw, said);
    if (faults.reasons.length === 0) return true;
    say(
      'record-malformed',
      raw,
      `The ${what} in line ${raw.line} is malformed, and ${done === 'kept' ? 'what is wrong in it' : 'it'} was not read: ${faults.reasons.join('; ')}.`,
      {
        hint: 'docs/recording.md lists the members and their types.',
        rejected: done === 'left' ? 1 : 0,
      },
    );
    return false;
  };

  const noteFacts = (facts: ScanFacts, raw: RawRecord): void => {
    const at = (byte: number): { line: number; offset: number } => ({
      line: raw.line,
      offset: raw.offset + byte,
    });
    for (const { key, byte } of facts.duplicateKeys) {
      say(
        'duplicate-key',
        at(byte),
        `${JSON.stringify(key)} stands twice in one object; the last one counts.`,
      );
    }
    for (const byte of facts.nonFinite)
      say('number-not-json', at(byte), 'NaN or Infinity stands as a number.');
    for (const byte of facts.loneSurrogates) {
      say('lone-surrogate', at(byte), 'A text holds half of a surrogate pair.');
    }
  };

  return {
    noteByteOrderMark: () =>
      report(
        problem('byte-order-mark', path, `${path} starts with a byte order mark.`, { line: 1, byte: 0 }),
      ),
    take(raw) {
      reportPending();
      switch (raw.is) {
        case 'too-big':
          say(
            'limit-hit',
            raw,
            `The record in line ${raw.line} has ${raw.bytes} bytes and more; it was not read.`,
            { rejected: 1 },
          );
          current(raw).callRecords++;
          return 'go on';
        case 'cut':
          say('truncated', raw, 'The array of records ends in the middle; what follows is not known.');
          current(raw).torn = true;
          return 'go on';
        case 'stray':
          say('malformed', raw, `Text that belongs to no record stands in line ${raw.line}.`, {
            lostBytes: raw.bytes,
          });
          return 'go on';
        case 'record': {
          // bytes that are no UTF-8 have no characters that could be compared
          const scanned = scanWholeJson(raw.bytes, { utf8: 'strict' });
          if (!scanned.ok) {
            const { said, byte, kind } = scanned.error;
            if (kind === 'too-deep') {
              const cost = { lostBytes: raw.ended ? raw.bytes.length : 0 };
              say('too-deep', { line: raw.line, offset: raw.offset + byte }, `${said}.`, cost);
              if (raw.ended) return 'go on';
            }
            pending = { raw, said, byte: raw.offset + byte };
            return 'go on';
          }
          noteFacts(scanned.value.facts, raw);
          const { value } = scanned.value;
          if (isJsonObject(value)) return takeRecord(value, raw);
          say('record-malformed', raw, `Line ${raw.line} holds a JSON value that is no record.`, {
            rejected: 1,
          });
          return 'go on';
        }
      }
    },
    end() {
      if (newer) return [];
      if (pending !== undefined && !pending.raw.ended) {
        const { raw, said } = pending;
        say(
          'truncated',
          raw,
          `The last record, in line ${raw.line}, is cut (${said}); what follows is not known.`,
          { lostBytes: raw.bytes.length },
        );
        current(raw).torn = true;
        pending = undefined;
      }
      reportPending();
      return logs.map((log) => closed(log));
    },
  };

  function closed(log: OpenLog): CallLog {
    if (!log.ended) {
      say('end-missing', log, 'The log has no end record, so nobody can tell whether it is whole.', {
        hint: 'Close the log with {"record":"end","calls":n}.',
      });
    } else if (log.endCount !== undefined && log.endCount !== log.callRecords) {
      say('count-differs', log, `The end record counts ${log.endCount} calls; there are ${log.callRecords}.`);
    }
    reportTwins(log);
    const { role, ...header } = log.header;
    return {
      ...header,
      file,
      role: role ?? (log.replayedMembers ? 'replayed' : undefined),
      calls: log.calls,
      ...(log.endCount === undefined ? {} : { endCount: log.endCount }),
      ended: log.ended,
      torn: log.torn,
    };
  }

  function reportTwins(log: OpenLog): void {
    const seen = new Set<string>();
    for (const call of log.calls) {
      if (call.callId === undefined && call.callIndex === undefined) continue;
      const key = JSON.stringify([
        call.agent ?? null,
        call.turnIndex,
        call.tool,
        call.callIndex ?? null,
        call.callId ?? null,
      ]);
      if (seen.has(key)) {
        const at = { line: call.at.line ?? 1, offset: call.at.offset };
        say(
          'call-twice',
          at,
          `The call in line ${at.line} stands in the log before, with the same index and id.`,
        );
      }
      seen.add(key);
    }
  }
}

/** The short form has no `record` member. */
const isCallLike = (record: JsonObject): boolean => record.has('turn_index') || record.has('tool');
