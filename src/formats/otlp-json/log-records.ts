import type { ValuePlace } from '../../lib/json-stream.ts';
import { isJsonObject, type Json, type JsonObject } from '../../lib/json-value.ts';
import { EVENT_SIDES, readHistories } from '../conventions/histories.ts';
import type { Emit } from '../format.ts';
import { tellAttributes } from '../spans/attribute-problems.ts';
import {
  type AttributeNotes,
  type Attributes,
  firstOf,
  plainValue,
  readAttributes,
  textOf,
} from '../spans/attributes.ts';
import { counted, type Tally } from '../spans/tally.ts';
import { createMessageRecords, spanOf } from './message-records.ts';

type Event = 'messages' | 'message' | 'asked' | 'answered';

const EVENTS: ReadonlyMap<string, Event> = new Map([
  ['gen_ai.client.inference.operation.details', 'messages'],
  ['claude_code.tool_decision', 'asked'],
  ['claude_code.tool_result', 'answered'],
  ...[...EVENT_SIDES.keys()].map((name): [string, Event] => [name, 'message']),
]);

/** Reads the log records that witness something (formats.md 2.1, 2.2); the others are counted. */
export interface LogRecords {
  take(value: Json, place: ValuePlace): void;
  /** Records of any kind. */
  seen(): number;
  /** At the end of the file: messages that stand in a record each become the history of their span. */
  finish(): void;
}

export function createLogRecords(file: number, emit: Emit, tally: Tally): LogRecords {
  let seen = 0;
  const messages = createMessageRecords(emit, tally);

  return {
    take(value, place) {
      seen++;
      if (!isJsonObject(value)) {
        tally.each('record-malformed', place, 'A log record is no object; it was not read.', undefined, {
          rejected: 1,
        });
        return;
      }
      const found: AttributeNotes = { direct: 0, keyless: 0, twice: 0 };
      const attributes = readAttributes(value.get('attributes'), found);
      tellAttributes(tally, place, found, 'log record');
      const { event, name } = eventOf(value, attributes);
      switch (event) {
        case 'message':
          messages.take(name, value, attributes, place);
          return;
        case 'messages':
          tellSpan(value, attributes, place, emit, tally);
          return;
        case 'asked':
        case 'answered':
          tellTool(event, attributes, { file, place }, emit, tally);
          return;
        case undefined:
          tally.once(
            'signal-skipped',
            'logs',
            place,
            (count) =>
              `${counted(count, 'log record witnesses', 'log records witness')} no order and ${count === 1 ? 'was' : 'were'} not read.`,
            { rejected: 1 },
          );
      }
    },
    seen: () => seen,
    finish: messages.finish,
  };
}

/** The name stands in a member, in older writers in an attribute, and with Claude Code whole in the body only. */
function eventOf(
  record: JsonObject,
  attributes: Attributes,
): { readonly event: Event | undefined; readonly name: string } {
  const names = [
    firstOf(record, ['eventName', 'event_name']),
    attributes.get('event.name'),
    plainValue(record.get('body')),
  ];
  for (const name of names) {
    const event = typeof name === 'string' ? EVENTS.get(name) : undefined;
    if (event !== undefined) return { event, name: String(name) };
  }
  return { event: undefined, name: '' };
}

/** A tool event of Claude Code. */
function tellTool(
  event: 'asked' | 'answered',
  attributes: Attributes,
  { file, place }: { readonly file: number; readonly place: ValuePlace },
  emit: Emit,
  tally: Tally,
): void {
  const tool = textOf(attributes.get('tool_name'));
  if (tool === undefined) {
    tally.each(
      'record-malformed',
      place,
      'An event of Claude Code names no tool; it was not read.',
      undefined,
      {
        rejected: 1,
      },
    );
    return;
  }
  const callId = textOf(attributes.get('tool_use_id'))?.trim();
  const sequence = textOf(attributes.get('event.sequence')) ?? '';
  const refused = event === 'asked' && attributes.get('decision') === 'reject';
  emit.toolEvent?.({
    moment: refused ? 'refused' : event,
    sessionId: textOf(attributes.get('session.id')),
    callId: callId === '' ? undefined : callId,
    tool,
    sequence: /^[0-9]{1,15}$/.test(sequence) ? Number(sequence) : undefined,
    at: { file, offset: place.offset, length: place.length, line: place.line() },
  });
}

/** The messages of one inference, written beside its span. */
function tellSpan(
  record: JsonObject,
  attributes: Attributes,
  place: ValuePlace,
  emit: Emit,
  tally: Tally,
): void {
  const span = spanOf(record, place, tally);
  if (span === undefined) return;
  const histories = readHistories(attributes, [], 'model');
  if (histories === undefined) {
    tally.once(
      'signal-skipped',
      'details',
      place,
      (count) => `${counted(count, 'log record', 'log records')} of an inference without its messages.`,
      { rejected: 1 },
    );
    return;
  }
  const { input, output, cut, convention } = histories;
  if (cut) {
    tally.each(
      'attribute-cut',
      place,
      `The recorded messages (${convention}) of a log record are cut: what is left is no full witness.`,
    );
  }
  emit.spanFacts?.({
    ...span,
    offset: place.offset,
    records: 1,
    facts: {
      ...(input === undefined ? {} : { inputHistory: input }),
      ...(output === undefined ? {} : { outputHistory: output }),
      ...(cut ? { historyCut: true } : {}),
      historyConvention: `${convention} log record`,
    },
  });
}
