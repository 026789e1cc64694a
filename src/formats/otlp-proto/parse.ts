import type { ByteSource } from '../../intake/byte-source.ts';
import { appendPiece, createByteWindow } from '../../lib/byte-window.ts';
import { loadHashes } from '../../lib/hash.ts';
import { MAX_VALUE } from '../../lib/json-shape.ts';
import type { Json, JsonObject } from '../../lib/json-value.ts';
import type { ResourceRecord } from '../../model/span.ts';
import type { Emit } from '../format.ts';
import { createLogRecords } from '../otlp-json/log-records.ts';
import { tellAttributes } from '../spans/attribute-problems.ts';
import { readSpan } from '../spans/read-span.ts';
import { createResourceShelf, NO_RESOURCE } from '../spans/resources.ts';
import { createSpanNotes } from '../spans/span-notes.ts';
import { counted, createTally } from '../spans/tally.ts';
import { addKeyValue, type ProtoNotes, textIn } from './any-value.ts';
import { logJson } from './log-json.ts';
import { signalOf } from './signal.ts';
import { spanJson } from './span-json.ts';
import { isMessage, type WireField, wireFields } from './wire.ts';

/** Field numbers of scopes: today's, and the one that was kept for older writers. */
const SCOPES: ReadonlySet<number> = new Set([2, 1000]);

/**
 * Reads OTLP in protobuf, one group of a resource at a time, so a file of any size needs the memory of its largest
 * group. A group that is cut gives the records before the cut.
 */
