import type { RecordedCall, RecordedCalls } from '../model/recorded-calls.ts';
import type { Answer } from './executor.ts';
import type { Seen } from './look-at.ts';

/** What one call of a replay left to be written. */
export interface Replayed {
  readonly before: readonly Seen[];
  readonly after: readonly Seen[];
  /** Everything that the replay looks at was seen. */
  readonly isWhole: boolean;
  readonly answer: Answer;
  readonly key: string | undefined;
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

/** The input is written as it was recorded, byte for byte: its numbers may have more digits than a double. */
export function callRecord(
  { record, input }: RecordedCall,
  { before, after, isWhole, answer, key }: Replayed,
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
    output: answer.output,
    pre_state: before.flatMap(stateOf),
    post_state: after.flatMap(stateOf),
    idempotency_key: key,
    served_from_idempotency_cache: answer.servedFromCache === true ? true : undefined,
  };
  const text = JSON.stringify(head);
  return input.is === 'recorded' ? `${text.slice(0, -1)},"input":${input.json}}` : text;
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
          ...(isShown && state.content !== undefined ? { content: { base64: base64(state.content) } } : {}),
        },
      ];
  }
}

function base64(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}
