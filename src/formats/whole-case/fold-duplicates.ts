import { exactForm } from '../../lib/json-exact-form.ts';
import { isJsonArray, isJsonNumber, isJsonObject, type Json, type JsonObject } from '../../lib/json-value.ts';
import { pushAll } from '../../lib/push-all.ts';
import { type Problem, problem } from '../../model/problem.ts';
import { NONE, type SpanTable } from '../../model/span-table.ts';
import { readTags } from '../jaeger-json/read-jaeger-span.ts';
import { spanObject } from '../span-object.ts';
import { firstOf, readAttributes } from '../spans/attributes.ts';
import { counted } from '../spans/tally.ts';
import { keepRows } from './keep-rows.ts';

export interface DuplicateSources {
  /** Path of an evidence file. */
  path(file: number): string;
  /** Bytes of an evidence file, as it was read. */
  read(file: number, offset: number, length: number): Promise<Uint8Array>;
}

const TOLD = 25;

/**
 * Spans that stand in the case several times (formats.md 3.11; collector #11056): copies that say the same are folded
 * into the first and counted, also where another file spells their ids in another way; unlike ones of one id are both
 * kept and told. Only such spans are read again. The order of the files changes nothing but the row numbers.
 */
export async function foldDuplicates(
  table: SpanTable,
  sources: DuplicateSources,
): Promise<{ readonly spans: SpanTable; readonly problems: readonly Problem[] }> {
  const groups = sameIds(table);
  if (groups.length === 0) return { spans: table, problems: [] };
  const byPlace = (a: number, b: number): number => {
    const [left, right] = [sources.path(table.file[a] ?? 0), sources.path(table.file[b] ?? 0)];
    if (left !== right) return left < right ? -1 : 1;
    return (table.offset[a] ?? 0) - (table.offset[b] ?? 0);
  };
  const folded = new Set<number>();
  const foldedOf = new Map<string, { count: number; byte: number }>();
  const variants: Problem[] = [];
  let unlike = 0;
  for (const group of groups) {
    group.sort(byPlace);
    const kept = new Map<string, number>();
    for (const row of group) {
      const content = await contentOf(table, row, sources);
      if (!kept.has(content)) {
        kept.set(content, row);
        continue;
      }
      folded.add(row);
      const path = sources.path(table.file[row] ?? 0);
      const known = foldedOf.get(path);
      if (known === undefined) foldedOf.set(path, { count: 1, byte: table.offset[row] ?? 0 });
      else known.count++;
    }
    if (kept.size < 2) continue;
    unlike++;
    const [first = 0, second = 0] = [...kept.values()];
    if (unlike <= TOLD) variants.push(variantProblem(table, first, second, kept.size, sources));
  }
  const problems: Problem[] = [...foldedOf].map(([path, { count, byte }]) =>
    problem(
      'duplicate-folded',
      path,
      `${counted(count, 'span is an identical copy of one that was', 'spans are identical copies of others that were')} read before; ${count === 1 ? 'it was' : 'they were'} folded.`,
      { byte, times: count, folded: count },
    ),
  );
  pushAll(problems, variants);
  const [last] = variants;
  if (unlike > TOLD && last !== undefined) {
    problems.push(
      problem('duplicate-id', last.file, `${unlike - TOLD} more span ids are used by unlike spans.`),
    );
  }
  return { spans: keepRows(table, (row) => !folded.has(row)), problems };
}

function variantProblem(
  table: SpanTable,
  first: number,
  second: number,
  count: number,
  sources: DuplicateSources,
): Problem {
  const id = table.strings[table.spanId[second] ?? NONE] ?? '';
  const [one, two] = [sources.path(table.file[first] ?? 0), sources.path(table.file[second] ?? 0)];
  const where = one === two ? '' : ` (here and in ${one})`;
  return problem(
    'duplicate-id',
    two,
    `${count} unlike spans carry the id ${id} in one trace${where}; all are kept, and what names this id is ambiguous.`,
    { byte: table.offset[second] ?? 0 },
  );
}

/** Rows that share trace and span id, two or more. */
function sameIds(table: SpanTable): number[][] {
  const firstOfPair = new Map<number, number>();
  const more = new Map<number, number[]>();
  const width = table.strings.length + 1;
  for (let row = 0; row < table.count; row++) {
    // exact: both numbers are below 2^26 wherever a table fits into memory
    const pair = (table.traceId[row] ?? 0) * width + (table.spanId[row] ?? 0);
    const first = firstOfPair.get(pair);
    if (first === undefined) firstOfPair.set(pair, row);
    else {
      const rows = more.get(pair);
      if (rows === undefined) more.set(pair, [first, row]);
      else rows.push(row);
    }
  }
  return [...more.values()];
}

/** A text that two spans share exactly when they say the same: the columns, and what the bytes hold beside them. */
async function contentOf(table: SpanTable, row: number, sources: DuplicateSources): Promise<string> {
  const columns = [
    table.parentId[row],
    table.name[row],
    table.kind[row],
    table.status[row],
    table.resource[row],
    table.scope[row],
    table.start[row],
    table.end[row],
    JSON.stringify(table.links.get(row) ?? []),
  ].join(' ');
  const bytes = await sources.read(table.file[row] ?? 0, table.offset[row] ?? 0, table.length[row] ?? 0);
  const span = spanObject(bytes);
  const rest = span === undefined ? new TextDecoder('latin1').decode(bytes) : contentOfJson(span);
  return `${columns}\n${rest}`;
}

/** Everything but ids and times, which are columns and may be spelled in several ways. */
function contentOfJson(span: JsonObject): string {
  const rest = new Map<string, Json>();
  for (const [key, value] of span) if (!IN_COLUMNS.has(key) && !saysNothing(value)) rest.set(key, value);
  const attributes = span.has('tags') ? readTags(span.get('tags')) : readAttributes(span.get('attributes'));
  rest.set('attributes', attributes);
  const events = firstOf(span, ['events', 'span_events']);
  if (isJsonArray(events) && events.length > 0) {
    rest.set(
      'events',
      events.map((event) => (isJsonObject(event) ? plainEvent(event) : event)),
    );
  }
  return exactForm(rest);
}

/** A default that one writer spells out and another leaves away. */
const saysNothing = (value: Json): boolean =>
  value === null ||
  value === '' ||
  (isJsonNumber(value) && value.token === '0') ||
  (isJsonArray(value) && value.length === 0);

function plainEvent(event: JsonObject): Json {
  const plain = new Map(event);
  plain.set('attributes', readAttributes(event.get('attributes')));
  return plain;
}

const IN_COLUMNS: ReadonlySet<string> = new Set([
  'traceId',
  'trace_id',
  'traceID',
  'spanId',
  'span_id',
  'spanID',
  'parentSpanId',
  'parent_span_id',
  'parent_id',
  'parentSpanID',
  'context',
  'spanContext',
  'name',
  'operationName',
  'kind',
  'status',
  'startTimeUnixNano',
  'endTimeUnixNano',
  'start_time_unix_nano',
  'end_time_unix_nano',
  'start_time',
  'end_time',
  'startTime',
  'endTime',
  'duration',
  'references',
  'links',
  'processID',
  'process',
  'resource',
  'scope',
  'tags',
  'attributes',
  'events',
  'span_events',
]);