export async function parseOtlpProto(
  source: ByteSource,
  file: number,
  emit: Emit,
  signal: AbortSignal,
): Promise<void> {
  await loadHashes();
  const tally = createTally(source.path, emit.problem);
  const notes = createSpanNotes(tally, { path: source.path, plainAttributes: true });
  const shelf = createResourceShelf();
  const texts: ProtoNotes = { badTexts: 0, twice: 0, keyless: 0 };
  const logs = createLogRecords(file, emit, tally);
  let [spans, metrics] = [0, 0];
  /** The file ends inside the group that is read. */
  let cutting = false;
  /** Bytes of spans, or of what stands around them, that end with the file. */
  let cut = 0;
  const at = (offset: number) => ({ offset, line: () => 1 });

  const takeGroup = (bytes: Uint8Array, from: number, to: number, base: number): void => {
    let resource: ResourceRecord | undefined;
    const scopes: WireField[] = [];
    for (const field of fieldsOf(bytes, from, to, base)) {
      if (field.field === 1 && isMessage(field)) {
        const attributes = new Map<string, Json>();
        for (const entry of fieldsOf(bytes, field.from, field.to, base)) {
          if (entry.field === 1 && isMessage(entry)) addKeyValue(bytes, entry, attributes, texts);
        }
        resource = shelf.of(attributes);
      } else if (SCOPES.has(field.field) && isMessage(field)) scopes.push(field);
    }
    for (const scope of scopes) takeScope(bytes, scope, resource ?? NO_RESOURCE, base);
  };

  const takeScope = (bytes: Uint8Array, scope: WireField, resource: ResourceRecord, base: number): void => {
    let name = '';
    const found: WireField[] = [];
    for (const field of fieldsOf(bytes, scope.from, scope.to, base)) {
      if (field.field === 1 && isMessage(field)) {
        for (const part of fieldsOf(bytes, field.from, field.to, base)) {
          if (part.field === 1 && isMessage(part)) name = textIn(bytes, part, texts);
        }
      } else if (field.field === 2 && isMessage(field)) {
        if (field.cut === true) cut += field.to - field.from;
        else found.push(field);
      }
    }
    for (const field of found) {
      const place = { ...at(base + field.from), length: field.to - field.from };
      const signal = signalOf(bytes, field.from, field.to);
      if (signal === 'metric') {
        metrics++;
        continue;
      }
      let json: JsonObject;
      texts.twice = texts.keyless = 0;
      try {
        json = (signal === 'log' ? logJson : spanJson)(bytes, field.from, field.to, texts);
      } catch {
        // the library throws where a value is not of its field's type
        if (signal === 'span') notes.rejected(place, 'its fields are not those of a span');
        else
          tally.each(
            'record-malformed',
            place,
            'A log record has fields that are not its own; it was not read.',
          );
        continue;
      }
      tellAttributes(tally, place, texts, signal === 'log' ? 'log record' : 'span');
      if (signal === 'log') {
        logs.take(json, { ...place, key: undefined });
        continue;
      }
      const span = readSpan(json, place, { resource, scope: name, kinds: 'otlp', unit: 'ns' }, notes);
      if (span === undefined) continue;
      spans++;
      emit.span(span);
    }
  };

  /** The fields of a message; where it breaks, that is told and what stands before is used. */
  function* fieldsOf(bytes: Uint8Array, from: number, to: number, base: number): Generator<WireField> {
    const end = yield* wireFields(bytes, from, to, cutting);
    if (end.is === 'broken' && !cutting) {
      tally.each(
        'malformed',
        at(base + end.at),
        `At byte ${base + end.at} a field goes beyond its message or is no field; what stands before it was read.`,
        undefined,
        { lostBytes: to - end.at },
      );
    }
  }

  const window = createByteWindow();
  let skip = 0;
  /** Takes whole top-level fields off the window. False: the rest is no field. */
  const takeWhole = (last: boolean): boolean => {
    while (window.from < window.to) {
      const { bytes, from, to, base } = window;
      const field = headOf(bytes, from, to);
      if (field === undefined) return !last && to - from < 20;
      const offset = base + from;
      if (field.to > to && !last) {
        if (field.to - field.from <= MAX_VALUE) return true;
        tally.each(
          'limit-hit',
          at(offset),
          `The group of records at byte ${offset} has ${field.to - field.from} bytes, more than the limit of ${MAX_VALUE}; it was not read.`,
          undefined,
          { lostBytes: Math.min(field.to - from, source.size - offset) },
        );
        skip = field.to - to;
        window.from = to;
        return true;
      }
      const end = Math.min(field.to, to);
      cutting = field.to > to;
      if (field.field === 1 && isMessage(field)) takeGroup(bytes, field.from, end, base);
      if (cutting) {
        tally.each(
          'truncated',
          at(base + to),
          'The file ends in the middle of a group of records; those before the end were read.',
          undefined,
          { lostBytes: cut },
        );
      }
      window.from = end;
    }
    return true;
  };

  let broken = false;
  for await (const piece of source.stream()) {
    signal.throwIfAborted();
    const skipped = Math.min(skip, piece.length);
    skip -= skipped;
    appendPiece(window, piece.subarray(skipped));
    broken = !takeWhole(false);
    emit.progress(window.base + window.from);
    if (broken) break;
  }
  if (!broken) broken = !takeWhole(true);
  if (broken) {
    const offset = window.base + window.from;
    tally.each(
      'malformed',
      at(offset),
      `At byte ${offset} there is no field of OTLP; the rest of the file was not read.`,
      undefined,
      { lostBytes: source.size - offset },
    );
  }
  if (texts.badTexts > 0) {
    tally.once(
      'bad-utf8',
      '',
      at(0),
      () =>
        `${counted(texts.badTexts, 'text holds', 'texts hold')} bytes that are no UTF-8; they are shown as replacement characters.`,
    );
  }
  logs.finish();
  if (metrics > 0) {
    tally.once(
      'signal-skipped',
      'metrics',
      at(0),
      () => `${counted(metrics, 'metric')} in the file ${metrics === 1 ? 'was' : 'were'} not read.`,
      { rejected: metrics },
    );
  }
  if (spans + logs.seen() + metrics === 0)
    tally.each('not-evidence', at(0), 'The file has the form of OTLP protobuf and holds no spans.');
  notes.finish();
}

/** The tag and length of the field at `from`, though its content may go on behind `to`. Undefined when there is none. */
function headOf(bytes: Uint8Array, from: number, to: number): WireField | undefined {
  const tag = varint(bytes, from, to);
  if (tag === undefined) return undefined;
  const wire = tag.value % 8;
  const field = Math.floor(tag.value / 8);
  if (field === 0) return undefined;
  if (wire !== 2) {
    const next = wireFields(bytes, from, to).next();
    return next.done === true ? undefined : next.value;
  }
  const length = varint(bytes, tag.end, to);
  return length === undefined
    ? undefined
    : { field, wire, from: length.end, to: length.end + length.value, at: from };
}

function varint(bytes: Uint8Array, from: number, to: number): { value: number; end: number } | undefined {
  let value = 0;
  for (let at = from, factor = 1; at < Math.min(to, from + 5); at++, factor *= 128) {
    const byte = bytes[at] as number;
    value += (byte & 0x7f) * factor;
    if (byte < 0x80) return { value, end: at + 1 };
  }
  return undefined;
}
