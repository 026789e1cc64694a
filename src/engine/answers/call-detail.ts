import { type CallRecord, formatFingerprint, type StateRecord } from '../../model/call.ts';
import type { Evidence } from '../../model/session.ts';
import { CALL_REASONS, type CallVerdict } from '../../model/verdict.ts';
import { deriveLineDifference } from '../../verdicts/compare/difference/line-difference.ts';
import { compareStates } from '../../verdicts/compare/states.ts';
import { reasonWords } from '../../verdicts/session/reason-words.ts';
import type {
  AttemptDetail,
  CallDetail,
  CallSideDetail,
  DiffLine,
  Question,
  StateDetail,
  StateSideDetail,
} from '../messages.ts';
import { type Asking, groupOf, sessionOf } from './asking.ts';
import { type CallContents, readCallContents } from './call-contents.ts';
import { type CallIndex, indexCalls } from './call-index.ts';
import { crossingOf } from './crossing-of.ts';
import { cutBytes, cutJson } from './shown-text.ts';

/** One call in full: both sides, each state, the difference by lines. */
export async function answerCall(
  question: Extract<Question, { is: 'call' }>,
  asking: Asking,
): Promise<CallDetail> {
  const { reader, documents } = asking;
  const { reading } = await sessionOf(question, asking);
  const call = reading.calls[question.call];
  if (call === undefined) throw new RangeError(`no call ${question.call} of ${reading.calls.length}`);
  const recorded = await sideOf(call.recorded, asking);
  const replayed = await sideOf(call.replayed, asking);
  const index = indexCalls(reading);
  const step = index.stepOf(question.call);
  return {
    call: documents.call(call, reader.evidence),
    reasons: call.reasons.map((code) => ({
      ...reasonWords(code, [call]),
      reason: code,
      code,
      verdict: CALL_REASONS[code],
    })),
    recorded: recorded === undefined ? null : sideDetail(recorded, reader.evidence),
    replayed: replayed === undefined ? null : sideDetail(replayed, reader.evidence),
    states: [
      ...(await statesOf('pre', call, recorded, replayed)),
      ...(await statesOf('post', call, recorded, replayed)),
    ],
    attempts: attemptsOf(question.call, reading.calls, index),
    step: step?.index ?? null,
    crossing: crossingOf(groupOf(question, asking), reading, step, asking),
  };
}

/** The calls of one slot, in the order of the attempts. */
function attemptsOf(
  here: number,
  calls: readonly CallVerdict[],
  { attempts: { slotOf, attemptOf } }: CallIndex,
): readonly AttemptDetail[] {
  const found: AttemptDetail[] = [];
  for (const [i, call] of calls.entries()) {
    if (slotOf[i] !== slotOf[here]) continue;
    const count = (equal: boolean | undefined): number =>
      call.states.filter((state) => state.equal === equal).length;
    found.push({
      call: i,
      attempt: attemptOf[i] as number,
      verdict: call.verdict,
      reasons: call.reasons,
      cause: call.cause ?? null,
      states: { equal: count(true), differs: count(false), unknown: count(undefined) },
      idempotencyKey: call.replayed?.idempotencyKey ?? null,
      isRecordedKey:
        call.replayed?.idempotencyKey !== undefined &&
        call.replayed.idempotencyKey === call.recorded?.idempotencyKey,
    });
  }
  return found.sort((a, b) => a.attempt - b.attempt);
}

interface Side {
  readonly record: CallRecord;
  readonly contents: CallContents;
}

async function sideOf(record: CallRecord | undefined, { reader }: Asking): Promise<Side | undefined> {
  return record === undefined ? undefined : { record, contents: await readCallContents(record, reader) };
}

function sideDetail({ record, contents }: Side, evidence: Evidence): CallSideDetail {
  const { file, line, offset } = record.at;
  return {
    file: evidence.files[file]?.path ?? '',
    line: line ?? null,
    byte: offset,
    input: contents.input === undefined ? null : cutJson(contents.input),
    output: contents.output === undefined ? null : cutJson(contents.output),
    idempotencyKey: record.idempotencyKey ?? null,
    servedFromCache: record.servedFromCache,
    effects: record.effects ?? null,
    coverage: record.coverage ?? null,
  };
}

async function statesOf(
  when: 'pre' | 'post',
  call: CallVerdict,
  recorded: Side | undefined,
  replayed: Side | undefined,
): Promise<readonly StateDetail[]> {
  const listOf = (side: Side | undefined): readonly StateRecord[] | undefined =>
    when === 'pre' ? side?.record.preState : side?.record.postState;
  const [left, right] = [listOf(recorded), listOf(replayed)];
  const comparisons =
    when === 'post'
      ? call.states
      : compareStates(left, right, recorded?.record.effects === 'read', true).comparisons;
  const details: StateDetail[] = [];
  for (const { resource, equal } of comparisons) {
    const one = await stateSide(when, resource, left, recorded);
    const other = await stateSide(when, resource, right, replayed);
    const isShownWhole = one?.bytes !== undefined && other?.bytes !== undefined;
    details.push({
      when,
      resource: resource ?? null,
      recorded: one?.detail ?? null,
      replayed: other?.detail ?? null,
      equal: equal ?? null,
      lines: isShownWhole ? linesOf(one.bytes, other.bytes) : null,
    });
  }
  return details;
}

async function stateSide(
  when: 'pre' | 'post',
  resource: string | undefined,
  states: readonly StateRecord[] | undefined,
  side: Side | undefined,
): Promise<{ readonly detail: StateSideDetail; readonly bytes: Uint8Array | undefined } | undefined> {
  const state = states?.find((one) => one.resource === resource);
  if (state === undefined || side === undefined) return undefined;
  return shownState(when, state, side.contents);
}

/** A state with its content, as far as it is shown. @param contents undefined: of a record that is not there. */
export async function shownState(
  when: 'pre' | 'post',
  state: StateRecord,
  contents: CallContents | undefined,
): Promise<{ readonly detail: StateSideDetail; readonly bytes: Uint8Array | undefined }> {
  const bytes = await contents?.state(when, state);
  const { fingerprint } = state;
  const detail: StateSideDetail = {
    fingerprint: fingerprint === undefined ? null : formatFingerprint(fingerprint),
    epoch: state.epoch ?? null,
    absent: state.absent,
    content: bytes === undefined ? null : cutBytes(bytes, state.content?.bytes ?? bytes.length),
  };
  return { detail, bytes };
}

/** Larger content is compared by ranges of bytes elsewhere, not by lines. */
const LINED_BYTES = 8 * 1024 * 1024;

/** Undefined lines between two rows are equal on both sides: the line numbers jump there. */
export function linesOf(recorded: Uint8Array, replayed: Uint8Array): readonly DiffLine[] | null {
  if (recorded.length > LINED_BYTES || replayed.length > LINED_BYTES) return null;
  const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
  const { rows } = deriveLineDifference(utf8.decode(recorded), utf8.decode(replayed));
  return rows.flatMap((row): DiffLine[] =>
    row.is === 'folded'
      ? []
      : [
          {
            is: row.is,
            text: row.text,
            recordedLine: row.recordedLine ?? null,
            replayedLine: row.replayedLine ?? null,
          },
        ],
  );
}
