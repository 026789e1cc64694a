import type { ByteSource } from '../../intake/byte-source.ts';
import { loadHashes } from '../../lib/hash.ts';
import { peekKeys } from '../../lib/json-peek.ts';
import { type JsonVisitor, type Shape, walkJson } from '../../lib/json-stream.ts';
import { isJsonObject, type Json } from '../../lib/json-value.ts';
import { visibleText } from '../../lib/visible-text.ts';
import type { ResourceRecord, SpanRecord } from '../../model/span.ts';
import type { Emit } from '../format.ts';
import { readAttributes } from '../spans/attributes.ts';
import { readSpan } from '../spans/read-span.ts';
import { createResourceShelf, type LateResource, NO_RESOURCE } from '../spans/resources.ts';
import { createSpanNotes } from '../spans/span-notes.ts';
import { counted, createTally } from '../spans/tally.ts';
import { tellFacts, walkProblems } from '../spans/walk-problems.ts';
import { createLogRecords } from './log-records.ts';

type Tag =
  | 'group'
  | 'scope-group'
  | 'resource'
  | 'scope'
  | 'span'
  | 'status'
  | 'log'
  | 'metrics'
  | 'profiles';

const members = (scope: Tag, own: readonly (readonly [string, Shape<Tag>])[]): Shape<Tag> => ({
  object: { members: new Map(own), scope },
});

const SPANS: readonly (readonly [string, Shape<Tag>])[] = [
  ['scope', { object: 'scope' }],
  ['instrumentationLibrary', { object: 'scope' }],
  ['instrumentation_library', { object: 'scope' }],
  ['spans', { array: { object: 'span', array: 'span', scalar: 'span' } }],
];
const SCOPE_SPANS: Shape<Tag> = { array: members('scope-group', SPANS) };
const GROUP: readonly (readonly [string, Shape<Tag>])[] = [
  ['resource', { object: 'resource' }],
  ['scopeSpans', SCOPE_SPANS],
  ['scope_spans', SCOPE_SPANS],
  ['instrumentationLibrarySpans', SCOPE_SPANS],
  ['instrumentation_library_spans', SCOPE_SPANS],
];
const RESOURCE_SPANS: Shape<Tag> = { array: members('group', GROUP) };
const RECORDS: Shape<Tag> = { array: { object: 'log', array: 'log', scalar: 'log' } };
const SCOPE_LOGS: Shape<Tag> = {
  array: members('scope-group', [
    ['scope', { object: 'scope' }],
    ['logRecords', RECORDS],
    ['log_records', RECORDS],
  ]),
};
const RESOURCE_LOGS: Shape<Tag> = {
  array: members('group', [
    ['resource', { object: 'resource' }],
    ['scopeLogs', SCOPE_LOGS],
    ['scope_logs', SCOPE_LOGS],
  ]),
};
const otherSignal = (tag: Tag): Shape<Tag> => ({ array: { object: { members: new Map(), scope: tag } } });
const REQUEST: readonly (readonly [string, Shape<Tag>])[] = [
  ['resourceSpans', RESOURCE_SPANS],
  ['resource_spans', RESOURCE_SPANS],
  // Tempo renames the list (formats.md 1.4)
  ['batches', RESOURCE_SPANS],
  ['resourceLogs', RESOURCE_LOGS],
  ['resource_logs', RESOURCE_LOGS],
  ['resourceMetrics', otherSignal('metrics')],
  ['resource_metrics', otherSignal('metrics')],
  ['resourceProfiles', otherSignal('profiles')],
];
/** One level of wrapping: an API answer, a download, a captured request. */
const WRAPPED: Shape<Tag> = {
  object: { members: new Map(REQUEST) },
  array: { object: { members: new Map([...REQUEST, ...GROUP]), scope: 'group' } },
};
const TOP: Shape<Tag> = {
  object: {
    members: new Map([
      ...REQUEST,
      ...GROUP,
      ...SPANS,
      ['trace', WRAPPED],
      ['data', WRAPPED],
      ['result', WRAPPED],
      ['body', WRAPPED],
      ['status', { scalar: 'status' }],
    ]),
    scope: 'group',
  },
};
const TOP_LIST: Shape<Tag> = { array: TOP };
const SPAN: Shape<Tag> = { object: 'span', scalar: 'span' };
const SPAN_LIST: Shape<Tag> = { array: SPAN };

