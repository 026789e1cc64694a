import { beforeAll, describe, expect, it } from 'vitest';
import { deriveFacts, type SpanEvent } from '../../../src/formats/conventions/derive-facts.ts';
import { loadHashes } from '../../../src/lib/hash.ts';
import { scanWholeJson } from '../../../src/lib/json-scan.ts';
import { isJsonObject, type Json } from '../../../src/lib/json-value.ts';
import { contentOfJson, contentOfText } from '../../../src/model/content.ts';
import type { HistoryItem, SpanFacts } from '../../../src/model/span.ts';

beforeAll(() => loadHashes());

/** A JavaScript value as the scanner gives it. */
function json(value: unknown): Json {
  const scanned = scanWholeJson(new TextEncoder().encode(JSON.stringify(value)));
  if (!scanned.ok) throw new Error(scanned.error.said);
  return scanned.value.value;
}

const cuts: string[] = [];

function facts(
  attributes: Record<string, unknown>,
  name = 'a span',
  events: readonly Record<string, unknown>[] = [],
): SpanFacts {
  const bag = json(attributes);
  if (!isJsonObject(bag)) throw new Error('attributes are an object');
  const list: SpanEvent[] = events.map(({ name: eventName, ...rest }) => {
    const inner = json(rest);
    return { name: String(eventName), attributes: isJsonObject(inner) ? inner : new Map() };
  });
  cuts.length = 0;
  return deriveFacts(
    { name, attributes: bag, events: list, scope: '', dropped: 0 },
    (attribute) => void cuts.push(attribute),
  );
}

/** `call c1 hello`, `result c1`: what a history says, for reading. */
const told = (items: readonly HistoryItem[] | undefined): string[] =>
  (items ?? []).map(({ is, callId, tool }) =>
    [is, callId ?? '-', tool].filter((part) => part !== undefined).join(' '),
  );

describe('kinds of steps', () => {
  it.each<[Record<string, unknown>, string, SpanFacts['stepKind']]>([
    [{ 'gen_ai.operation.name': 'chat' }, '', 'model'],
    [{ 'gen_ai.operation.name': 'generate_content' }, '', 'model'],
    [{ 'gen_ai.operation.name': 'text_completion' }, '', 'model'],
    [{ 'gen_ai.operation.name': 'execute_tool' }, '', 'tool'],
    [{ 'gen_ai.operation.name': 'invoke_agent' }, '', 'agent'],
    [{ 'gen_ai.operation.name': 'create_agent' }, '', 'agent'],
    [{ 'gen_ai.operation.name': 'invoke_workflow' }, '', 'agent'],
    [{ 'gen_ai.operation.name': 'agent_step' }, 'step 1', 'turn'],
    [{ 'gen_ai.operation.name': 'embeddings' }, '', undefined],
    [{ 'openinference.span.kind': 'LLM' }, '', 'model'],
    [{ 'openinference.span.kind': 'TOOL' }, '', 'tool'],
    [{ 'openinference.span.kind': 'AGENT' }, '', 'agent'],
    [{ 'openinference.span.kind': 'CHAIN' }, '', undefined],
    [{ 'traceloop.span.kind': 'tool' }, '', 'tool'],
    [{ 'traceloop.span.kind': 'workflow' }, '', 'agent'],
    [{ 'traceloop.span.kind': 'task' }, '', undefined],
    [{ 'llm.request.type': 'chat' }, 'openai.chat', 'model'],
    [{ 'ai.operationId': 'ai.generateText.doGenerate' }, '', 'model'],
    [{ 'ai.operationId': 'ai.toolCall' }, '', 'tool'],
    [{ 'ai.operationId': 'ai.streamText' }, '', 'agent'],
    [{ 'langfuse.observation.type': 'generation' }, '', 'model'],
    [{ 'mlflow.spanType': 'CHAT_MODEL' }, '', 'model'],
    [{ 'gcp.vertex.agent.llm_request': '{}' }, 'call_llm', 'model'],
    [{ 'span.type': 'tool' }, 'claude_code.tool', 'tool'],
    [{}, 'claude_code.interaction', 'turn'],
    [{ 'http.request.method': 'GET' }, 'GET', undefined],
  ])('%j %s', (attributes, name, kind) => {
    expect(facts(attributes, name).stepKind).toBe(kind);
  });

  it('spans with nothing to say share one object', () => {
    expect(facts({ 'http.route': '/x' })).toBe(facts({}));
  });
});

