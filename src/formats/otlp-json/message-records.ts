import type { ValuePlace } from '../../lib/json-stream.ts';
import type { Json, JsonObject } from '../../lib/json-value.ts';
import { readHistories, type SpanEvent } from '../conventions/histories.ts';
import type { Emit } from '../format.ts';
import { type Attributes, firstOf, plainValue, textOf } from '../spans/attributes.ts';
import { readId } from '../spans/ids.ts';
import { counted, type Tally } from '../spans/tally.ts';

/** Log records of which each tells one message of an inference, as the older conventions have it (formats.md 2.4). */
export interface MessageRecords {
  take(name: string, record: JsonObject, attributes: Attributes, place: ValuePlace): void;
  finish(): void;
}

interface OfSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly offset: number;
  readonly events: SpanEvent[];
  /** Of the last record, ns; undefined where it states none. */
  last: bigint | undefined;
  /** The records do not stand in the order of their times: their place in the file is no witness. */
  isMixed: boolean;
}

/**
 * The messages of a span in the order of its records in the file, which is the order in which one process wrote them.
 * Where the times say that the file mixed them, what is left is no full witness.
 */
export function createMessageRecords(emit: Emit, tally: Tally): MessageRecords {
  const spans = new Map<string, OfSpan>();
  return {
    take(name, record, attributes, place) {
      const span = spanOf(record, place, tally);
      if (span === undefined) return;
      const key = `${span.traceId} ${span.spanId}`;
      const known: OfSpan = spans.get(key) ?? {
        ...span,
        offset: place.offset,
        events: [],
        last: undefined,
        isMixed: false,
      };
      spans.set(key, known);
      const at = timeOf(record);
      if (at !== undefined) {
        if (known.last !== undefined && at < known.last) known.isMixed = true;
        known.last = at;
      }
      known.events.push({ name, attributes: withBody(attributes, record) });
    },
    finish() {
      for (const { traceId, spanId, offset, events, isMixed } of spans.values()) {
        const histories = readHistories(new Map(), events, 'model');
        if (histories === undefined) {
          tally.once(
            'signal-skipped',
            'messages',
            { offset, line: () => 1 },
            (count) =>
              `${counted(count, 'log record tells', 'log records tell')} no message of an inference and ${count === 1 ? 'was' : 'were'} not read.`,
            { times: events.length, rejected: events.length },
          );
          continue;
        }
        const { input, output, cut } = histories;
        if (isMixed) {
          tally.each(
            'attribute-cut',
            { offset, line: () => 1 },
            `The messages of span ${spanId} stand in log records that are not in the order of their times: they are no full witness.`,
          );
        }
        emit.spanFacts?.({
          traceId,
          spanId,
          offset,
          records: events.length,
          facts: {
            ...(input === undefined ? {} : { inputHistory: input }),
            ...(output === undefined ? {} : { outputHistory: output }),
            ...(cut || isMixed ? { historyCut: true } : {}),
            historyConvention: 'gen_ai log records',
          },
        });
      }
      spans.clear();
    },
  };
}

function withBody(attributes: Attributes, record: JsonObject): Attributes {
  const body: Json = plainValue(record.get('body'));
  // some writers repeat the event's name there
  return body === null || typeof body === 'string' ? attributes : new Map([...attributes, ['body', body]]);
}

function timeOf(record: JsonObject): bigint | undefined {
  const text = textOf(firstOf(record, ['timeUnixNano', 'time_unix_nano'])) ?? '';
  return /^[1-9][0-9]{0,19}$/.test(text) ? BigInt(text) : undefined;
}

/** The span that a record names; one that names none is told and left out. */
export function spanOf(
  record: JsonObject,
  place: ValuePlace,
  tally: Tally,
): { readonly traceId: string; readonly spanId: string } | undefined {
  const traceId = readId(textOf(firstOf(record, ['traceId', 'trace_id'])) ?? '', 32);
  const spanId = readId(textOf(firstOf(record, ['spanId', 'span_id'])) ?? '', 16);
  if (traceId.is !== 'missing' && spanId.is !== 'missing') return { traceId: traceId.id, spanId: spanId.id };
  tally.each(
    'record-malformed',
    place,
    'A log record with messages names no span; it was not read.',
    undefined,
    {
      rejected: 1,
    },
  );
  return undefined;
}
