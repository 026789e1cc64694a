import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Codec, parquetOf } from '../test/intake/parquet-file.ts';
import { newFolder } from './bundles.ts';

/** Traces that the tests make for themselves, in the shapes that real ones have. */

interface MadeSpan {
  readonly id: number;
  readonly parent?: number | string;
  readonly name: string;
  /** `gen_ai.operation.name`; undefined for a span that is no step. */
  readonly operation?: string;
  /** Milliseconds after the session's start. */
  readonly from: number;
  readonly to: number;
  readonly more?: Readonly<Record<string, string | number>>;
}

const START = 1_790_000_000_000;
const spanId = (id: number | string): string =>
  typeof id === 'string' ? id : id.toString(16).padStart(16, '0');

const attributesOf = (values: Readonly<Record<string, string | number>>) =>
  Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }));

const otlpSpan = ({ id, parent, name, operation, from, to, more = {} }: MadeSpan) => ({
  traceId: 'a1'.padStart(32, '0'),
  spanId: spanId(id),
  ...(parent === undefined ? {} : { parentSpanId: spanId(parent) }),
  name,
  startTimeUnixNano: `${START + from}000000`,
  endTimeUnixNano: `${START + to}000000`,
  attributes: attributesOf({
    ...(operation === undefined ? {} : { 'gen_ai.operation.name': operation }),
    ...(operation === 'execute_tool' ? { 'gen_ai.tool.name': name } : {}),
    ...more,
  }),
});

const resourceOf = (service: string, instance: string) => ({
  attributes: attributesOf({ 'service.name': service, 'service.instance.id': instance }),
});

async function writeTrace(name: string, spans: readonly MadeSpan[]): Promise<string> {
  const path = join(await newFolder(), name);
  const document = {
    resourceSpans: [
      {
        resource: resourceOf('agent', 'one'),
        scopeSpans: [{ scope: { name: 'made' }, spans: spans.map(otlpSpan) }],
      },
    ],
  };
  await writeFile(path, JSON.stringify(document));
  return path;
}

/** One model call that is answered by so many tool calls at once: nothing says in which order their results were read. */
export const fanOut = (width: number): Promise<string> =>
  writeTrace(`fan-out-${width}.json`, [
    { id: 1, name: 'planner', operation: 'invoke_agent', from: 0, to: 10_000 },
    { id: 2, parent: 1, name: 'chat', operation: 'chat', from: 10, to: 900 },
    ...Array.from({ length: width }, (_, i) => ({
      id: 3 + i,
      parent: 1,
      name: `lookup_${i}`,
      operation: 'execute_tool',
      from: 1_000 + i,
      to: 5_000 + i,
    })),
  ]);

/** Turns of a model call and two tool calls at once that carry no index: a session of so many steps. */
export function longSession(steps: number): Promise<string> {
  const spans: MadeSpan[] = [];
  const turns = Math.floor((steps - 1) / 3);
  for (let turn = 0; turn < turns; turn++) {
    const [base, id] = [turn * 100, 2 + turn * 3];
    const more = { 'agent.turn.index': turn };
    spans.push(
      { id, parent: 1, name: 'chat', operation: 'chat', from: base, to: base + 30, more },
      {
        id: id + 1,
        parent: 1,
        name: 'read',
        operation: 'execute_tool',
        from: base + 40,
        to: base + 80,
        more,
      },
      {
        id: id + 2,
        parent: 1,
        name: 'write',
        operation: 'execute_tool',
        from: base + 50,
        to: base + 90,
        more,
      },
    );
  }
  const root = { id: 1, name: 'worker', operation: 'invoke_agent', from: 0, to: turns * 100 };
  return writeTrace(`long-${steps}.json`, [root, ...spans]);
}

