import { isJsonArray, isJsonObject, type Json } from '../../lib/json-value.ts';
import { pushAll } from '../../lib/push-all.ts';
import type { HistoryItem, StepKind } from '../../model/span.ts';
import { type Attributes, textOf } from '../spans/attributes.ts';
import { gatherMessages } from './flat-messages.ts';
import { looseValue } from './loose-content.ts';
import { type ReadMessages, readMessages } from './messages.ts';

export interface SpanEvent {
  readonly name: string;
  readonly attributes: Attributes;
}

export interface Histories {
  readonly input?: readonly HistoryItem[];
  readonly output?: readonly HistoryItem[];
  readonly cut: boolean;
  readonly convention: string;
}

/** Where one convention keeps the messages given to a model and its answer (formats.md 2.4). */
interface HistoryConvention {
  readonly name: string;
  /** Attributes whose value is a message list, or a text of one. */
  readonly input?: readonly string[];
  readonly output?: readonly string[];
  /** Numbered keys. */
  readonly flatInput?: { readonly prefix: string; readonly inside: string };
  readonly flatOutput?: { readonly prefix: string; readonly inside: string };
  /** The attributes hold whatever went in and out: messages on a model's span, a state or a text on others. */
  readonly loose?: true;
}

/** In order of trust; the first that has anything for a direction counts for it. */
const CONVENTIONS: readonly HistoryConvention[] = [
  { name: 'gen_ai', input: ['gen_ai.input.messages'], output: ['gen_ai.output.messages'] },
  {
    name: 'openinference',
    input: ['llm.input_messages'],
    output: ['llm.output_messages'],
    flatInput: { prefix: 'llm.input_messages.', inside: 'message.' },
    flatOutput: { prefix: 'llm.output_messages.', inside: 'message.' },
  },
  {
    name: 'openllmetry',
    flatInput: { prefix: 'gen_ai.prompt.', inside: '' },
    flatOutput: { prefix: 'gen_ai.completion.', inside: '' },
  },
  {
    name: 'openllmetry',
    flatInput: { prefix: 'llm.prompts.', inside: '' },
    flatOutput: { prefix: 'llm.completions.', inside: '' },
  },
  {
    name: 'vercel',
    input: ['ai.prompt.messages', 'ai.prompt'],
    output: ['ai.response.toolCalls', 'ai.result.toolCalls'],
  },
  { name: 'adk', input: ['gcp.vertex.agent.llm_request'], output: ['gcp.vertex.agent.llm_response'] },
  { name: 'pydantic-ai', input: ['pydantic_ai.all_messages', 'all_messages_events'] },
  { name: 'monocle', input: ['monocle.input.messages'], output: ['monocle.output.messages'] },
  {
    name: 'langfuse',
    loose: true,
    input: ['langfuse.observation.input'],
    output: ['langfuse.observation.output'],
  },
  { name: 'langsmith', loose: true, input: ['langsmith.inputs'], output: ['langsmith.outputs'] },
  { name: 'mlflow', loose: true, input: ['mlflow.spanInputs'], output: ['mlflow.spanOutputs'] },
  { name: 'gen_ai-prompt', input: ['gen_ai.prompt'], output: ['gen_ai.completion'] },
];

/** Undefined when the span records no messages. */
export function readHistories(
  attributes: Attributes,
  events: readonly SpanEvent[],
  kind: StepKind | undefined,
): Histories | undefined {
  const input = firstReading(attributes, 'input', kind);
  const output = firstReading(attributes, 'output', kind);
  const told = input !== undefined && output !== undefined ? undefined : readEvents(events);
  const given = input ?? told?.input;
  const answered = output ?? told?.output;
  if (given === undefined && answered === undefined) return undefined;
  return {
    ...(given === undefined || given.read.items.length === 0 ? {} : { input: given.read.items }),
    ...(answered === undefined || answered.read.items.length === 0 ? {} : { output: answered.read.items }),
    cut: given?.read.cut === true || answered?.read.cut === true,
    convention: (given ?? answered)?.convention ?? '',
  };
}

interface Reading {
  readonly read: ReadMessages;
  readonly convention: string;
}

