import type { Place } from './place.ts';

/** A moment of a tool call as a log tells it. What the moments of a session make is known when all files are read. */
export interface ToolEvent {
  /** `asked`: the tool was let run; `refused`: it was not and did not; `answered`: it is through. */
  readonly moment: 'asked' | 'refused' | 'answered';
  readonly sessionId: string | undefined;
  /** Trimmed. */
  readonly callId: string | undefined;
  readonly tool: string;
  /** The session's own count of its events; undefined where it is not stated, or no count. */
  readonly sequence: number | undefined;
  readonly at: Place;
}
