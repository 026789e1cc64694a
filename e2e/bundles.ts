import { mkdtemp, open, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Bundles that the tests make for themselves, in a folder of their own. */

export const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'witnessmark-e2e-'));

/** What somebody who caused an incident might write wherever they may write. `{beacon}` is an address that must not be asked. */
export const PAYLOADS = [
  '<img src="{beacon}/img" onerror="fetch(\'{beacon}/onerror\')">',
  '<script src="{beacon}/script"></script>',
  '<svg onload="fetch(\'{beacon}/svg\')"></svg>',
  '<style>@import url({beacon}/css)</style>',
  '![x]({beacon}/markdown)',
  'javascript:fetch("{beacon}/js")',
  '"><iframe src="{beacon}/frame"></iframe>',
  '\u202eevil\u202c \u200b\u0007',
  '__proto__',
  'write_\u0441onfig',
] as const;

const hex = (number: number, digits: number): string => number.toString(16).padStart(digits, '0');

const attribute = (key: string, value: string) => ({ key, value: { stringValue: value } });

/** A trace whose every text, object keys among them, is a payload; and a call log in the same spirit. */
export async function hostileBundle(beacon: string): Promise<readonly string[]> {
  const folder = await newFolder();
  const texts = PAYLOADS.map((text) => text.replaceAll('{beacon}', beacon));
  const spans = texts.map((text, i) => ({
    traceId: hex(1, 32),
    spanId: hex(i + 1, 16),
    ...(i === 0 ? {} : { parentSpanId: hex(1, 16) }),
    name: text,
    startTimeUnixNano: String(1_790_000_000_000_000_000n + BigInt(i) * 1_000_000n),
    endTimeUnixNano: String(1_790_000_000_000_000_000n + BigInt(i) * 1_000_000n + 5_000_000n),
    attributes: [
      attribute('gen_ai.operation.name', i === 0 ? 'invoke_agent' : 'execute_tool'),
      attribute('gen_ai.tool.name', text),
      attribute('gen_ai.agent.name', text),
      attribute(text, text),
    ],
  }));
  const trace = {
    resourceSpans: [
      {
        resource: { attributes: [attribute('service.name', texts[0] ?? '')] },
        scopeSpans: [{ scope: { name: texts[1] }, spans }],
      },
    ],
  };
  const calls = (role: string): string =>
    [
      { record: 'session', schema: 'witnessmark.calls/1', role, session_id: texts[2] },
      ...texts.map((text, i) => ({
        record: 'call',
        turn_index: i,
        call_index: 0,
        tool: text,
        input: { [text]: text },
        output: role === 'recorded' ? text : `${text} replayed`,
        post_state: [{ resource: text, fingerprint: `etag:${role}`, content: { text } }],
      })),
      { record: 'end', calls: texts.length },
    ]
      .map((record) => JSON.stringify(record))
      .join('\n');
  const paths = ['trace <img src=x onerror=alert(1)>.json', 'recorded.jsonl', 'replayed.jsonl'].map((name) =>
    join(folder, name),
  );
  const [tracePath = '', recordedPath = '', replayedPath = ''] = paths;
  await writeFile(tracePath, JSON.stringify(trace));
  await writeFile(recordedPath, calls('recorded'));
  await writeFile(replayedPath, calls('replayed'));
  return paths;
}

/**
 * A trace of so many spans: one agent, turns of a model and four tools, a turn a line. The tools carry their index, but
 * in every hundredth turn, where they run at once: six open questions each, and three in a last turn that is cut.
 */
export async function bigTrace(spans: number): Promise<string> {
  const path = join(await newFolder(), `trace-${spans}.jsonl`);
  const file = await open(path, 'w');
  const resource = {
    attributes: [attribute('service.name', 'agent'), attribute('service.instance.id', 'one')],
  };
  const perTurn = 5;
  const span = (
    row: number,
    name: string,
    operation: string,
    from: bigint,
    to: bigint,
    more: readonly unknown[],
  ) => ({
    traceId: hex(7, 32),
    spanId: hex(row + 1, 16),
    ...(row === 0 ? {} : { parentSpanId: hex(1, 16) }),
    name,
    startTimeUnixNano: String(from),
    endTimeUnixNano: String(to),
    attributes: [attribute('gen_ai.operation.name', operation), attribute('note', 'x'.repeat(600)), ...more],
  });
  const writeLine = (inLine: readonly unknown[]) =>
    file.write(
      `${JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ scope: {}, spans: inLine }] }] })}\n`,
    );
  const index = (key: string, value: number) => ({ key, value: { intValue: String(value) } });
  const start = 1_790_000_000_000_000_000n;
  const turns = Math.ceil((spans - 1) / perTurn);
  const end = start + BigInt(turns) * 100_000_000n;
  await writeLine([span(0, 'agent', 'invoke_agent', start, end, [])]);
  for (let turn = 0; turn < turns; turn++) {
    const base = start + BigInt(turn) * 100_000_000n;
    const first = 1 + turn * perTurn;
    const ofTurn = index('agent.turn.index', turn);
    const isOpen = turn % 100 === 99;
    const inTurn = [
      span(first, 'chat', 'chat', base + 1_000_000n, base + 39_000_000n, [ofTurn]),
      ...[0, 1, 2, 3].map((i) => {
        const from = base + 40_000_000n + BigInt(i) * (isOpen ? 1_000_000n : 10_000_000n);
        const more = isOpen ? [ofTurn] : [ofTurn, index('agent.tool.call_index', i)];
        return span(first + 1 + i, `tool_${i}`, 'execute_tool', from, from + 9_000_000n, more);
      }),
    ];
    await writeLine(inTurn.slice(0, spans - first));
  }
  await file.close();
  return path;
}