/** A Jaeger download of a chat application: bursts of tool calls that overlap, in turns without any index. */
export async function jaegerBursts(): Promise<string> {
  const tag = (key: string, value: string) => ({ key, type: 'string', value });
  const span = (
    id: number,
    parent: number | undefined,
    name: string,
    operation: string,
    from: number,
    to: number,
  ) => ({
    traceID: 'b2'.padStart(32, '0'),
    spanID: spanId(id),
    operationName: name,
    references:
      parent === undefined
        ? []
        : [{ refType: 'CHILD_OF', traceID: 'b2'.padStart(32, '0'), spanID: spanId(parent) }],
    startTime: START * 1_000 + from * 1_000,
    duration: (to - from) * 1_000,
    tags: [
      tag('gen_ai.operation.name', operation),
      ...(operation === 'execute_tool' ? [tag('gen_ai.tool.name', name)] : []),
    ],
    logs: [],
    processID: 'p1',
  });
  const spans = [span(1, undefined, 'assistant', 'invoke_agent', 0, 4_000)];
  for (let burst = 0; burst < 4; burst++) {
    const base = 100 + burst * 900;
    spans.push(span(10 + burst * 10, 1, 'chat', 'chat', base, base + 200));
    for (let i = 0; i < 3; i++)
      spans.push(span(11 + burst * 10 + i, 1, `tool_${i}`, 'execute_tool', base + 250 + i * 50, base + 600));
  }
  const path = join(await newFolder(), 'download.json');
  const processes = { p1: { serviceName: 'assistant', tags: [] } };
  await writeFile(path, JSON.stringify({ data: [{ traceID: 'b2'.padStart(32, '0'), spans, processes }] }));
  return path;
}

/** A Tempo download of a cluster: server spans of which the clients' spans were exported elsewhere, each its own parent lost. */
export async function tempoOrphans(): Promise<string> {
  const spans: MadeSpan[] = [
    { id: 1, name: 'agent.run', operation: 'invoke_agent', from: 0, to: 5_000 },
    { id: 2, parent: 1, name: 'chat', operation: 'chat', from: 100, to: 1_000 },
    { id: 3, parent: 1, name: 'k8s_get', operation: 'execute_tool', from: 1_100, to: 2_000 },
    ...Array.from({ length: 3 }, (_, i) => ({
      id: 20 + i,
      parent: (0xf0 + i).toString(16).padStart(16, '0'),
      name: `k8s_apply_${i}`,
      operation: 'execute_tool',
      from: 2_100 + i * 300,
      to: 2_300 + i * 300,
    })),
    { id: 30, parent: 'dead0000dead0000', name: 'GET /healthz', from: 2_500, to: 2_510 },
  ];
  const path = join(await newFolder(), 'trace-export.json');
  const batches = [
    {
      resource: resourceOf('agent', 'pod-1'),
      scopeSpans: [{ scope: { name: 'made' }, spans: spans.map(otlpSpan) }],
    },
  ];
  await writeFile(path, JSON.stringify({ batches }));
  return path;
}

/** A recording whose manifest names another hash, and a file that is not there. */
export async function contradictedManifest(): Promise<readonly string[]> {
  const folder = await newFolder();
  const log = [
    { record: 'session', schema: 'witnessmark.calls/1', role: 'recorded', session_id: 's-1' },
    {
      record: 'call',
      turn_index: 0,
      call_index: 0,
      tool: 'pay',
      input: { to: 'x' },
      output: 'ok',
      post_state: [],
    },
    { record: 'end', calls: 1 },
  ];
  const manifest = {
    witnessmark: 1,
    title: 'contradicted',
    session: 's-1',
    files: [
      { path: 'recorded.jsonl', role: 'recorded-calls', sha256: '0'.repeat(64) },
      { path: 'replay.jsonl', role: 'replayed-calls' },
    ],
  };
  const [logPath, manifestPath] = [join(folder, 'recorded.jsonl'), join(folder, 'incident.json')];
  await writeFile(logPath, log.map((record) => JSON.stringify(record)).join('\n'));
  await writeFile(manifestPath, JSON.stringify(manifest));
  return [logPath, manifestPath];
}

