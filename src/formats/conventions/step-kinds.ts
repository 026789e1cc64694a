import type { StepKind } from '../../model/span.ts';
import type { Attributes } from '../spans/attributes.ts';

/** What a convention says of a span, and the word it says it with. */
export interface SaidKind {
  /** Undefined: the word is known to name no step (a chain, an embedding), or is not known. */
  readonly kind: StepKind | undefined;
  readonly word: string;
}

interface KindName {
  readonly key: string;
  readonly words: ReadonlyMap<string, StepKind>;
}

const words = (pairs: Readonly<Record<StepKind, readonly string[]>>): ReadonlyMap<string, StepKind> =>
  new Map(
    Object.entries(pairs).flatMap(([kind, list]) => list.map((word) => [word, kind as StepKind] as const)),
  );

/**
 * Attributes whose value names the kind of a step, in order of trust (formats.md 2.1, 1.10, 1.15). The first one that
 * is present and known decides; words are compared in lower case.
 */
const KIND_NAMES: readonly KindName[] = [
  {
    key: 'gen_ai.operation.name',
    words: words({
      model: ['chat', 'generate_content', 'text_completion', 'completion', 'message', 'responses'],
      tool: ['execute_tool'],
      agent: ['invoke_agent', 'create_agent', 'invoke_workflow'],
      turn: ['agent_step'],
      dispatch: ['dispatch_tool', 'tool_dispatch'],
    }),
  },
  {
    key: 'openinference.span.kind',
    words: words({ model: ['llm'], tool: ['tool'], agent: ['agent'], turn: [], dispatch: [] }),
  },
  {
    key: 'traceloop.span.kind',
    words: words({ model: [], tool: ['tool'], agent: ['agent', 'workflow'], turn: [], dispatch: [] }),
  },
  {
    key: 'langfuse.observation.type',
    words: words({ model: ['generation'], tool: ['tool'], agent: ['agent'], turn: [], dispatch: [] }),
  },
  {
    key: 'mlflow.spanType',
    words: words({ model: ['llm', 'chat_model'], tool: ['tool'], agent: ['agent'], turn: [], dispatch: [] }),
  },
  {
    key: 'langsmith.span.kind',
    words: words({ model: ['llm'], tool: ['tool'], agent: ['agent'], turn: [], dispatch: [] }),
  },
  {
    key: 'ai.operationId',
    words: words({
      model: [
        'ai.generatetext.dogenerate',
        'ai.streamtext.dostream',
        'ai.generateobject.dogenerate',
        'ai.streamobject.dostream',
      ],
      tool: ['ai.toolcall'],
      agent: ['ai.generatetext', 'ai.streamtext', 'ai.generateobject', 'ai.streamobject'],
      turn: [],
      dispatch: [],
    }),
  },
  {
    key: 'span.type',
    words: words({
      model: ['inference', 'inference.framework', 'llm', 'llm_request'],
      tool: ['agentic.tool.invocation', 'tool'],
      agent: ['agentic.invocation', 'agentic.request', 'agent'],
      turn: ['agentic.turn', 'interaction'],
      dispatch: [],
    }),
  },
  {
    key: 'llm.request.type',
    words: words({ model: ['chat', 'completion'], tool: [], agent: [], turn: [], dispatch: [] }),
  },
];

/** Attributes whose mere presence shows the kind, where no word does. */
const SHOWN_BY: readonly (readonly [key: string, kind: StepKind])[] = [
  ['gcp.vertex.agent.tool_call_args', 'tool'],
  ['ai.toolCall.name', 'tool'],
  ['llm.input_messages.0.message.role', 'model'],
];

/** Span names that producers reserve. */
const KIND_OF_NAME: ReadonlyMap<string, StepKind> = new Map([
  ['claude_code.interaction', 'turn'],
  ['claude_code.llm_request', 'model'],
  ['claude_code.tool', 'tool'],
  ['tool.dispatch', 'dispatch'],
  ['call_llm', 'model'],
]);

export function saidKind(name: string, attributes: Attributes): SaidKind | undefined {
  let unknown: SaidKind | undefined;
  for (const { key, words: known } of KIND_NAMES) {
    const word = attributes.get(key);
    if (typeof word !== 'string') continue;
    const kind = known.get(word.toLowerCase());
    if (kind !== undefined) return { kind, word };
    unknown ??= { kind: undefined, word };
  }
  for (const [key, kind] of SHOWN_BY) if (attributes.has(key)) return { kind, word: unknown?.word ?? key };
  const kind = KIND_OF_NAME.get(name);
  return kind === undefined ? unknown : { kind, word: unknown?.word ?? name };
}
