import { hexOf, numberOf } from './made-ids.ts';
import type { MadeSpan } from './otlp-lines.ts';
import type { Json, JsonObject, Script, ScriptedCall, ScriptedTurn, State } from './script.ts';

/** What was written down while a script ran. */
export interface Recording {
  readonly traceId: string;
  readonly spans: readonly MadeSpan[];
  /** In the order in which the calls ended. */
  readonly calls: readonly MadeCall[];
  readonly decisions: readonly MadeDecision[];
}

/** A call record of `witnessmark.calls/1`, without `record`. */
export interface MadeCall {
  readonly agent: string;
  readonly turn_index: number;
  readonly call_index?: number;
  readonly call_id?: string;
  readonly trace_id?: string;
  readonly span_id?: string;
  readonly tool: string;
  readonly input: JsonObject;
  readonly output: Json;
  readonly effects: 'none' | 'read' | 'write';
  readonly coverage: 'full';
  readonly pre_state?: readonly State[];
  readonly post_state: readonly State[];
  readonly idempotency_key?: string;
  readonly served_from_idempotency_cache: boolean;
}

/** What a sealed log knows of one model call. */
export interface MadeDecision {
  readonly component: string;
  readonly step: number;
  readonly prompt: string;
  readonly answer: string;
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly latencyMs: number;
  /** ns. */
  readonly end: bigint;
}

const MODEL = 'atlas-2-large';
const MS = 1_000_000n;