/** Two traces of one agent that ran twice: two tools at once, which an unknown counter numbers, and one other answer. */
export async function runsOfOneAgent(): Promise<string> {
  const path = join(await newFolder(), 'runs.json');
  const text = (key: string, value: string) => ({ key, value: { stringValue: value } });
  const number = (key: string, value: number) => ({ key, value: { intValue: String(value) } });
  const at = (ms: number): string => String(1_790_000_000_000_000_000n + BigInt(ms) * 1_000_000n);
  const spans = [1, 2].flatMap((run) => {
    const traceId = String(run).padStart(32, '0');
    const idOf = (n: number): string => `${run}${n}`.padStart(16, '0');
    const agent = {
      traceId,
      spanId: idOf(0),
      name: 'invoke_agent',
      startTimeUnixNano: at(0),
      endTimeUnixNano: at(100),
      attributes: [text('gen_ai.operation.name', 'invoke_agent')],
    };
    const tools = ['search', 'fetch'].map((name, i) => ({
      traceId,
      spanId: idOf(i + 1),
      parentSpanId: idOf(0),
      name: `execute_tool ${name}`,
      startTimeUnixNano: at(10 + i),
      endTimeUnixNano: at(50),
      attributes: [
        text('gen_ai.operation.name', 'execute_tool'),
        text('gen_ai.tool.name', name),
        text('gen_ai.tool.call.arguments', '{"q":1}'),
        text('gen_ai.tool.call.result', name === 'fetch' && run === 2 ? 'no' : 'yes'),
        number('acme.seq_no', i),
      ],
    }));
    return [agent, ...tools];
  });
  await writeFile(
    path,
    JSON.stringify({ resourceSpans: [{ resource: {}, scopeSpans: [{ scope: {}, spans }] }] }),
  );
  return path;
}

/** Phoenix's data frame: an agent, the model that asks for two tools, and the model that reads their results. */
export async function phoenixFrame(codec: Codec): Promise<string> {
  const path = join(await newFolder(), `${codec.toLowerCase()}.parquet`);
  const at = (ms: number): bigint => BigInt(START + ms) * 1_000_000n;
  const rows = [
    { id: 1, name: 'planner', kind: 'AGENT', from: 0, to: 900 },
    { id: 2, name: 'chat', kind: 'LLM', from: 10, to: 90 },
    { id: 3, name: 'read', kind: 'TOOL', from: 100, to: 300, callId: 'c1' },
    { id: 4, name: 'write', kind: 'TOOL', from: 110, to: 290, callId: 'c2' },
    { id: 5, name: 'chat', kind: 'LLM', from: 400, to: 500, results: ['c2', 'c1'] },
  ];
  const bytes = parquetOf(
    {
      name: { is: 'text', data: rows.map(({ name }) => name) },
      span_kind: { is: 'text', data: rows.map(({ kind }) => kind) },
      parent_id: { is: 'text', data: rows.map(({ id }) => (id === 1 ? undefined : spanId(1))) },
      start_time: { is: 'time', data: rows.map(({ from }) => at(from)) },
      end_time: { is: 'time', data: rows.map(({ to }) => at(to)) },
      'context.span_id': { is: 'text', data: rows.map(({ id }) => spanId(id)) },
      'context.trace_id': { is: 'text', data: rows.map(() => 'c3'.padStart(32, '0')) },
      'attributes.tool_call.id': { is: 'text', data: rows.map(({ callId }) => callId) },
      'attributes.llm.input_messages': {
        is: 'structs',
        fields: ['message.role', 'message.tool_call_id'],
        data: rows.map(({ results }) =>
          results?.map((id) => ({ 'message.role': 'tool', 'message.tool_call_id': id })),
        ),
      },
    },
    { codec },
  );
  await writeFile(path, bytes);
  return path;
}
