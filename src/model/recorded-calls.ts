import type { CallLog, CallRecord } from './call.ts';

/** What a replayer needs of a recorded session: its calls in an order that is settled. */
export interface RecordedCalls {
  /** The session id that call logs of it state; absent where none does. */
  readonly sessionId?: string;
  /** By the evidence, or by what an examiner pinned (design.md 5.5). */
  readonly order: 'witnessed' | 'assumed';
  readonly snapshot?: CallLog['snapshot'];
  /** First to last. */
  readonly calls: readonly RecordedCall[];
}

export interface RecordedCall {
  readonly record: CallRecord;
  readonly input: RecordedInput;
}

export type RecordedInput =
  /** JSON, every number with the digits of the file. */
  | { readonly is: 'recorded'; readonly json: string }
  | { readonly is: 'not-recorded' }
  /** Only its fingerprint was recorded: the call cannot be made again. */
  | { readonly is: 'withheld' };
