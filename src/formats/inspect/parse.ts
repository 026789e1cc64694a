import type { ByteSource } from '../../intake/byte-source.ts';
import { loadHashes } from '../../lib/hash.ts';
import { peekKeys } from '../../lib/json-peek.ts';
import { type JsonVisitor, type Shape, type ValuePlace, walkJson } from '../../lib/json-stream.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../lib/json-value.ts';
import type { Emit } from '../format.ts';
import { textOf } from '../spans/attributes.ts';
import { createSpanNotes } from '../spans/span-notes.ts';
import { createTally } from '../spans/tally.ts';
import { tellFacts, walkProblems } from '../spans/walk-problems.ts';
import { readEvent, readLogSpan } from './read-event.ts';
import { NO_POOL, type SamplePool } from './sample-pools.ts';

type Tag = 'sample' | 'event' | 'pool' | 'attachments' | 'id' | 'epoch' | 'uuid';

const sampleMembers = (own: readonly (readonly [string, Shape<Tag>])[]): Shape<Tag> => ({
  object: { members: new Map(own), scope: 'sample' },
});
const top = (sample: Shape<Tag>): { log: Shape<Tag>; sample: Shape<Tag> } => ({
  log: { object: { members: new Map([['samples', { array: sample }]]) } },
  sample,
});
const POOLS = top(
  sampleMembers([
    ['id', { scalar: 'id' }],
    ['epoch', { scalar: 'epoch' }],
    ['uuid', { scalar: 'uuid' }],
    ['message_pool', { array: 'pool' }],
    ['attachments', { object: 'attachments' }],
  ]),
);
const EVENTS = top(sampleMembers([['events', { array: { object: 'event' } }]]));

/**
 * Reads logs of Inspect: a whole `.json`, or the samples out of an `.eval` archive. In two passes, since the messages
 * and texts that the events refer to stand behind them.
 */
export async function parseInspect(
  source: ByteSource,
  _file: number,
  emit: Emit,
  signal: AbortSignal,
): Promise<void> {
  await loadHashes();
  const pools = await readPools(source, signal);
  const tally = createTally(source.path, emit.problem);
  const notes = createSpanNotes(tally, { path: source.path, ownIds: true, plainAttributes: true });
  const open = new Map<string, { readonly begin: JsonObject; readonly place: ValuePlace }>();
  let sample = -1;
  let position = 0;
  let spans = 0;

  const traceOf = (): string => pools[sample]?.id ?? `sample ${sample}`;
  const closeAll = (): void => {
    for (const { begin, place } of open.values()) {
      spans++;
      emit.span(readLogSpan(begin, undefined, place, traceOf(), notes));
    }
    open.clear();
  };

  const takeEvent = (event: JsonObject, place: ValuePlace): void => {
    const kind = event.get('event');
    const id = textOf(event.get('id')) ?? textOf(event.get('span_id')) ?? '';
    if (kind === 'span_begin') {
      const line = place.line();
      open.set(id, { begin: event, place: { ...place, line: () => line } });
    } else if (kind === 'span_end') {
      const begun = open.get(id);
      open.delete(id);
      if (begun === undefined) {
        notes.rejected(place, 'it ends a span that did not begin');
        return;
      }
      spans++;
      emit.span(readLogSpan(begun.begin, event, begun.place, traceOf(), notes));
    } else if (kind === 'model' || kind === 'tool') {
      spans++;
      emit.span(
        readEvent(event, place, { traceId: traceOf(), position, pool: pools[sample] ?? NO_POOL }, notes),
      );
    }
    position++;
  };

  const steppedOver = walkProblems(tally, 'an Inspect log');
  const visitor: JsonVisitor<Tag> = {
    root: (bytes, from) => rootOf(bytes, from, EVENTS),
    open() {
      sample++;
      position = 0;
    },
    close: closeAll,
    value(_tag, value, place, facts) {
      tellFacts(tally, place, facts);
      if (isJsonObject(value)) takeEvent(value, place);
    },
    ...steppedOver,
    unknown(offset, line) {
      // a part of a log that holds no events is told below
      if (spans > 0) steppedOver.unknown(offset, line);
    },
    salvages: (tag, value) =>
      tag === 'event' && isJsonObject(value) && value.has('event') ? 'element' : undefined,
    progress: (bytes) => emit.progress(bytes),
  };
  await walkJson(source.stream(), visitor, { signal });
  if (spans === 0) {
    tally.once(
      'signal-skipped',
      '',
      { offset: 0, line: () => 1 },
      () => 'The file is a part of an Inspect log that holds no events (a header, scores, summaries).',
    );
  }
  notes.finish();
}

/** One pool for each sample of the file, in file order. Damage is told in the second pass. */
async function readPools(source: ByteSource, signal: AbortSignal): Promise<readonly SamplePool[]> {
  const pools: SamplePool[] = [];
  let parts: {
    id?: string;
    epoch?: string;
    uuid?: string;
    messages: readonly Json[];
    attachments: JsonObject;
  } = { messages: [], attachments: new Map() };
  const visitor: JsonVisitor<Tag> = {
    root: (bytes, from) => rootOf(bytes, from, POOLS),
    open() {
      parts = { messages: [], attachments: new Map() };
    },
    close() {
      const { id, epoch, uuid, messages, attachments } = parts;
      pools.push({
        id: uuid ?? (id === undefined ? undefined : `${id} epoch ${epoch ?? '1'}`),
        messages,
        attachments,
      });
    },
    value(tag, value) {
      const text = textOf(value);
      if (tag === 'pool' && isJsonArray(value)) parts.messages = value;
      else if (tag === 'attachments' && isJsonObject(value)) parts.attachments = value;
      else if (text !== undefined && (tag === 'id' || tag === 'epoch' || tag === 'uuid')) parts[tag] = text;
    },
    damage: () => undefined,
    salvages: () => undefined,
  };
  await walkJson(source.stream(), visitor, { signal });
  return pools;
}

function rootOf(
  bytes: Uint8Array,
  from: number,
  shapes: { log: Shape<Tag>; sample: Shape<Tag> },
): Shape<Tag> | undefined {
  for (const key of peekKeys(bytes, from)) {
    if (key === 'samples' || key === 'eval' || key === 'version') return shapes.log;
    if (key === 'epoch' || key === 'events') return shapes.sample;
  }
  return undefined;
}
