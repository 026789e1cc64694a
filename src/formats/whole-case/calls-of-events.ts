import { pushAll } from '../../lib/push-all.ts';
import type { CallLog } from '../../model/call.ts';
import type { Problem } from '../../model/problem.ts';
import type { ToolEvent } from '../../model/tool-event.ts';
import { counted, createTally, type Tally, type TallyPlace } from '../spans/tally.ts';
import { createTranscriptLog } from '../transcripts/transcript-log.ts';

/**
 * The calls of sessions whose tool events were logged (formats.md 2.2), over all files: logs are rotated, and turns that
 * were counted in each file anew would contradict each other. What another log of the session tells is told better there.
 * @param others the logs of all files
 * @param isTorn whether a file ends inside a record
 */
export function callsOfEvents(
  events: readonly ToolEvent[],
  others: readonly CallLog[],
  pathOf: (file: number) => string,
  isTorn: (file: number) => boolean,
): { readonly callLogs: readonly CallLog[]; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const tallies = new Map<number, Tally>();
  const tallyOf = ({ at: { file } }: ToolEvent): Tally => {
    const known = tallies.get(file);
    if (known !== undefined) return known;
    const fresh = createTally(pathOf(file), (found) => void problems.push(found));
    tallies.set(file, fresh);
    return fresh;
  };
  const callLogs: CallLog[] = [];
  for (const [sessionId, all] of bySession(events)) {
    const own = folded(all, tallyOf);
    const ordered = inSequence(own);
    if (ordered === undefined) tellUnordered(own, tallyOf);
    const elsewhere = others.filter((log) => sessionId !== undefined && log.sessionId === sessionId);
    const toldIds = new Set(elsewhere.flatMap(({ calls }) => calls.map(({ callId }) => callId)));
    const eventsOf = new Map<string, number>();
    for (const { callId } of own)
      if (callId !== undefined) eventsOf.set(callId, (eventsOf.get(callId) ?? 0) + 1);
    const log = createTranscriptLog(own[0]?.at.file ?? 0);
    for (const { event, answer } of callsOf(ordered ?? own, ordered !== undefined, tallyOf)) {
      if (event.callId !== undefined && toldIds.has(event.callId)) {
        tellElsewhere(event, eventsOf.get(event.callId) ?? 1, tallyOf);
        continue;
      }
      log.call({
        sessionId,
        agent: undefined,
        // the turns of two logs are counted apart and cannot be compared
        answer: elsewhere.length === 0 ? answer : undefined,
        callId: event.callId,
        tool: event.tool,
        // the events cut long arguments and have no output: neither is stated
        input: undefined,
        at: event.at,
      });
    }
    pushAll(callLogs, log.finish(own.some(({ at }) => isTorn(at.file))).logs);
  }
  for (const tally of tallies.values()) tally.finish();
  return { callLogs, problems };
}

type TallyOf = (event: ToolEvent) => Tally;

const placeOf = ({ at }: ToolEvent): TallyPlace => ({ offset: at.offset, line: () => at.line ?? 1 });

function bySession(events: readonly ToolEvent[]): ReadonlyMap<string | undefined, readonly ToolEvent[]> {
  const sessions = new Map<string | undefined, ToolEvent[]>();
  for (const event of events) {
    const own = sessions.get(event.sessionId);
    if (own === undefined) sessions.set(event.sessionId, [event]);
    else own.push(event);
  }
  return sessions;
}

/** Exporters send again what was not acknowledged. */
function folded(events: readonly ToolEvent[], tallyOf: TallyOf): readonly ToolEvent[] {
  const known = new Set<string>();
  return events.filter((event) => {
    const { moment, callId, tool, sequence } = event;
    if (sequence === undefined) return true;
    const key = JSON.stringify([moment, callId ?? null, tool, sequence]);
    if (!known.has(key)) {
      known.add(key);
      return true;
    }
    tallyOf(event).once(
      'duplicate-folded',
      'event',
      placeOf(event),
      (count) =>
        `${counted(count, 'event stands', 'events stand')} in the case twice; the copies were folded.`,
      { folded: 1 },
    );
    return false;
  });
}

/** Undefined when the numbers do not tell one order: one is missing, or stands twice (a resumed session counts anew). */
function inSequence(events: readonly ToolEvent[]): readonly ToolEvent[] | undefined {
  const numbers = new Set(events.map(({ sequence }) => sequence));
  if (numbers.has(undefined) || numbers.size < events.length) return undefined;
  return [...events].sort((a, b) => (a.sequence ?? 0) - (b.sequence ?? 0));
}

function tellElsewhere(event: ToolEvent, events: number, tallyOf: TallyOf): void {
  tallyOf(event).once(
    'duplicate-folded',
    'call',
    placeOf(event),
    (count) =>
      `${counted(count, 'call is', 'calls are')} told by another log of the session too; the events were folded into it.`,
    { folded: events },
  );
}

function tellUnordered([first]: readonly ToolEvent[], tallyOf: TallyOf): void {
  if (first === undefined) return;
  tallyOf(first).once(
    'record-malformed',
    'sequence',
    placeOf(first),
    (count) =>
      `The event numbers of ${counted(count, 'session')} are missing or stand twice; they witness no order.`,
  );
}

/**
 * One call for each tool use. Calls that were let run before any of them was through are one turn. Where nothing says
 * when a call was asked for, it has no turn: the order of results is no order of calls.
 */
function callsOf(
  events: readonly ToolEvent[],
  ordered: boolean,
  tallyOf: TallyOf,
): readonly { readonly event: ToolEvent; readonly answer: string | undefined }[] {
  const refused = new Set(
    events.filter(({ moment }) => moment === 'refused').map(({ callId }) => callId ?? ''),
  );
  const calls: { event: ToolEvent; answer: string | undefined }[] = [];
  const known = new Set<string>();
  const running = new Set<string>();
  let turn = 0;
  for (const event of events) {
    const { callId, moment } = event;
    if (moment === 'refused') {
      tallyOf(event).once(
        'record-unknown',
        'refused',
        placeOf(event),
        (count) => `${counted(count, 'tool was', 'tools were')} refused and did not run; that is no call.`,
      );
      continue;
    }
    if (callId === undefined) {
      // a decision without an id belongs to a result that cannot be told
      if (moment === 'answered') calls.push({ event, answer: undefined });
      continue;
    }
    if (refused.has(callId)) continue;
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
