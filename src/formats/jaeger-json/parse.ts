import type { ByteSource } from '../../intake/byte-source.ts';
import { loadHashes } from '../../lib/hash.ts';
import { peekKeys } from '../../lib/json-peek.ts';
import { type JsonVisitor, type Shape, type ValuePlace, walkJson } from '../../lib/json-stream.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../lib/json-value.ts';
import type { ResourceRecord } from '../../model/span.ts';
import type { Emit } from '../format.ts';
import { type Attributes, textOf } from '../spans/attributes.ts';
import { createResourceShelf, type LateResource, NO_RESOURCE } from '../spans/resources.ts';
import { createSpanNotes } from '../spans/span-notes.ts';
import { counted, createTally } from '../spans/tally.ts';
import { tellFacts, walkProblems } from '../spans/walk-problems.ts';
import { readJaegerSpan, readTags } from './read-jaeger-span.ts';

type Tag = 'trace' | 'span' | 'processes' | 'warnings';

const SPAN: Shape<Tag> = { object: 'span', array: 'span', scalar: 'span' };
const TRACE_MEMBERS: readonly (readonly [string, Shape<Tag>])[] = [
  ['spans', { array: SPAN }],
  ['processes', { object: 'processes' }],
  ['warnings', { array: 'warnings' }],
];
const TRACE: Shape<Tag> = { object: { members: new Map(TRACE_MEMBERS), scope: 'trace' } };
const TOP: Shape<Tag> = {
  object: {
    // an answer holds traces under `data`; a download of the page's state holds one; a trace may stand alone
    members: new Map<string, Shape<Tag>>([...TRACE_MEMBERS, ['data', { array: TRACE, ...TRACE }]]),
    scope: 'trace',
  },
};
const TOP_LIST: Shape<Tag> = { array: TOP };
const BARE: Shape<Tag> = { object: 'span', scalar: 'span' };
const BARE_LIST: Shape<Tag> = { array: BARE };

/** The processes of one trace; they stand behind its spans. */
type Processes = Map<string, LateResource>;

export async function parseJaegerJson(
  source: ByteSource,
  _file: number,
  emit: Emit,
  signal: AbortSignal,
): Promise<void> {
  await loadHashes();
  const tally = createTally(source.path, emit.problem);
  const notes = createSpanNotes(tally, { path: source.path, plainAttributes: true });
  const shelf = createResourceShelf();
  const traces: Processes[] = [];
  let spans = 0;

  const resourceOf = (span: JsonObject): ResourceRecord => {
    const inline = span.get('process');
    if (isJsonObject(inline)) return shelf.of(processAttributes(inline));
    const id = span.get('processID');
    const processes = traces.at(-1);
    if (typeof id !== 'string' || processes === undefined) return NO_RESOURCE;
    let late = processes.get(id);
    if (late === undefined) {
      late = shelf.late();
      processes.set(id, late);
    }
    return late;
  };

  const takeProcesses = (value: Json): void => {
    const processes = traces.at(-1);
    if (processes === undefined || !isJsonObject(value)) return;
    for (const [id, process] of value) {
      if (!isJsonObject(process)) continue;
      const late = processes.get(id) ?? shelf.late();
      processes.set(id, late);
      shelf.fill(late, processAttributes(process));
    }
  };

  const tellWarnings = (value: Json | undefined, place: ValuePlace): void => {
    for (const warning of isJsonArray(value) ? value : []) {
      if (typeof warning !== 'string') continue;
      const skew = /clock skew/i.test(warning);
      tally.once(
        'clock-skew-noted',
        skew ? (/not applying/.test(warning) ? 'not applied' : 'applied') : 'other',
        place,
        (count) => warningSentence(count, warning, skew),
      );
    }
  };

  const visitor: JsonVisitor<Tag> = {
    root(bytes, from) {
      const isList = bytes[from] === 0x5b;
      for (const key of peekKeys(bytes, isList ? from + 1 : from)) {
        if (key === 'spans' || key === 'data' || key === 'processes') return isList ? TOP_LIST : TOP;
        if (key === 'spanID') return isList ? BARE_LIST : BARE;
      }
      return undefined;
    },
    open: () => {
      traces.push(new Map());
    },
    close: () => {
      traces.pop();
    },
    value(tag, value, place, facts) {
      tellFacts(tally, place, facts);
      if (tag === 'processes') takeProcesses(value);
      else if (tag === 'warnings') tellWarnings(value, place);
      else if (!isJsonObject(value)) notes.rejected(place, 'it is no object');
      else if (!value.has('spanID') && !value.has('traceID') && !value.has('operationName')) {
        notes.rejected(place, 'it has neither ids nor a name');
      } else {
        tellWarnings(value.get('warnings'), place);
        spans++;
        emit.span(readJaegerSpan(value, place, resourceOf(value), notes));
      }
    },
    ...walkProblems(tally, 'a Jaeger trace'),
    salvages: (tag, value) =>
      isJsonObject(value) && value.has('spanID') && value.has('operationName')
        ? tag === 'span'
          ? 'element'
          : 'top'
        : undefined,
    progress: (bytes) => emit.progress(bytes),
  };

  await walkJson(source.stream(), visitor, { signal });
  if (spans === 0) {
    tally.each(
      'not-evidence',
      { offset: 0, line: () => 1 },
      'The file has the form of a Jaeger trace and holds no spans.',
    );
  }
  notes.finish();
}

function warningSentence(count: number, warning: string, skew: boolean): string {
  const who = counted(count, 'span carries', 'spans carry');
  if (!skew) return `${who} a warning of Jaeger, the first of which says: ${warning.slice(0, 300)}`;
  return /not applying/.test(warning)
    ? `${who} a warning of Jaeger about clock skew that it did not correct; the times are as they were sent. A span without a host's address counts as another host there, so the warning can be false.`
    : `${who} a warning of Jaeger about clock skew: the times may have been moved before the export.`;
}

/** A process as the resource it was made from: its service name and its tags. */
function processAttributes(process: JsonObject): Attributes {
  const attributes = new Map(readTags(process.get('tags')));
  const service = textOf(process.get('serviceName'));
  if (service !== undefined) attributes.set('service.name', service);
  return attributes;
}