/** Plays a script. The session's name and the start decide every id and every time. */
export function runScript(session: string, script: Script, start: bigint): Recording {
  const traceId = hexOf(`${session} trace`, 32);
  const spans: MadeSpan[] = [];
  const calls: { readonly end: bigint; readonly call: MadeCall }[] = [];
  const decisions: MadeDecision[] = [];
  const spanIdOf = (place: string): string => hexOf(`${session} ${place}`, 16);

  function runAgent({ agent, task, turns }: Script, parentId: string | undefined, from: bigint): bigint {
    const spanId = spanIdOf(agent);
    let now = from + 2n * MS;
    let messages: JsonObject[] = [message('user', text(task))];
    for (const [index, turn] of turns.entries()) {
      if (turn.messages === 'compacted') {
        messages = [message('user', text(`Summary of turns 0 to ${index - 1}. ${task}`))];
      }
      now = runTurn(agent, index, turn, spanId, messages, now) + 1n * MS;
    }
    spans.push({
      spanId,
      ...(parentId === undefined ? {} : { parentId }),
      name: `invoke_agent ${agent}`,
      kind: 1,
      start: from,
      end: now,
      attributes: {
        'gen_ai.operation.name': 'invoke_agent',
        'gen_ai.agent.name': agent,
        'gen_ai.conversation.id': session,
      },
    });
    return now;
  }

  function runTurn(
    agent: string,
    index: number,
    turn: ScriptedTurn,
    agentSpan: string,
    messages: JsonObject[],
    from: bigint,
  ): bigint {
    const place = `${agent}/${index}`;
    const spanId = spanIdOf(place);
    const ids = turn.calls.map((_, i) => `call_${hexOf(`${session} ${place}/${i} id`, 12)}`);
    const answer = message(
      'assistant',
      text(turn.says),
      ...turn.calls.map(({ tool, input }, i) => ({
        type: 'tool_call',
        id: ids[i] as string,
        name: tool,
        arguments: input,
      })),
    );
    let now = runModel(place, agent, index, turn, spanId, messages, answer, from + 1n * MS) + 2n * MS;
    messages.push(answer);
    let last = now;
    for (const [i, call] of turn.calls.entries()) {
      const begin = now + BigInt(i) * 400_000n;
      const end = runCall(`${place}/${i}`, agent, index, i, call, turn, ids[i] as string, spanId, begin);
      if (end > last) last = end;
      messages.push(
        message('tool', { type: 'tool_call_response', id: ids[i] as string, response: call.output }),
      );
    }
    now = last + 1n * MS;
    spans.push({
      spanId,
      parentId: agentSpan,
      name: `turn ${index}`,
      kind: 1,
      start: from,
      end: now,
      attributes: { 'agent.turn.index': index },
    });
    return now;
  }

  function runModel(
    place: string,
    agent: string,
    step: number,
    turn: ScriptedTurn,
    parentId: string,
    messages: readonly JsonObject[],
    answer: JsonObject,
    from: bigint,
  ): bigint {
    const latencyMs = numberOf(`${session} ${place} latency`, 640, 1900);
    const end = from + BigInt(latencyMs) * MS + BigInt(numberOf(`${place} ns`, 1000, 900_000));
    const prompt = JSON.stringify(messages);
    const answered = JSON.stringify([
      { ...answer, finish_reason: turn.calls.length > 0 ? 'tool_call' : 'stop' },
    ]);
    const tokensIn = 60 + Math.round(prompt.length / 4);
    const tokensOut = Math.round(answered.length / 4);
    const kept = turn.messages !== 'dropped';
    spans.push({
      spanId: spanIdOf(`${place} model`),
      parentId,
      name: `chat ${MODEL}`,
      kind: 3,
      start: from,
      end,
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.provider.name': 'atlas',
        'gen_ai.request.model': MODEL,
        'gen_ai.usage.input_tokens': tokensIn,
        'gen_ai.usage.output_tokens': tokensOut,
        'revl.activation.id': `${agent}#g1#a1`,
        'revl.llm.latency': latencyMs / 1000,
        'gen_ai.input.messages': kept ? prompt : undefined,
        'gen_ai.output.messages': kept ? answered : undefined,
      },
      ...(kept ? {} : { dropped: 2 }),
    });
    decisions.push({ component: agent, step, prompt, answer: answered, tokensIn, tokensOut, latencyMs, end });
    return end;
  }

  function runCall(
    place: string,
    agent: string,
    turnIndex: number,
    callIndex: number,
    call: ScriptedCall,
    turn: ScriptedTurn,
    callId: string,
    turnSpan: string,
    from: bigint,
  ): bigint {
    const spanId = spanIdOf(`${place} ${call.tool}`);
    const took = call.takes ?? numberOf(`${session} ${place} took`, 18, 420);
    const end =
      call.runs === undefined
        ? from + BigInt(took) * MS + BigInt(numberOf(`${place} ns`, 1000, 900_000))
        : runAgent(call.runs, spanId, from + 1n * MS) + 1n * MS;
    const told = turn.pooled === undefined;
    spans.push({
      spanId,
      parentId: call.orphaned === undefined ? turnSpan : spanIdOf(`${place} sampled away`),
      name: `execute_tool ${call.tool}`,
      kind: 1,
      start: from,
      end,
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': call.tool,
        'gen_ai.tool.type': 'function',
        'gen_ai.tool.call.id': told ? callId : undefined,
        'agent.tool.call_index': told ? callIndex : undefined,
        'gen_ai.tool.call.arguments': told ? JSON.stringify(call.input) : undefined,
      },
    });
    const record: MadeCall = {
      agent,
      turn_index: turnIndex,
      ...(told ? { call_index: callIndex, call_id: callId } : {}),
      trace_id: traceId,
      span_id: spanId,
      tool: call.tool,
      input: call.input,
      output: call.output,
      effects: call.effects,
      coverage: 'full',
      ...(call.before === undefined ? {} : { pre_state: call.before }),
      post_state: call.after ?? [],
      ...(call.effects === 'write' ? { idempotency_key: `k-${hexOf(`${session} ${place} key`, 16)}` } : {}),
      served_from_idempotency_cache: false,
    };
    calls.push({ end, call: record });
    return end;
  }

  runAgent(script, undefined, start);
  calls.sort((a, b) => (a.end === b.end ? 0 : a.end < b.end ? -1 : 1));
  return { traceId, spans, calls: calls.map(({ call }) => call), decisions };
}

const message = (role: string, ...parts: readonly JsonObject[]): JsonObject => ({ role, parts });
const text = (content: string): JsonObject => ({ type: 'text', content });