/** Keys that show a container, and keys that show a span by itself (one span a line). */
const CONTAINER_KEYS = new Set([
  ...REQUEST.map(([key]) => key),
  ...GROUP.map(([key]) => key),
  'spans',
  'scope',
  'trace',
  'data',
  'result',
  'body',
]);
const SPAN_KEYS = new Set([
  'spanId',
  'span_id',
  'startTimeUnixNano',
  'start_time_unix_nano',
  'parentSpanId',
  'parent_span_id',
]);

/** Members that stand around spans in answers and captures and hold none. */
const KNOWN_ELSEWHERE = new Set([
  'metrics',
  'headers',
  'attributes',
  'entityRefs',
  'entity_refs',
  'message',
  'partialSuccess',
]);

/**
 * Reads OTLP in JSON as every writer spells it: documents of any size, JSON Lines, values one after the other, in the
 * dialects of formats.md 1.1 to 1.4. Used by `otlp-json` and `tempo`, whose spans are the same.
 */
export async function readOtlp(
  source: ByteSource,
  file: number,
  emit: Emit,
  signal: AbortSignal,
): Promise<void> {
  await loadHashes();
  const tally = createTally(source.path, emit.problem);
  const reader = createOtlpReader(source.path, file, emit, tally);
  await walkJson(source.stream(), reader.visitor, { signal });
  reader.finish();
}

/** Spans of a scope that stands behind them wait for its name, up to this many. */
const HELD_SPANS = 4_096;

interface Group {
  resource: ResourceRecord | undefined;
  late: LateResource | undefined;
}
interface Scope {
  name: string | undefined;
  held: SpanRecord[];
}

