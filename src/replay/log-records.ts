import { base64Text } from '../lib/base64.ts';
import type { RecordedCall, RecordedCalls } from '../model/recorded-calls.ts';
import type { Seen } from './look-at.ts';
import type { ReadAnswer } from './read-answer.ts';

/** What one call of a replay left to be written. */
export interface Replayed {
  readonly before: readonly Seen[];
  /** Absent: it was not looked at. */
  readonly after?: readonly Seen[];
  /** Everything that the replay looks at was seen. */
  readonly isWhole: boolean;
  /** Absent: the call has none. */
  readonly answer?: Extract<ReadAnswer, { is: 'answered' }>;
  readonly key: string | undefined;
  /** Sentences for people; nothing is compared with them. */
  readonly notes: readonly string[];
}

/** @param isPinned every resource that the recording names was found as the recording found it. */
export function headerRecord(
  { sessionId, snapshot }: RecordedCalls,
  attempt: string,
  isPinned: boolean,
): string {
  return JSON.stringify({
    record: 'session',
    schema: 'witnessmark.calls/1',
    role: 'replayed',
    session_id: sessionId,
    attempt,
    snapshot:
      snapshot === undefined ? undefined : { id: snapshot.id, epoch: snapshot.epoch, pinned: isPinned },
    idempotency: 'salted',
  });
}

/** Input and output are written as they stand: their numbers may have more digits than a double. */
export function callRecord(
  { record, input }: RecordedCall,
  { before, after, isWhole, answer, key, notes }: Replayed,
): string {
  const head = {
    record: 'call',
    agent: record.agent,
    // the format wants one; a recording without turns is paired by what it has
    turn_index: record.turnIndex ?? 0,
    call_index: record.callIndex,
    call_id: record.callId,
    tool: record.tool,
    effects: record.effects,
    coverage: isWhole && record.coverage !== 'partial' ? 'full' : 'partial',
    pre_state: before.flatMap(stateOf),
    post_state: after?.flatMap(stateOf),
    idempotency_key: key,
    served_from_idempotency_cache: answer?.servedFromCache === true ? true : undefined,
    note: notes.length === 0 ? undefined : notes.join(' '),
  };
  const asTheyStand = [
    ...(input.is === 'recorded' ? [`"input":${input.json}`] : []),
    ...(answer?.outputJson === undefined ? [] : [`"output":${answer.outputJson}`]),
  ];
  return `{${[JSON.stringify(head).slice(1, -1), ...asTheyStand].join(',')}}`;
}

export const endRecord = (calls: number): string => JSON.stringify({ record: 'end', calls });

/** A state that was not seen is left out: it counts as missing, which it is. */
function stateOf({ resource, state, isShown }: Seen): readonly object[] {
  switch (state.is) {
    case 'unknown':
      return [];
    case 'absent':
      return [{ resource, absent: true }];
    case 'there':
      return [
        {
          resource,
          fingerprint: state.fingerprint,
          epoch: state.epoch,
          ...(isShown && state.content !== undefined
            ? { content: { base64: base64Text(state.content) } }
            : {}),
        },
      ];
  }
}