describe('what a tool step is about', () => {
  it('GenAI: name, id (trimmed), agent, conversation, arguments and result as values', () => {
    const found = facts({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'search',
      'gen_ai.tool.call.id': ' call_1',
      'gen_ai.agent.name': 'planner',
      'gen_ai.conversation.id': 'conv',
      'gen_ai.tool.call.arguments': '{"q": 1.0}',
      'gen_ai.tool.call.result': 'rainy, 57°F',
    });
    expect(found).toMatchObject({
      toolName: 'search',
      callId: 'call_1',
      agentName: 'planner',
      conversationId: 'conv',
    });
    expect(found.toolInput?.equalityKey).toBe(contentOfJson(json({ q: 1 })).equalityKey);
    expect(found.toolOutput).toEqual(contentOfText('rainy, 57°F'));
  });

  it('OpenInference: tool.name, tool.id, input.value, output.value, session.id', () => {
    const found = facts({
      'openinference.span.kind': 'TOOL',
      'tool.name': 'Bash',
      'tool.id': 'toolu_1',
      'tool.parameters': '{"command":"ls"}',
      'input.value': '{"command":"ls"}',
      'output.value': '"quoted"',
      'session.id': 's',
    });
    expect(found).toMatchObject({ toolName: 'Bash', callId: 'toolu_1', conversationId: 's' });
    expect(found.toolInput).toEqual(contentOfJson(json({ command: 'ls' })));
    expect(found.toolOutput).toEqual(contentOfText('quoted'));
  });

  it('Vercel, OpenLLMetry and ADK', () => {
    expect(
      facts({
        'ai.operationId': 'ai.toolCall',
        'ai.toolCall.name': 't',
        'ai.toolCall.id': 'i',
        'ai.toolCall.args': '{}',
      }),
    ).toMatchObject({
      toolName: 't',
      callId: 'i',
      toolInput: { kind: 'json' },
    });
    const traceloop = facts({
      'traceloop.span.kind': 'tool',
      'traceloop.entity.name': 't',
      'traceloop.entity.input': '{"input_str":"{}","inputs":{"a":1},"tags":[]}',
    });
    expect(traceloop.toolInput).toEqual(contentOfJson(json({ a: 1 })));
    expect(
      facts(
        { 'gcp.vertex.agent.tool_call_args': '{"e":"15"}', 'gen_ai.tool.name': 'calc' },
        'execute_tool calc',
      ),
    ).toMatchObject({
      stepKind: 'tool',
      toolInput: contentOfJson(json({ e: '15' })),
    });
  });

  it('names that come from the span name as the conventions prescribe it', () => {
    expect(facts({ 'gen_ai.operation.name': 'execute_tool' }, 'execute_tool hello').toolName).toBe('hello');
    expect(facts({ 'gen_ai.operation.name': 'invoke_agent' }, 'invoke_agent planner').agentName).toBe(
      'planner',
    );
  });
});

describe('index facts', () => {
  it('keeps every integer under a name or suffix of formats.md 2.2, as written', () => {
    const found = facts({
      'agent.turn.index': 3,
      'agent.tool.call_index': '0',
      'gen_ai.tool.call.position': -1,
      'event.sequence': 'abc',
      'my.own.call_index': 7,
      'my.own.sequence': 'not a number',
      'http.status_code': 200,
      langgraph_step: 2,
    });
    expect(found.indices).toEqual([
      { key: 'agent.turn.index', raw: '3', value: 3 },
      { key: 'agent.tool.call_index', raw: '0', value: 0 },
      { key: 'gen_ai.tool.call.position', raw: '-1', value: -1 },
      { key: 'event.sequence', raw: 'abc' },
      { key: 'my.own.call_index', raw: '7', value: 7 },
      { key: 'langgraph_step', raw: '2', value: 2 },
    ]);
  });

  it('reads numbers out of names and metadata, and says so in the key', () => {
    expect(facts({}, 'Step 12').indices).toEqual([{ key: 'name:step', raw: '12', value: 12 }]);
    expect(facts({ metadata: '{"langgraph_step": 4, "x": 1}' }).indices).toEqual([
      { key: 'metadata.langgraph_step', raw: '4', value: 4 },
    ]);
  });
});

