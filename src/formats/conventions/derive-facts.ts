import { isJsonObject, type Json } from '../../lib/json-value.ts';
import { NO_FACTS, type SpanFacts, type StepKind } from '../../model/span.ts';
import { type Attributes, textOf } from '../spans/attributes.ts';
import { ATTRIBUTE_NAMES } from './attribute-names.ts';
import { readHistories, type SpanEvent } from './histories.ts';
import { indexFacts, NO_INDICES } from './index-facts.ts';
import { looseContent, looseValue, saysNothing } from './loose-content.ts';
import { withMonocle } from './monocle.ts';
import { completionKey } from './revl-completion.ts';
import { saidKind } from './step-kinds.ts';

export type { SpanEvent } from './histories.ts';

/** What a span says of itself, whatever file format carries it. */
export interface SpanSource {
  readonly name: string;
  readonly attributes: Attributes;
  readonly events: readonly SpanEvent[];
  readonly scope: string;
  /** Counts of dropped attributes, events and links, summed. */
  readonly dropped: number;
}

/**
 * What the conventions read out of a span's attributes and events (design.md 5.1, formats.md 2). Needs `loadHashes()`.
 * @param tellCut is told of an attribute whose value was cut.
 */
export function deriveFacts(source: SpanSource, tellCut: (attribute: string) => void): SpanFacts {
  const { name, dropped } = source;
  const attributes = withMonocle(source.attributes, source.events);
  const facts: { -readonly [K in keyof SpanFacts]: SpanFacts[K] } = {};
  const said = saidKind(name, attributes);
  const toolName = textUnder(attributes, ATTRIBUTE_NAMES.toolName) ?? toolNameOfName(name, said?.kind);
  const kind = said?.kind;
  if (kind !== undefined) facts.stepKind = kind;
  if (said !== undefined) facts.operation = said.word;
  if (toolName !== undefined) facts.toolName = toolName;
  const callId = textUnder(attributes, ATTRIBUTE_NAMES.callId)?.trim();
  if (callId !== undefined && callId !== '') facts.callId = callId;
  const agentName =
    textUnder(attributes, ATTRIBUTE_NAMES.agentName) ?? agentNameOfName(name, kind, attributes);
  if (agentName !== undefined) facts.agentName = agentName;
  const conversationId = textUnder(attributes, ATTRIBUTE_NAMES.conversation);
  if (conversationId !== undefined) facts.conversationId = conversationId;
  const activationId = textUnder(attributes, ATTRIBUTE_NAMES.activation);
  if (activationId !== undefined) facts.activationId = activationId;
  const completion = completionKey(attributes, activationId);
  if (completion !== undefined) facts.completionKey = completion;
  const indices = indexFacts(name, attributes);
  if (indices !== NO_INDICES) facts.indices = indices;
  if (kind === 'tool' || (kind === undefined && toolName !== undefined)) {
    const input = valueUnder(attributes, ATTRIBUTE_NAMES.toolInput);
    if (input !== undefined) facts.toolInput = looseContent(unwrapArguments(input));
    const output = valueUnder(attributes, ATTRIBUTE_NAMES.toolOutput);
    if (output !== undefined) facts.toolOutput = looseContent(output);
  } else {
    addHistories(facts, attributes, source.events, tellCut);
  }
  if (dropped > 0) facts.dropped = dropped;
  // most spans of a service mesh have nothing to say; they share one object
  return Object.keys(facts).length === 0 ? NO_FACTS : facts;
}

function addHistories(
  facts: { -readonly [K in keyof SpanFacts]: SpanFacts[K] },
  attributes: Attributes,
  events: readonly SpanEvent[],
  tellCut: (attribute: string) => void,
): void {
  const histories = readHistories(attributes, events, facts.stepKind);
  if (histories === undefined) return;
  if (histories.input !== undefined) facts.inputHistory = histories.input;
  if (histories.output !== undefined) facts.outputHistory = histories.output;
  if (histories.cut) {
    facts.historyCut = true;
    tellCut(`the recorded messages (${histories.convention})`);
  }
  if (histories.input !== undefined || histories.output !== undefined || histories.cut) {
    facts.historyConvention = histories.convention;
  }
}

function textUnder(attributes: Attributes, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const text = textOf(attributes.get(key));
    if (text !== undefined && text !== '') return text;
  }
  return undefined;
}

function valueUnder(attributes: Attributes, keys: readonly string[]): Json | undefined {
  for (const key of keys) {
    const value = attributes.get(key);
    // an empty argument object is a value: the tool was called without arguments
    if (value !== undefined && (!saysNothing(value) || isJsonObject(value))) return value;
  }
  return undefined;
}

/** LangChain through OpenLLMetry wraps the arguments: `{"input_str": …, "inputs": {…}}`. */
function unwrapArguments(value: Json): Json {
  const inner = looseValue(value);
  if (!isJsonObject(inner) || !inner.has('input_str')) return value;
  const inputs = inner.get('inputs');
  return isJsonObject(inputs) ? inputs : value;
}

/** `execute_tool NAME` is the name that the conventions prescribe. */
function toolNameOfName(name: string, kind: StepKind | undefined): string | undefined {
  return kind === 'tool' && name.startsWith('execute_tool ') ? name.slice('execute_tool '.length) : undefined;
}

function agentNameOfName(
  name: string,
  kind: StepKind | undefined,
  attributes: Attributes,
): string | undefined {
  if (kind !== 'agent') return undefined;
  if (name.startsWith('invoke_agent ')) return name.slice('invoke_agent '.length);
  return textOf(attributes.get('traceloop.entity.name'));
}
