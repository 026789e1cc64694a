import type { ByteSource } from '../../intake/byte-source.ts';
import { loadHashes } from '../../lib/hash.ts';
import { exactForm } from '../../lib/json-exact-form.ts';
import { peekKeys } from '../../lib/json-peek.ts';
import { type JsonVisitor, type Shape, type ValuePlace, walkJson } from '../../lib/json-stream.ts';
import { isJsonObject, type JsonObject } from '../../lib/json-value.ts';
import type { Emit } from '../format.ts';
import { textOf } from '../spans/attributes.ts';
import { createResourceShelf } from '../spans/resources.ts';
import { createSpanNotes } from '../spans/span-notes.ts';
import { counted, createTally } from '../spans/tally.ts';
import { tellFacts, walkProblems } from '../spans/walk-problems.ts';
import { readObservation, type TraceAround } from './read-observation.ts';

const NO_TRACE: TraceAround = { traceId: undefined, sessionId: undefined };

type Tag = 'observation' | 'trace' | 'trace-id' | 'session';

const LIST: Shape<Tag> = { array: { object: 'observation', array: 'observation', scalar: 'observation' } };
const TRACE_MEMBERS: readonly (readonly [string, Shape<Tag>])[] = [
  ['id', { scalar: 'trace-id' }],
  ['sessionId', { scalar: 'session' }],
  ['observations', LIST],
];
const TRACE: Shape<Tag> = { object: { members: new Map(TRACE_MEMBERS), scope: 'trace' } };
const TOP: Shape<Tag> = {
  object: {
    members: new Map<string, Shape<Tag>>([
      ...TRACE_MEMBERS,
      ['trace', TRACE],
      ['data', { ...LIST, ...TRACE }],
    ]),
    scope: 'trace',
  },
};
const BARE: Shape<Tag> = { object: 'observation' };
const BARE_LIST: Shape<Tag> = { array: BARE };
const TOP_LIST: Shape<Tag> = { array: TOP };

/** What two copies of an observation must share; the one inside the trace lacks metadata, input and output. */
const CORE = ['parentObservationId', 'type', 'name', 'startTime', 'endTime'] as const;

const coreOf = (json: JsonObject): string => exactForm(CORE.map((key) => json.get(key) ?? null));

/** Observations inside a trace wait for their fuller copies beside it, up to this many. */
const HELD = 100_000;

/** Reads exports and answers of Langfuse: a trace with its observations, or lists and lines of observations. */
export async function parseLangfuse(
  source: ByteSource,
  _file: number,
  emit: Emit,
  signal: AbortSignal,
): Promise<void> {
  await loadHashes();
  const tally = createTally(source.path, emit.problem);
  const notes = createSpanNotes(tally, { path: source.path, ownIds: true, plainAttributes: true });
  const shelf = createResourceShelf();
  /** Cores by trace and observation id. */
  const seen = new Map<string, string>();
  const held: { readonly json: JsonObject; readonly place: ValuePlace; readonly around: TraceAround }[] = [];
  const traces: { traceId: string | undefined; sessionId: string | undefined }[] = [];
  let spans = 0;

  const take = (json: JsonObject, place: ValuePlace, around: TraceAround): void => {
    const key = `${textOf(json.get('traceId') ?? around.traceId) ?? ''} ${textOf(json.get('id')) ?? ''}`;
    const core = coreOf(json);
    if (json.has('id') && seen.get(key) === core) {
      tally.once(
        'duplicate-folded',
        '',
        place,
        (count) =>
          `${counted(count, 'observation stands', 'observations stand')} in the file twice; the copies were folded.`,
        { folded: 1 },
      );
      return;
    }
    if (!seen.has(key)) seen.set(key, core);
    spans++;
    emit.span(readObservation(json, place, around, shelf, notes));
  };

  const takeHeld = (): void => {
    for (const { json, place, around } of held) take(json, place, around);
    held.length = 0;
  };

  const visitor: JsonVisitor<Tag> = {
    root(bytes, from) {
      const isList = bytes[from] === 0x5b;
      for (const key of peekKeys(bytes, isList ? from + 1 : from)) {
        if (key === 'trace' || key === 'observations' || key === 'data') return isList ? TOP_LIST : TOP;
        if (key === 'parentObservationId' || key === 'traceId') return isList ? BARE_LIST : BARE;
      }
      // a trace whose own members fill what can be seen
      return isList ? TOP_LIST : TOP;
    },
    open: () => void traces.push({ traceId: undefined, sessionId: traces.at(-1)?.sessionId }),
    close: () => void traces.pop(),
    value(tag, value, place, facts) {
      tellFacts(tally, place, facts);
      const trace = traces.at(-1);
      switch (tag) {
        case 'trace':
          return;
        case 'trace-id':
          if (trace !== undefined) trace.traceId = textOf(value);
          return;
        case 'session':
          if (trace !== undefined) trace.sessionId = textOf(value);
          // the list at the top belongs to the trace beside it
          if (traces.length === 2 && traces[0] !== undefined) traces[0].sessionId ??= textOf(value);
          return;
        case 'observation':
          if (!isJsonObject(value) || !(value.has('id') || value.has('startTime'))) {
            notes.rejected(place, 'it has neither an id nor a start');
            return;
          }
          if (traces.length < 2) take(value, place, { ...NO_TRACE, ...trace });
          else {
            const line = place.line();
            held.push({
              json: value,
              place: { ...place, line: () => line },
              around: { ...NO_TRACE, ...trace },
            });
            if (held.length >= HELD) takeHeld();
          }
      }
    },
    ...walkProblems(tally, 'a Langfuse export'),
    salvages: (tag, value) =>
      isJsonObject(value) && value.has('traceId') && value.has('startTime')
        ? tag === 'observation'
          ? 'element'
          : 'top'
        : undefined,
    progress: (bytes) => emit.progress(bytes),
  };

  await walkJson(source.stream(), visitor, { signal });
  takeHeld();
  if (spans === 0) {
    tally.each(
      'not-evidence',
      { offset: 0, line: () => 1 },
      'The file has the form of a Langfuse export and holds no observations.',
    );
  }
  notes.finish();
}