const CALLS = ['call c1 hello', 'call c2 bye'];
const RESULTS = ['result c2', 'result c1'];

describe('histories (formats.md 2.4)', () => {
  const parts = {
    output: [
      {
        role: 'assistant',
        parts: [
          { type: 'text', content: 'I will' },
          { type: 'tool_call', id: 'c1', name: 'hello', arguments: { a: 1 } },
          { type: 'tool_call', id: ' c2', name: 'bye', arguments: '{"a":1.0}' },
        ],
        finish_reason: 'tool_call',
      },
    ],
    input: [
      { role: 'user', parts: [{ type: 'text', content: 'do' }] },
      { role: 'tool', parts: [{ type: 'tool_call_response', id: 'c2', response: 'B' }] },
      { role: 'tool', parts: [{ type: 'tool_call_response', id: 'c1', result: { x: 1 } }] },
    ],
  };

  it('GenAI messages, as texts and as values', () => {
    for (const wrap of [JSON.stringify, (value: unknown) => value]) {
      const found = facts({
        'gen_ai.operation.name': 'chat',
        'gen_ai.output.messages': wrap(parts.output),
        'gen_ai.input.messages': wrap(parts.input),
      });
      expect(told(found.outputHistory)).toEqual(CALLS);
      expect(told(found.inputHistory)).toEqual(RESULTS);
      expect(found.historyConvention).toBe('gen_ai');
      expect(found.historyCut).toBeUndefined();
      const [one, two] = found.outputHistory ?? [];
      expect(one?.argumentsKey).toBe(two?.argumentsKey);
      expect(found.inputHistory?.[0]?.resultKey).toBe(contentOfText('B').equalityKey);
      expect(found.inputHistory?.[1]?.resultKey).toBe(contentOfJson(json({ x: 1 })).equalityKey);
    }
  });

  it('of several candidates the first counts', () => {
    const candidate = (id: string) => ({
      role: 'assistant',
      finish_reason: 'stop',
      parts: [{ type: 'tool_call', id, name: 'n' }],
    });
    const found = facts({
      'gen_ai.operation.name': 'chat',
      'gen_ai.output.messages': [candidate('a'), candidate('b')],
    });
    expect(told(found.outputHistory)).toEqual(['call a n']);
  });

  it('OpenInference: numbered keys in numeric order, gaps allowed', () => {
    const found = facts({
      'openinference.span.kind': 'LLM',
      'llm.output_messages.0.message.role': 'assistant',
      'llm.output_messages.0.message.tool_calls.10.tool_call.id': 'c2',
      'llm.output_messages.0.message.tool_calls.10.tool_call.function.name': 'bye',
      'llm.output_messages.0.message.tool_calls.2.tool_call.id': 'c1',
      'llm.output_messages.0.message.tool_calls.2.tool_call.function.name': 'hello',
      'llm.output_messages.0.message.tool_calls.2.tool_call.function.arguments': '{"a":1}',
      'llm.input_messages.10.message.role': 'tool',
      'llm.input_messages.10.message.tool_call_id': 'c1',
      'llm.input_messages.10.message.content': 'A',
      'llm.input_messages.9.message.role': 'tool',
      'llm.input_messages.9.message.tool_call_id': 'c2',
      'llm.input_messages.0.message.role': 'user',
      'llm.input_messages.0.message.content': 'hi',
    });
    expect(told(found.outputHistory)).toEqual(CALLS);
    expect(told(found.inputHistory)).toEqual(RESULTS);
    expect(found.outputHistory?.[0]?.argumentsKey).toBe(contentOfJson(json({ a: 1 })).equalityKey);
    expect(found.historyConvention).toBe('openinference');
  });

  it('OpenInference: parallel calls over two assistant messages', () => {
    const found = facts({
      'openinference.span.kind': 'LLM',
      'llm.output_messages.0.message.tool_calls.0.tool_call.id': 'c1',
      'llm.output_messages.0.message.tool_calls.0.tool_call.function.name': 'hello',
      'llm.output_messages.1.message.tool_calls.0.tool_call.id': 'c2',
      'llm.output_messages.1.message.tool_calls.0.tool_call.function.name': 'bye',
    });
    expect(told(found.outputHistory)).toEqual(CALLS);
  });

  it('OpenInference: nested lists instead of keys (Parquet, REST)', () => {
    const found = facts({
      'openinference.span.kind': 'LLM',
      'llm.output_messages': [
        {
          message: {
            role: 'assistant',
            tool_calls: [{ tool_call: { id: 'c1', function: { name: 'hello', arguments: '{}' } } }],
          },
        },
      ],
    });
    expect(told(found.outputHistory)).toEqual(['call c1 hello']);
  });

  it('OpenLLMetry: flat prompt and completion', () => {
    const found = facts({
      'llm.request.type': 'chat',
      'gen_ai.completion.0.role': 'assistant',
      'gen_ai.completion.0.tool_calls.0.id': 'c1',
      'gen_ai.completion.0.tool_calls.0.name': 'hello',
      'gen_ai.completion.0.tool_calls.1.id': 'c2',
      'gen_ai.completion.0.tool_calls.1.name': 'bye',
      'gen_ai.prompt.0.role': 'user',
      'gen_ai.prompt.1.role': 'tool',
      'gen_ai.prompt.1.tool_call_id': 'c2',
      'gen_ai.prompt.1.content': 'B',
      'gen_ai.prompt.2.role': 'tool',
      'gen_ai.prompt.2.tool_call_id': 'c1',
    });
    expect(told(found.outputHistory)).toEqual(CALLS);
    expect(told(found.inputHistory)).toEqual(RESULTS);
    expect(found.historyConvention).toBe('openllmetry');
  });

  it('Koog: one choice per call, calls with the role of results, results without ids', () => {
    const call = (id: string, name: string) => JSON.stringify([{ function: { name, arguments: '{}' }, id }]);
    const found = facts({
      'gen_ai.operation.name': 'chat',
      'gen_ai.completion.0.content': call('c1', 'hello'),
      'gen_ai.completion.1.content': call('c2', 'bye'),
      'gen_ai.prompt.0.role': 'user',
      'gen_ai.prompt.0.content': 'hi',
      'gen_ai.prompt.1.role': 'tool',
      'gen_ai.prompt.1.content': call('c1', 'hello'),
      'gen_ai.prompt.2.role': 'tool',
      'gen_ai.prompt.2.content': 'Hello!',
      'gen_ai.prompt.3.role': 'tool',
      'gen_ai.prompt.3.content': call('c2', 'bye'),
      'gen_ai.prompt.4.role': 'tool',
      'gen_ai.prompt.4.content': 'Bye!',
    });
    expect(told(found.outputHistory)).toEqual(CALLS);
    expect(told(found.inputHistory)).toEqual(['call c1 hello', 'result -', 'call c2 bye', 'result -']);
  });

  it('Vercel', () => {
    const found = facts({
      'ai.operationId': 'ai.generateText.doGenerate',
      'ai.response.toolCalls': JSON.stringify([
        { toolCallId: 'c1', toolName: 'hello', input: '{"a":1}' },
        { toolCallId: 'c2', toolName: 'bye', args: { a: 1 } },
      ]),
      'ai.prompt.messages': JSON.stringify([
        { role: 'user', content: [{ type: 'text', text: 'hi' }] },
        {
          role: 'tool',
          content: [
            { type: 'tool-result', toolCallId: 'c2', toolName: 'bye', output: { type: 'text', value: 'B' } },
          ],
        },
        {
          role: 'tool',
          content: [{ type: 'tool-result', toolCallId: 'c1', toolName: 'hello', result: 'A' }],
        },
      ]),
    });
    expect(told(found.outputHistory)).toEqual(CALLS);
    expect(told(found.inputHistory)).toEqual(['result c2 bye', 'result c1 hello']);
  });

  it('events of the older conventions, and the one event with the whole lists', () => {
    const older = facts({ 'gen_ai.operation.name': 'chat' }, 'chat', [
      { name: 'gen_ai.user.message', content: 'hi' },
      { name: 'gen_ai.tool.message', id: 'c2', content: 'B' },
      { name: 'gen_ai.tool.message', id: 'c1', content: 'A' },
      {
        name: 'gen_ai.choice',
        index: 0,
        message: JSON.stringify({
          tool_calls: [
            { id: 'c1', function: { name: 'hello', arguments: '{}' } },
            { id: 'c2', function: { name: 'bye' } },
          ],
        }),
      },
    ]);
    expect(told(older.outputHistory)).toEqual(CALLS);
    expect(told(older.inputHistory)).toEqual(RESULTS);
    const whole = facts({ 'gen_ai.operation.name': 'chat' }, 'chat', [
      {
        name: 'gen_ai.client.inference.operation.details',
        'gen_ai.input.messages': JSON.stringify(parts.input),
        'gen_ai.output.messages': JSON.stringify(parts.output),
      },
    ]);
    expect(told(whole.outputHistory)).toEqual(CALLS);
    expect(told(whole.inputHistory)).toEqual(RESULTS);
  });

  it('ADK: Gemini parts, ids optional', () => {
    const found = facts(
      {
        'gcp.vertex.agent.llm_request': JSON.stringify({
          contents: [
            { role: 'user', parts: [{ text: 'hi' }] },
            {
              role: 'model',
              parts: [
                { function_call: { id: 'c1', name: 'hello', args: {} } },
                { function_call: { name: 'bye', args: {} } },
              ],
            },
            {
              role: 'user',
              parts: [
                { function_response: { id: 'c1', name: 'hello', response: { result: 'A' } } },
                { function_response: { name: 'bye', response: {} } },
              ],
            },
          ],
        }),
        'gcp.vertex.agent.llm_response': JSON.stringify({
          content: { role: 'model', parts: [{ functionCall: { id: 'c3', name: 'last', args: {} } }] },
        }),
      },
      'call_llm',
    );
    expect(told(found.inputHistory)).toEqual([
      'call c1 hello',
      'call - bye',
      'result c1 hello',
      'result - bye',
    ]);
    expect(told(found.outputHistory)).toEqual(['call c3 last']);
  });

  it('raw messages of OpenAI, Anthropic, the Responses API and LangChain', () => {
    const read = (messages: unknown): string[] =>
      told(
        facts({ 'gen_ai.operation.name': 'chat', 'gen_ai.input.messages': JSON.stringify(messages) })
          .inputHistory,
      );
    expect(
      read([
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'c1', type: 'function', function: { name: 'hello', arguments: '{}' } }],
        },
        { role: 'tool', tool_call_id: 'c1', content: 'A' },
      ]),
    ).toEqual(['call c1 hello', 'result c1']);
    expect(
      read([
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'x' },
            { type: 'tool_use', id: 'c1', name: 'hello', input: {} },
          ],
        },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'A' }] },
      ]),
    ).toEqual(['call c1 hello', 'result c1']);
    expect(
      read([
        { type: 'function_call', call_id: 'c1', name: 'hello', arguments: '{}' },
        { type: 'function_call', call_id: 'c2', name: 'bye', arguments: '{}' },
        { type: 'function_call_output', call_id: 'c2', output: 'B' },
      ]),
    ).toEqual(['call c1 hello', 'call c2 bye', 'result c2']);
    const langchain = (kind: string, kwargs: unknown) => ({
      lc: 1,
      type: 'constructor',
      id: ['langchain_core', 'messages', kind],
      kwargs,
    });
    expect(
      read([
        langchain('AIMessage', {
          content: [{ type: 'tool_use', id: 'c1', name: 'hello', input: {} }],
          tool_calls: [{ id: 'c1', name: 'hello', args: {} }],
          additional_kwargs: { tool_calls: [{ id: 'c1', function: { name: 'hello' } }] },
        }),
        langchain('ToolMessage', { type: 'tool', content: 'A', tool_call_id: 'c1', name: 'hello' }),
      ]),
    ).toEqual(['call c1 hello', 'result c1 hello']);
  });

  it('Langfuse: roles that are tool names, definitions among the messages', () => {
    const found = facts({
      'langfuse.observation.type': 'GENERATION',
      'langfuse.observation.input': [
        {
          role: 'assistant',
          content: '',
          tool_calls: [{ id: 'c1', function: { name: 'hello', arguments: '{}' } }],
        },
        { role: 'hello', content: 'A', additional_kwargs: {} },
        { role: 'tool', content: { type: 'function', function: { name: 'bye', parameters: {} } } },
      ],
      'langfuse.observation.output': {
        role: 'assistant',
        additional_kwargs: { tool_calls: [{ id: 'c2', function: { name: 'bye' } }] },
      },
    });
    expect(told(found.inputHistory)).toEqual(['call c1 hello', 'result - hello']);
    expect(told(found.outputHistory)).toEqual(['call c2 bye']);
  });

  it('Monocle: two events with texts of an own shape', () => {
    const own = { 'monocle_apptrace.version': '0.7', 'entity.1.name': 'book_flight' };
    const model = facts({ ...own, 'span.type': 'inference' }, 'create', [
      {
        name: 'data.input',
        input: [
          '{"user": "go"}',
          '{"ai": "[{\\"name\\": \\"a\\", \\"args\\": {\\"x\\": 1}, \\"id\\": \\"c1\\"}]"}',
          '{"assistant": ["{\\"tool_function\\": \\"b\\", \\"tool_arguments\\": \\"{}\\"}"]}',
          '{"tool": "done"}',
        ],
      },
      {
        name: 'data.output',
        response: '{"tools": [{"tool_id": "c2", "tool_name": "book_flight", "tool_arguments": ""}]}',
      },
    ]);
    expect(model.stepKind).toBe('model');
    expect(told(model.inputHistory)).toEqual(['call c1 a', 'call - b', 'result -']);
    expect(model.outputHistory).toEqual([{ is: 'call', callId: 'c2', tool: 'book_flight' }]);
    const tool = facts({ ...own, 'span.type': 'agentic.tool.invocation' }, 'invoke', [
      { name: 'data.input', input: '{"from": "BOM"}' },
      { name: 'data.output', response: 'CONFIRMED' },
    ]);
    expect(tool).toMatchObject({
      stepKind: 'tool',
      toolName: 'book_flight',
      toolInput: { kind: 'json' },
      toolOutput: contentOfText('CONFIRMED'),
    });
  });

  it('what goes into spans that are no models is no history', () => {
    const state = { messages: [{ role: 'tool', tool_call_id: 'c1', content: 'A' }] };
    expect(
      facts({ 'langfuse.observation.type': 'SPAN', 'langfuse.observation.input': state }).inputHistory,
    ).toBeUndefined();
    expect(
      facts({ 'langfuse.observation.type': 'GENERATION', 'langfuse.observation.input': '{not json' })
        .historyCut,
    ).toBeUndefined();
  });

  it('a cut list gives its longest valid beginning and is marked (formats.md 3.15)', () => {
    const whole = JSON.stringify(parts.input);
    const cut = whole.indexOf('"c1"') + 10;
    const found = facts({ 'gen_ai.operation.name': 'chat', 'gen_ai.input.messages': whole.slice(0, cut) });
    expect(told(found.inputHistory)).toEqual(['result c2', 'result c1']);
    expect(found.historyCut).toBe(true);
    expect(cuts).toEqual(['the recorded messages (gen_ai)']);
    for (let end = 0; end < whole.length; end++) {
      const some = facts({ 'gen_ai.operation.name': 'chat', 'gen_ai.input.messages': whole.slice(0, end) });
      expect(told(some.inputHistory).length).toBeLessThanOrEqual(2);
    }
  });

  it('a list that cannot be read at all is no full witness', () => {
    const found = facts({ 'gen_ai.operation.name': 'chat', 'gen_ai.input.messages': "[{'role': 'user'}]" });
    expect(found.inputHistory).toBeUndefined();
    expect(found.historyCut).toBe(true);
  });

  it('a plain prompt is no list', () => {
    expect(
      facts({ 'gen_ai.operation.name': 'chat', 'gen_ai.prompt': 'Say hello' }).historyCut,
    ).toBeUndefined();
  });
});
