import type { ByteSource } from '../../intake/byte-source.ts';
import { type ByteLine, readByteLines } from '../../lib/byte-lines.ts';
import { loadHashes } from '../../lib/hash.ts';
import { isJsonNumber, isJsonObject, type Json, JsonNumber, type JsonObject } from '../../lib/json-value.ts';
import type { SpanRecord } from '../../model/span.ts';
import type { Emit } from '../format.ts';
import { type Attributes, textOf } from '../spans/attributes.ts';
import { readKind } from '../spans/enums.ts';
import { makeSpan } from '../spans/make-span.ts';
import { createResourceShelf, NO_RESOURCE, type ResourceShelf } from '../spans/resources.ts';
import { createSpanNotes, type SpanNotes, type SpanPlace } from '../spans/span-notes.ts';
import { counted, createTally } from '../spans/tally.ts';
import { parseInspected } from './inspect-text.ts';

const MAX_LINE = 1024 * 1024;
/** A printed span is some kilobytes; what is larger is no span. */
const MAX_OBJECT = 4 * 1024 * 1024;
const decoder = new TextDecoder('utf-8');

/**
 * Reads printed spans, each from a line `{` to a line `}`; what other lines of the log hold is passed over. Node prints
 * three levels: what lay deeper is not in the file, and each span of which something is missing is counted.
 */
export async function parseJsConsole(
  source: ByteSource,
  _file: number,
  emit: Emit,
  signal: AbortSignal,
): Promise<void> {
  await loadHashes();
  const tally = createTally(source.path, emit.problem);
  const notes = createSpanNotes(tally, { path: source.path, ownIds: false, plainAttributes: true });
  const shelf = createResourceShelf();
  let spans = 0;
  const take = (text: string, place: SpanPlace): void => {
    const inspected = parseInspected(text);
    const object = inspected?.value;
    if (inspected === undefined || !isJsonObject(object) || !object.has('traceId') || !object.has('id')) {
      notes.rejected(place, 'the printed object cannot be read, or is no span');
      return;
    }
    if (inspected.cut) {
      tally.once(
        'attribute-cut',
        'printed',
        place,
        (count) =>
          `${counted(count, 'span was', 'spans were')} printed with deeper values left out ([Object], … more items).`,
      );
    }
    spans++;
    emit.span(readPrinted(object, place, shelf, notes));
  };
  for await (const { lines, place, end } of printedObjects(source, emit, signal)) {
    if (end === 'closed') take(lines.join('\n'), place);
    else notes.rejected(place, WITHOUT_END[end]);
  }
  if (spans === 0) {
    tally.each(
      'not-evidence',
      { offset: 0, line: () => 1 },
      'The file has the form of printed spans and holds none that can be read.',
    );
  }
  notes.finish();
}

interface Printed {
  readonly lines: readonly string[];
  readonly place: SpanPlace;
  readonly end: 'closed' | keyof typeof WITHOUT_END;
}

const WITHOUT_END = {
  cut: 'the file ends inside the printed object',
  large: `the printed object is larger than ${MAX_OBJECT} bytes`,
  spliced: 'another object begins inside the printed object',
  headless: 'the beginning of the printed object is missing',
};

/** A line that only a printed span has; outside of an object it is what is left of one. */
const OF_A_SPAN =
  /^ {2}(?:traceId|id|parentId|parentSpanContext|timestamp|duration|attributes|resource|instrumentationScope): /;

async function* printedObjects(source: ByteSource, emit: Emit, signal: AbortSignal): AsyncGenerator<Printed> {
  let first: ByteLine | undefined;
  let lines: string[] = [];
  let at = 0;
  let isHeadless = false;
  const printed = ({ offset, line }: ByteLine, end: Printed['end']): Printed => ({
    lines,
    place: { offset, length: at - offset, line: () => line },
    end,
  });
  for await (const batch of readByteLines(source.stream(), MAX_LINE)) {
    signal.throwIfAborted();
    for (const line of batch) {
      const text = decoder.decode(line.bytes).replace(/\r?\n?$/, '');
      if (text === '{') {
        if (first !== undefined) yield printed(first, isHeadless ? 'headless' : 'spliced');
        [first, lines, isHeadless] = [line, [], false];
      } else if (first === undefined && OF_A_SPAN.test(text)) [first, lines, isHeadless] = [line, [], true];
      if (first === undefined) continue;
      at = line.offset + line.length;
      lines.push(text);
      const end = /^\},?$/.test(text) ? 'closed' : at - first.offset > MAX_OBJECT ? 'large' : undefined;
      if (end === undefined) continue;
      yield printed(first, isHeadless ? 'headless' : end);
      first = undefined;
    }
    const last = batch.at(-1);
    if (last !== undefined) emit.progress(last.offset + last.length);
  }
  if (first !== undefined) yield printed(first, isHeadless ? 'headless' : 'cut');
}

function readPrinted(span: JsonObject, place: SpanPlace, shelf: ResourceShelf, notes: SpanNotes): SpanRecord {
  const objectAt = (holder: JsonObject, key: string): JsonObject | undefined => {
    const value = holder.get(key);
    return isJsonObject(value) ? value : undefined;
  };
  const parent = objectAt(span, 'parentSpanContext');
  const start = nanosOf(span.get('timestamp'));
  const duration = nanosOf(span.get('duration'));
  const attributes: Attributes = objectAt(span, 'attributes') ?? new Map();
  const scope = objectAt(span, 'instrumentationScope') ?? objectAt(span, 'instrumentationLibrary');
  const resource = objectAt(span, 'resource');
  const ofResource = resource === undefined ? undefined : objectAt(resource, 'attributes');
  const status = objectAt(span, 'status')?.get('code');
  const number = (value: bigint | undefined): Json | undefined =>
    value === undefined ? undefined : new JsonNumber(String(value));
  return makeSpan(
    {
      traceId: span.get('traceId'),
      spanId: span.get('id'),
      parentId: parent?.get('spanId') ?? span.get('parentId'),
      name: textOf(span.get('name')) ?? '',
      start: number(start),
      end: number(start === undefined || duration === undefined ? undefined : start + duration),
      unit: 'ns',
      kind: readKind(span.get('kind'), 'api'),
      status:
        isJsonNumber(status) && status.token === '2'
          ? 'error'
          : isJsonNumber(status) && status.token === '1'
            ? 'ok'
            : 'unset',
      resource: ofResource === undefined ? NO_RESOURCE : shelf.of(ofResource),
      scope: scope === undefined ? '' : (textOf(scope.get('name')) ?? ''),
      attributes,
    },
    place,
    notes,
  );
}

/** Microseconds with decimals, exactly as nanoseconds; what stands below one is cut. */
function nanosOf(value: Json | undefined): bigint | undefined {
  const parts = isJsonNumber(value) ? /^([0-9]{1,16})(?:\.([0-9]+))?$/.exec(value.token) : null;
  if (parts === null) return undefined;
  const [, whole = '', fraction = ''] = parts;
  return BigInt(whole) * 1000n + BigInt(fraction.padEnd(3, '0').slice(0, 3));
}
