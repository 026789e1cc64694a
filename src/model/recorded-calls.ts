import type { CallLog, CallRecord } from './call.ts';
import type { SettledBy } from './order.ts';

/** What a replayer needs of a recorded session: its calls in an order that is settled. */
export interface RecordedCalls {
  /** The session id that call logs of it state; absent where none does. */
  readonly sessionId?: string;
  readonly order: SettledBy;
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
