import { isJsonNumber, type Json } from '../../lib/json-value.ts';
import type { IndexFact } from '../../model/span.ts';
import type { Attributes } from '../spans/attributes.ts';

/** Keys that are indices by name (formats.md 2.2); a value that is no integer is still a fact. */
const NAMED = new Set([
  'agent.turn.index',
  'agent.tool.call_index',
  'gen_ai.agent.turn.index',
  'gen_ai.tool.call.position',
  'gen_ai.tool.call_index',
  'gen_ai.tool.call.index',
  'tool.call_index',
  'web_ai.tool.call_index',
  'ragent.tool.call_index',
  'tool.sequence_position',
  'event.sequence',
  'interaction.sequence',
  'gen_ai.react.round',
  'jsonrpc.request.id',
  'mcp.request.id',
  'execution_order',
  'child_execution_order',
  'langgraph_step',
  'ordinal',
]);

/** What the last part of a key must be for an integer under it to be a candidate. */
const SUFFIX =
  /(?:^|[._-])(?:index|idx|position|turn|turn_number|step|step_number|langgraph_step|seq|seq_?no|sequence|sequence_number|sequence_position|order|execution_order|round|iteration|ordinal|call_index|call_position|turn_index|step_index)$/i;

/** Span names that carry a turn number (formats.md 2.2). The key says that it came from the name. */
const NUMBERED_NAMES: readonly (readonly [key: string, pattern: RegExp])[] = [
  ['name:step', /^(?:step|Step) ([0-9]{1,9})$/],
  ['name:iteration', /^iteration-([0-9]{1,9})$/],
  ['name:turn', /^(?:turn|Turn)[ -]([0-9]{1,9})$/],
];

/** Every attribute that may be an explicit index. Which of them count is decided by the examiner's name table. */
export function indexFacts(name: string, attributes: Attributes): readonly IndexFact[] {
  let facts: IndexFact[] | undefined;
  for (const [key, value] of attributes) {
    if (value === null || (typeof value !== 'string' && !isJsonNumber(value))) continue;
    const named = isNamed(key);
    if (!named && !mayBeIndex(key)) continue;
    const raw = typeof value === 'string' ? value : value.token;
    const number = integerOf(raw);
    if (number === undefined && !named) continue;
    facts ??= [];
    facts.push({ key, raw, ...(number === undefined ? {} : { value: number }) });
  }
  for (const fact of metadataFacts(attributes)) {
    facts ??= [];
    facts.push(fact);
  }
  for (const [key, pattern] of NUMBERED_NAMES) {
    const digits = pattern.exec(name)?.[1];
    if (digits === undefined) continue;
    facts ??= [];
    facts.push({ key, raw: digits, value: Number(digits) });
  }
  return facts ?? NO_INDICES;
}

export const NO_INDICES: readonly IndexFact[] = Object.freeze([]);

const decided = new Map<string, 'named' | 'suffix' | 'no'>();

/** Attribute keys repeat in every span; hostile ones must not fill the memory. */
function decisionFor(key: string): 'named' | 'suffix' | 'no' {
  const known = decided.get(key);
  if (known !== undefined) return known;
  const decision = NAMED.has(key) ? 'named' : key.length <= 200 && SUFFIX.test(key) ? 'suffix' : 'no';
  if (decided.size < 10_000) decided.set(key, decision);
  return decision;
}

const isNamed = (key: string): boolean => decisionFor(key) === 'named';
const mayBeIndex = (key: string): boolean => decisionFor(key) === 'suffix';

/** OpenInference and LangSmith keep `langgraph_step` inside a JSON text. */
function* metadataFacts(attributes: Attributes): Generator<IndexFact> {
  for (const key of ['metadata', 'langfuse.observation.metadata']) {
    const value: Json | undefined = attributes.get(key);
    if (value === undefined) continue;
    if (value instanceof Map) {
      const step = value.get('langgraph_step');
      if (isJsonNumber(step)) yield stepFact(step.token);
    } else if (typeof value === 'string') {
      const step = /"langgraph_step"\s*:\s*(-?[0-9]{1,9})\b/.exec(value)?.[1];
      if (step !== undefined) yield stepFact(step);
    }
  }
}

function stepFact(raw: string): IndexFact {
  const value = integerOf(raw);
  return { key: 'metadata.langgraph_step', raw, ...(value === undefined ? {} : { value }) };
}

/** Integers that a double holds exactly. */
function integerOf(raw: string): number | undefined {
  if (!/^-?[0-9]{1,15}$/.test(raw)) return undefined;
  return Number(raw);
}
