import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

/**
 * Streams a corpus as OTLP/JSON Lines, a session a line: an agent, turns of a model call and two tools. Of ten sessions
 * six carry indices, two leave overlapping tools open, one hangs tools from a parent that is not there, and one is no
 * session of an agent. The same numbers give the same bytes.
 * @returns bytes written.
 */
export async function generateCorpus(path: string, sessions: number, spansEach: number): Promise<number> {
  const out = createWriteStream(path, { highWaterMark: 1 << 20 });
  let bytes = 0;
  for (let session = 0; session < sessions; session++) {
    const text = `${JSON.stringify(sessionOf(session, spansEach))}\n`;
    bytes += text.length;
    if (!out.write(text)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
  return bytes;
}

const START = 1_790_000_000_000_000_000n;
const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');
const text = (key: string, value: string) => ({ key, value: { stringValue: value } });
const int = (key: string, value: number) => ({ key, value: { intValue: String(value) } });

function sessionOf(session: number, spansEach: number): object {
  const kind = session % 10;
  const traceId = hex(session + 1, 32);
  const base = START + BigInt(session) * 60_000_000_000n;
  const at = (ms: number): string => String(base + BigInt(ms) * 1_000_000n);
  const spans: object[] = [];
  const add = (
    parent: number | undefined,
    name: string,
    from: number,
    to: number,
    attributes: readonly object[],
  ) =>
    spans.push({
      traceId,
      spanId: hex(session * 1_000 + spans.length + 1, 16),
      ...(parent === undefined ? {} : { parentSpanId: hex(session * 1_000 + parent, 16) }),
      name,
      kind: 1,
      startTimeUnixNano: at(from),
      endTimeUnixNano: at(to),
      attributes,
    });
  const isAgent = kind !== 9;
  add(undefined, 'agent', 0, spansEach * 100, isAgent ? [text('gen_ai.operation.name', 'invoke_agent')] : []);
  for (let turn = 0; spans.length < spansEach; turn++) {
    const begin = turn * 300;
    const ofTurn = kind < 6 ? [int('agent.turn.index', turn)] : [];
    const operation = (name: string) => (isAgent ? [text('gen_ai.operation.name', name)] : []);
    add(1, 'chat', begin, begin + 90, [...operation('chat'), ...ofTurn]);
    for (const call of [0, 1]) {
      if (spans.length >= spansEach) break;
      const lost = kind === 8 && turn === 1;
      add(lost ? 999 : 1, `tool_${call}`, begin + 100 + call * 20, begin + 200 + call * 20, [
        ...operation('execute_tool'),
        text('gen_ai.tool.name', `tool_${call}`),
        ...ofTurn,
        ...(kind < 6 ? [int('agent.tool.call_index', call)] : []),
      ]);
    }
  }
  const resource = {
    attributes: [
      text('service.name', `service-${session % 7}`),
      text('service.instance.id', `pod-${session % 13}`),
    ],
  };
  return {
    resourceSpans: [
      { resource, scopeSpans: [{ scope: { name: 'corpus.agent', version: `1.${session % 3}` }, spans }] },
    ],
  };
}