function createOtlpReader(path: string, file: number, emit: Emit, tally: ReturnType<typeof createTally>) {
  const notes = createSpanNotes(tally, { path });
  const shelf = createResourceShelf();
  const groups: Group[] = [];
  const scopes: Scope[] = [];
  const logs = createLogRecords(file, emit, tally);
  let spans = 0;
  const skipped = new Map<Tag, { count: number; offset: number }>();
  /** The walk is inside a group that is passed over. */
  let isSkipping = false;

  /** Objects with `spans` but no scope group around them: the object at the top is both. */
  const groupNow = (): Group | undefined => groups.at(-1);

  const resourceOfSpans = (): ResourceRecord => {
    const group = groupNow();
    if (group === undefined) return NO_RESOURCE;
    if (group.resource !== undefined) return group.resource;
    group.late ??= shelf.late();
    return group.late;
  };

  const flush = (scope: Scope): void => {
    for (const span of scope.held)
      emit.span(scope.name === undefined ? span : { ...span, scope: scope.name });
    scope.held = [];
  };

  const visitor: JsonVisitor<Tag> = {
    root(bytes, from) {
      const isList = bytes[from] === 0x5b;
      for (const key of peekKeys(bytes, isList ? from + 1 : from)) {
        if (CONTAINER_KEYS.has(key)) return isList ? TOP_LIST : TOP;
        if (SPAN_KEYS.has(key)) return isList ? SPAN_LIST : SPAN;
      }
      return undefined;
    },
    open(tag, offset) {
      if (tag === 'group') {
        groups.push({ resource: undefined, late: undefined });
        scopes.push({ name: undefined, held: [] });
      } else if (tag === 'scope-group') scopes.push({ name: undefined, held: [] });
      else {
        isSkipping = true;
        const known = skipped.get(tag);
        if (known === undefined) skipped.set(tag, { count: 1, offset });
        else known.count++;
      }
    },
    close(tag) {
      if (tag === 'scope-group' || tag === 'group') {
        const scope = scopes.pop();
        if (scope !== undefined) flush(scope);
      }
      if (tag === 'group') groups.pop();
      if (tag === 'metrics' || tag === 'profiles') isSkipping = false;
    },
    value(tag, value, place, facts) {
      tellFacts(tally, place, facts);
      switch (tag) {
        case 'resource': {
          const group = groupNow();
          if (group === undefined || !isJsonObject(value)) return;
          const attributes = readAttributes(value.get('attributes'));
          group.resource = shelf.of(attributes);
          if (group.late !== undefined) shelf.fill(group.late, attributes);
          return;
        }
        case 'scope': {
          const scope = scopes.at(-1);
          const name = isJsonObject(value) ? value.get('name') : undefined;
          if (scope !== undefined) {
            scope.name = typeof name === 'string' ? name : '';
            flush(scope);
          }
          return;
        }
        case 'status':
          tellStatus(tally, value, place);
          return;
        case 'log':
          logs.take(value, place);
          return;
        case 'span': {
          if (!isJsonObject(value)) {
            notes.rejected(place, 'it is no object');
            return;
          }
          const scope = scopes.at(-1);
          const span = readSpan(
            value,
            place,
            { resource: resourceOfSpans(), scope: scope?.name ?? '', kinds: 'otlp', unit: 'by-size' },
            notes,
          );
          if (span === undefined) return;
          spans++;
          if (scope === undefined || scope.name !== undefined) emit.span(span);
          else if (scope.held.push(span) >= HELD_SPANS) flush(scope);
        }
      }
    },
    stranger(key, byte, line) {
      if (isSkipping || KNOWN_ELSEWHERE.has(key)) return;
      tally.once(
        'record-unknown',
        'member',
        { offset: byte, line: () => line },
        (count) =>
          `${counted(count, 'member has', 'members have')} a name that OTLP does not know there and ${count === 1 ? 'was' : 'were'} passed over; the first is ${visibleText(key.slice(0, 60), { oneLine: true })}.`,
      );
    },
    ...walkProblems(tally, 'OTLP'),
    salvages: (tag, value) => salvages(tag, value),
    progress: (bytes) => emit.progress(bytes),
  };

  return {
    visitor,
    finish(): void {
      logs.finish();
      if (spans === 0 && logs.seen() === 0 && skipped.size === 0) {
        tally.each(
          'not-evidence',
          { offset: 0, line: () => 1 },
          'The file has the form of OTLP and holds no spans.',
        );
      }
      for (const [tag, { count, offset }] of skipped) {
        tally.once(
          'signal-skipped',
          tag,
          { offset, line: () => 1 },
          () =>
            `${counted(count, `group of ${tag}`, `groups of ${tag}`)} in the file ${count === 1 ? 'was' : 'were'} not read.`,
        );
      }
      notes.finish();
    },
  };
}

function salvages(tag: Tag | undefined, value: Json): 'element' | 'top' | undefined {
  if (!isJsonObject(value)) return undefined;
  for (const [key] of REQUEST) if (value.has(key)) return 'top';
  if (value.has('scopeSpans') || value.has('scope_spans') || value.has('instrumentationLibrarySpans'))
    return 'top';
  const isSpan =
    (value.has('spanId') || value.has('span_id')) &&
    (value.has('name') || value.has('startTimeUnixNano') || value.has('start_time_unix_nano'));
  if (tag === 'log' && (value.has('timeUnixNano') || value.has('observedTimeUnixNano'))) return 'element';
  if (!isSpan) return undefined;
  return tag === 'span' ? 'element' : 'top';
}

/** Tempo's v2 answer says itself when spans were left out on purpose (formats.md 1.4). */
function tellStatus(
  tally: ReturnType<typeof createTally>,
  value: Json,
  place: { offset: number; line(): number },
): void {
  if (value !== 'PARTIAL') return;
  tally.each(
    'partial-export',
    place,
    'The file says that it is only a part of the trace (PARTIAL): spans were left out because of a size limit, a time range or a filter.',
    'Ask for the whole trace, or raise the size limit of the server.',
  );
}
