import { end, header, lines } from '../bundle.ts';

/** Small bundles of our own making. */
export const STATE_A = 'limits:\n  cpu: 2\n  mem: 4\n';
export const STATE_B = 'limits:\n  cpu: 2\n  mem: 4\n  disk: 9\n  net: 1\n';

const call = (members: object): object => ({
  record: 'call',
  turn_index: 0,
  call_index: 0,
  tool: 'write_config',
  input: { mem: 4 },
  output: 'ok',
  effects: 'write',
  ...members,
});

const state = (text: string): object => ({ resource: 'file:///etc/limits.yaml', content: { text } });

export interface LogWishes {
  readonly post?: string;
  readonly output?: string;
}

export const recordedLog = ({ post = STATE_A, output = 'ok' }: LogWishes = {}): string =>
  lines(
    header({ role: 'recorded', session_id: 's-1', snapshot: { id: 'snap', epoch: 'e1' } }),
    call({ post_state: [state(post)], output }),
    call({ turn_index: 1, tool: 'read_config', input: {}, output: 'cpu 2', effects: 'read', post_state: [] }),
    end(2),
  );

export const replayedLog = ({ post = STATE_A, output = 'ok' }: LogWishes = {}): string =>
  lines(
    header({
      role: 'replayed',
      session_id: 's-1',
      attempt: 'r1',
      snapshot: { id: 'snap', epoch: 'e1', pinned: true },
      idempotency: 'salted',
    }),
    call({ post_state: [state(post)], output }),
    call({ turn_index: 1, tool: 'read_config', input: {}, output: 'cpu 2', effects: 'read', post_state: [] }),
    end(2),
  );

/** Every call faithful, everything told. */
export const ADMISSIBLE = { 'recorded.jsonl': recordedLog(), 'replay.jsonl': replayedLog() };
/** The same output over another state. */
export const DIVERGENT = { 'recorded.jsonl': recordedLog(), 'replay.jsonl': replayedLog({ post: STATE_B }) };

const TRACE = '000102030405060708090a0b0c0d0e0f';

export interface SpanWishes {
  readonly id: string;
  readonly parent?: string;
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly attributes?: Readonly<Record<string, string | number>>;
}

/** OTLP/JSON of one process; times in ms after a fixed moment. */
export function otlp(spans: readonly SpanWishes[], trace = TRACE): string {
  const at = (ms: number): string => String(1_800_000_000_000_000_000n + BigInt(ms) * 1_000_000n);
  const attribute = ([key, value]: readonly [string, string | number]): object => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  });
  return JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: [attribute(['service.name', 'planner'])] },
        scopeSpans: [
          {
            scope: { name: 'test' },
            spans: spans.map(({ id, parent, name, from, to, attributes = {} }) => ({
              traceId: trace,
              spanId: id,
              ...(parent === undefined ? {} : { parentSpanId: parent }),
              name,
              kind: 1,
              startTimeUnixNano: at(from),
              endTimeUnixNano: at(to),
              attributes: Object.entries(attributes).map(attribute),
            })),
          },
        ],
      },
    ],
  });
}

const tool = (name: string, extra: Readonly<Record<string, string | number>> = {}) => ({
  'gen_ai.operation.name': 'execute_tool',
  'gen_ai.tool.name': name,
  ...extra,
});

export const ROOT = 'aa00000000000001';
export const SEARCH = 'bb00000000000001';
export const FETCH = 'bb00000000000002';

/** Two tools of one agent that overlap by 30 ms, and nothing says whose result came first. */
export const OVERLAPPING = otlp([
  {
    id: ROOT,
    name: 'invoke_agent planner',
    from: 0,
    to: 100,
    attributes: { 'gen_ai.operation.name': 'invoke_agent' },
  },
  {
    id: SEARCH,
    parent: ROOT,
    name: 'execute_tool search',
    from: 10,
    to: 50,
    attributes: tool('search', {
      'gen_ai.tool.call.arguments': '{"q":"a"}',
      'gen_ai.tool.call.result': 'found',
    }),
  },
  { id: FETCH, parent: ROOT, name: 'execute_tool fetch', from: 20, to: 60, attributes: tool('fetch') },
]);