function firstReading(
  attributes: Attributes,
  side: 'input' | 'output',
  kind: StepKind | undefined,
): Reading | undefined {
  let empty: Reading | undefined;
  for (const convention of CONVENTIONS) {
    if (convention.loose === true && kind !== 'model') continue;
    for (const key of convention[side] ?? []) {
      const value = attributes.get(key);
      if (value === undefined || value === null || value === '' || value === '{}') continue;
      const reading = {
        read: readMessages(side === 'output' ? firstCandidate(value) : value),
        convention: convention.name,
      };
      if (reading.read.items.length > 0 || (reading.read.cut && convention.loose !== true)) return reading;
      if (convention.loose === true) continue;
      empty ??= reading;
    }
    const flat = side === 'input' ? convention.flatInput : convention.flatOutput;
    const messages = flat === undefined ? undefined : gatherMessages(attributes, flat);
    if (messages === undefined) continue;
    const reading = { read: readMessages(messages), convention: convention.name };
    if (reading.read.items.length > 0) return reading;
    empty ??= reading;
  }
  return empty;
}

/**
 * The GenAI conventions give one message for each candidate, every one with its finish reason; the agent went on with
 * the first. A list without finish reasons is a sequence of messages, and so is one in which every message asks for
 * tools: Koog makes one choice of each call (formats.md 2.4).
 */
function firstCandidate(value: Json): Json {
  const list = typeof value === 'string' ? looseValue(value) : value;
  if (!isJsonArray(list) || list.length < 2) return value;
  const candidates = list.every(
    (message) => isJsonObject(message) && message.has('finish_reason') && message.get('role') === 'assistant',
  );
  const [first] = list;
  return candidates && !list.every(asksForTools) && first !== undefined ? [first] : value;
}

const asksForTools = (message: Json): boolean =>
  isJsonObject(message) && /^tool_calls?$/.test(String(message.get('finish_reason')));

/** Of choices that are told in an event each, in the order of their ends: the one that is numbered first. */
function firstChoice(choices: readonly Json[]): readonly Json[] {
  const numbers = choices.map((choice) =>
    isJsonObject(choice) && choice.has('finish_reason') ? Number(textOf(choice.get('index'))) : Number.NaN,
  );
  if (choices.length < 2 || numbers.some(Number.isNaN) || choices.every(asksForTools)) return choices;
  const least = numbers.reduce((a, b) => Math.min(a, b));
  return choices.filter((_, i) => numbers[i] === least);
}

/** Per-message events of the older conventions, and the one event that carries the whole lists (formats.md 2.1). */
function readEvents(events: readonly SpanEvent[]): { input?: Reading; output?: Reading } | undefined {
  if (events.length === 0) return undefined;
  const given: Json[] = [];
  const answered: Json[] = [];
  const choices: Json[] = [];
  for (const { name, attributes } of events) {
    const whole = attributes.get('gen_ai.input.messages');
    const answer = attributes.get('gen_ai.output.messages');
    if (whole !== undefined) pushAll(given, listIn(whole));
    if (answer !== undefined) pushAll(answered, listIn(answer));
    if (whole !== undefined || answer !== undefined) continue;
    const side = EVENT_SIDES.get(name);
    if (side === undefined) continue;
    const list = side === 'input' ? given : name === 'gen_ai.choice' ? choices : answered;
    list.push(eventMessage(name, attributes));
  }
  pushAll(answered, firstChoice(choices));
  const convention = 'gen_ai events';
  return {
    ...(given.length === 0 ? {} : { input: { read: readMessages(given), convention } }),
    ...(answered.length === 0 ? {} : { output: { read: readMessages(answered), convention } }),
  };
}

const listIn = (value: Json): readonly Json[] => {
  const inner = looseValue(value);
  return isJsonArray(inner) ? inner : [inner];
};

/** Events of which each tells one message, and the side it stands on. */
export const EVENT_SIDES: ReadonlyMap<string, 'input' | 'output'> = new Map([
  ['gen_ai.system.message', 'input'],
  ['gen_ai.user.message', 'input'],
  ['gen_ai.assistant.message', 'input'],
  ['gen_ai.tool.message', 'input'],
  ['gen_ai.choice', 'output'],
  ['gen_ai.content.prompt', 'input'],
  ['gen_ai.content.completion', 'output'],
]);

/** The attributes of such an event are the message itself, some of them JSON texts. */
function eventMessage(name: string, attributes: Attributes): Json {
  const whole =
    attributes.get('gen_ai.prompt') ??
    attributes.get('gen_ai.completion') ??
    attributes.get('event_body') ??
    attributes.get('body');
  const told = whole === undefined ? undefined : looseValue(whole);
  if (told !== undefined && !isJsonObject(told)) return told;
  const message = new Map<string, Json>(told ?? []);
  if (told === undefined) {
    for (const [key, value] of attributes) message.set(key, OPENED.has(key) ? looseValue(value) : value);
  }
  // the role that the event's name states is left out of most bodies
  if (name === 'gen_ai.tool.message' && !message.has('role')) message.set('role', 'tool');
  return message;
}

const OPENED = new Set(['tool_calls', 'message', 'content', 'parts']);
