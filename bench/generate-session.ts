import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

export interface SessionPlan {
  readonly spans: number;
  /** One document, or 64 spans a line. */
  readonly form: 'document' | 'lines';
  readonly seed?: number;
}

/**
 * Streams one agent session as OTLP/JSON to a file: turns of a model call and one to four tools, some at once, some
 * handed to a sub-agent with steps of its own. Of every 40th turn neither message nor call index was recorded, so that
 * what ran at once in it is an open question; every 200th span hangs from a parent that is not there. About 1.15 kB a
 * span, so 100,000 spans are 114 MB. The same plan gives the same bytes.
 * @returns spans and bytes written.
 */
export async function generateSession(
  path: string,
  plan: SessionPlan,
): Promise<{ spans: number; bytes: number }> {
  const out = createWriteStream(path, { highWaterMark: 1 << 20 });
  let bytes = 0;
  const write = async (text: string): Promise<void> => {
    bytes += Buffer.byteLength(text);
    if (!out.write(text)) await once(out, 'drain');
  };
  const open = `{"resourceSpans":[{"resource":${RESOURCE},"scopeSpans":[{"scope":{"name":"bench.agent","version":"1.0.0"},"spans":[`;
  const close = ']}]}]}';
  let batch: string[] = [];
  let count = 0;
  if (plan.form === 'document') await write(open);
  for (const span of session(plan)) {
    batch.push(span);
    count++;
    if (batch.length < 64) continue;
    if (plan.form === 'lines') await write(`${open}${batch.join(',')}${close}\n`);
    else await write(`${count > 64 ? ',' : ''}${batch.join(',')}`);
    batch = [];
  }
  if (plan.form === 'lines') await write(batch.length === 0 ? '' : `${open}${batch.join(',')}${close}\n`);
  else await write(`${batch.length > 0 && count > 64 ? ',' : ''}${batch.join(',')}${close}\n`);
  out.end();
  await once(out, 'finish');
  return { spans: count, bytes };
}

const RESOURCE = JSON.stringify({
  attributes: [
    { key: 'service.name', value: { stringValue: 'bench-agent' } },
    { key: 'service.instance.id', value: { stringValue: 'bench-1' } },
    { key: 'telemetry.sdk.language', value: { stringValue: 'nodejs' } },
  ],
});

const TRACE_ID = '5eed000000000000000000000000be9c';
const START = 1_793_000_000_000_000_000n;
const FILLER = 'the quick brown fox jumps over the lazy dog and reads the file again to be sure of it. ';

function* session({ spans, seed = 1 }: SessionPlan): Generator<string> {
  let state = seed;
  const random = (): number => {
    // mulberry32
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  let next = 1;
  let now = 0;
  const id = (): string => (next++).toString(16).padStart(16, '0');
  const root = id();
  let made = 1;
  yield span({
    id: root,
    parent: '',
    name: 'invoke_agent bench',
    start: 0,
    end: spans * 1_000_000,
    attributes: [text('gen_ai.operation.name', 'invoke_agent'), text('gen_ai.agent.name', 'bench')],
  });
  for (let turn = 0; made < spans; turn++) {
    const chat = id();
    const isTold = turn % 40 !== 39;
    const tools = 1 + Math.floor(random() * 4);
    const calls = Array.from({ length: tools }, (_, i) => ({
      id: `call_${turn}_${i}`,
      name: `tool_${Math.floor(random() * 12)}`,
    }));
    yield span({
      id: chat,
      parent: root,
      name: 'chat bench-model',
      start: now,
      end: now + 900_000,
      attributes: [
        text('gen_ai.operation.name', 'chat'),
        text('gen_ai.request.model', 'bench-model'),
        int('agent.turn.index', turn),
        ...(isTold ? [text('gen_ai.output.messages', askingMessage(turn, calls))] : []),
        text('note', FILLER.repeat(4)),
      ],
    });
    made++;
    now += 1_000_000;
    const parallel = random() < 0.5;
    let longest = now;
    for (const [index, call] of calls.entries()) {
      if (made >= spans) break;
      const start = parallel ? now + index * 10_000 : longest;
      const end = start + 200_000 + Math.floor(random() * 2_000_000);
      const own = id();
      const orphan = made % 200 === 199;
      yield span({
        id: own,
        parent: orphan ? 'dead00000000beef' : root,
        name: `execute_tool ${call.name}`,
        start,
        end,
        attributes: [
          text('gen_ai.operation.name', 'execute_tool'),
          text('gen_ai.tool.name', call.name),
          text('gen_ai.tool.call.id', call.id),
          int('agent.turn.index', turn),
          ...(isTold ? [int('agent.tool.call_index', index)] : []),
          text('gen_ai.tool.call.arguments', JSON.stringify({ path: `/work/${turn}/${index}.txt`, n: turn })),
          text('gen_ai.tool.call.result', `${FILLER}${turn}/${index}`),
          text('note', FILLER.repeat(2)),
        ],
      });
      made++;
      longest = Math.max(longest, end);
      if (random() < 0.05 && made < spans) {
        const agent = id();
        yield span({
          id: agent,
          parent: own,
          name: 'invoke_agent helper',
          start: start + 1_000,
          end: end - 1_000,
          attributes: [
            text('gen_ai.operation.name', 'invoke_agent'),
            text('gen_ai.agent.name', 'helper'),
            text('note', FILLER.repeat(5)),
          ],
        });
        made++;
      }
    }
    now = longest + 50_000;
  }
}

const askingMessage = (
  turn: number,
  calls: readonly { readonly id: string; readonly name: string }[],
): string =>
  JSON.stringify([
    {
      role: 'assistant',
      parts: calls.map(({ id, name }) => ({ type: 'tool_call', id, name, arguments: { n: turn } })),
    },
  ]);

interface SpanPlan {
  readonly id: string;
  readonly parent: string;
  readonly name: string;
  /** Nanoseconds after START. */
  readonly start: number;
  readonly end: number;
  readonly attributes: readonly unknown[];
}

function span({ id, parent, name, start, end, attributes }: SpanPlan): string {
  return JSON.stringify({
    traceId: TRACE_ID,
    spanId: id,
    ...(parent === '' ? {} : { parentSpanId: parent }),
    flags: 257,
    name,
    kind: 1,
    startTimeUnixNano: String(START + BigInt(start)),
    endTimeUnixNano: String(START + BigInt(end)),
    attributes: [...attributes, text('thread.name', 'MainThread'), int('thread.id', 1)],
    status: { code: 1 },
  });
}

const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });
const int = (key: string, intValue: number) => ({ key, value: { intValue: String(intValue) } });
