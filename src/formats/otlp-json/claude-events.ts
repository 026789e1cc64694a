import type { CallLog } from '../../model/call.ts';
import type { Place } from '../../model/place.ts';
import { type Attributes, textOf } from '../spans/attributes.ts';
import { counted, type Tally, type TallyPlace } from '../spans/tally.ts';
import { createTranscriptLog } from '../transcripts/transcript-log.ts';

/** `asked`: a tool was let run or refused; `answered`: it is through. */
export type ClaudeMoment = 'asked' | 'answered';

/** Gathers the tool events of Claude Code's log records (formats.md 2.2) into calls. */
export interface ClaudeEvents {
  take(moment: ClaudeMoment, attributes: Attributes, at: Place): void;
  finish(torn: boolean): readonly CallLog[];
}

interface Event {
  readonly moment: ClaudeMoment;
  readonly callId: string | undefined;
  readonly tool: string;
  readonly sequence: number | undefined;
  readonly refused: boolean;
  readonly at: Place;
}

export function createClaudeEvents(file: number, tally: Tally): ClaudeEvents {
  const sessions = new Map<string | undefined, Event[]>();
  const events = new Set<string>();

  return {
    take(moment, attributes, at) {
      const place: TallyPlace = { offset: at.offset, line: () => at.line ?? 1 };
      const tool = textOf(attributes.get('tool_name'));
      if (tool === undefined) {
        tally.each('record-malformed', place, 'An event of Claude Code names no tool; it was not read.');
        return;
      }
      const sessionId = textOf(attributes.get('session.id'));
      const callId = textOf(attributes.get('tool_use_id'))?.trim();
      const written = textOf(attributes.get('event.sequence')) ?? '';
      const sequence = /^[0-9]{1,15}$/.test(written) ? Number(written) : undefined;
      if (sequence !== undefined) {
        // exporters send again what was not acknowledged
        const key = JSON.stringify([sessionId ?? null, moment, callId ?? null, tool, sequence]);
        if (events.has(key)) {
          tally.once(
            'duplicate-folded',
            'event',
            place,
            (count) =>
              `${counted(count, 'event stands', 'events stand')} in the file twice; the copies were folded.`,
          );
          return;
        }
        events.add(key);
      }
      const own = sessions.get(sessionId) ?? [];
      sessions.set(sessionId, own);
      own.push({
        moment,
        callId: callId === '' ? undefined : callId,
        tool,
        sequence,
        refused: textOf(attributes.get('decision')) === 'reject',
        at,
      });
    },
    finish(torn) {
      const log = createTranscriptLog(file);
      for (const [sessionId, own] of sessions) {
        const ordered = inSequence(own);
        if (ordered === undefined) tellUnordered(tally, own[0]?.at);
        for (const { event, answer } of callsOf(ordered ?? own, ordered !== undefined, tally)) {
          log.call({
            sessionId,
            agent: undefined,
            answer,
            callId: event.callId,
            tool: event.tool,
            // the events cut long arguments and have no output: neither is stated
            input: undefined,
            at: event.at,
          });
        }
      }
      return log.finish(torn).logs;
    },
  };
}

/** Undefined when the numbers do not tell one order: one is missing, or stands twice (a resumed session counts anew). */
function inSequence(events: readonly Event[]): readonly Event[] | undefined {
  const numbers = new Set(events.map(({ sequence }) => sequence));
  if (numbers.has(undefined) || numbers.size < events.length) return undefined;
  return [...events].sort((a, b) => (a.sequence ?? 0) - (b.sequence ?? 0));
}

function tellUnordered(tally: Tally, at: Place | undefined): void {
  tally.once(
    'record-malformed',
    'sequence',
    { offset: at?.offset ?? 0, line: () => at?.line ?? 1 },
    (count) =>
      `The event numbers of ${counted(count, 'session')} are missing or stand twice; they witness no order.`,
  );
}

/**
 * One call for each tool use. Calls that were let run before any of them was through are one turn. Where nothing says
 * when a call was asked for, it has no turn: the order of results is no order of calls.
 */
function callsOf(
  events: readonly Event[],
  ordered: boolean,
  tally: Tally,
): readonly { readonly event: Event; readonly answer: string | undefined }[] {
  const refused = new Set<string | undefined>();
  for (const { callId, refused: no, at } of events) {
    if (!no) continue;
    refused.add(callId);
    tally.once(
      'record-unknown',
      'refused',
      { offset: at.offset, line: () => at.line ?? 1 },
      (count) => `${counted(count, 'tool was', 'tools were')} refused and did not run; that is no call.`,
    );
  }
  const calls: { event: Event; answer: string | undefined }[] = [];
  const known = new Set<string>();
  const running = new Set<string>();
  let turn = 0;
  for (const event of events) {
    const { callId, moment } = event;
    if (event.refused || (callId !== undefined && refused.has(callId))) continue;
    if (callId === undefined) {
      // a decision without an id belongs to a result that cannot be told
      if (moment === 'answered') calls.push({ event, answer: undefined });
      continue;
    }
    if (moment === 'answered') running.delete(callId);
    if (known.has(callId)) continue;
    known.add(callId);
    if (moment === 'answered' || !ordered) calls.push({ event, answer: undefined });
    else {
      if (running.size === 0) turn++;
      running.add(callId);
      calls.push({ event, answer: String(turn) });
    }
  }
  return calls;
}
