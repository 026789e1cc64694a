import { JsonNumber } from '../src/lib/json-value.ts';
import { nanos } from '../src/lib/nanos.ts';
import type { CallRecord } from '../src/model/call.ts';
import { crossingKey } from '../src/model/crossing-key.ts';
import type { AssumedParent, IndexName, OrderReading, Pin } from '../src/model/order.ts';
import type { HistoryItem, ResourceRecord, SpanFacts, SpanLink, StepKind } from '../src/model/span.ts';
import { type SpanTable, SpanTableBuilder } from '../src/model/span-table.ts';
import type { WalFile } from '../src/model/wal.ts';
import { deriveOrder } from '../src/verdicts/order/derive-order.ts';
import { DEFAULT_INDEX_NAMES } from '../src/verdicts/order/index-names.ts';

/** One span of a drawing. Times in ms. */
export interface Drawn {
  readonly id: string;
  readonly parent: string | undefined;
  readonly name: string;
  readonly kind: StepKind | 'span';
  readonly start: number;
  readonly end: number | undefined;
  readonly words: readonly string[];
}

/**
 * Reads a drawing: a line per span, indented below its parent, its bar on one time axis (a column is a millisecond), its
 * id in the bar, and behind the bar what it says of itself:
 *
 *     agent root   |-----root-----|
 *       model chat  |-m-|           out C:x C:y
 *       tool search     |--a--|     id x
 *       tool fetch        |--b--|   id y
 *
 * `turn N`, `call N` (the two standard indices), `on KEY=N` (another index), `id X` (call id), `in …` and `out …`
 * (message arrays of calls `C:x` and results `R:x`), `link SPAN=RELATION`, `under SPAN` (a parent that is named
 * instead), `process P`, `completion COMPONENT=LATENCY` (a model span that
 * revl exported), `open` (no end), `instant` (ends as it starts), `trace T`, `agent NAME`, `scope LIBRARY`.
 */
export function readDrawing(drawing: string): readonly Drawn[] {
  const above: { readonly indent: number; readonly id: string }[] = [];
  return drawing
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [first, last] = [line.indexOf('|'), line.lastIndexOf('|')];
      const head = line.slice(0, first);
      const indent = head.length - head.trimStart().length;
      const [kind = '', name = ''] = head.trim().split(/ +/);
      const id = line
        .slice(first + 1, last)
        .replaceAll('-', '')
        .trim();
      while ((above.at(-1)?.indent ?? -1) >= indent) above.pop();
      const words = line
        .slice(last + 1)
        .trim()
        .split(/ +/);
      const parent = wordAfter(words, 'under') ?? above.at(-1)?.id;
      above.push({ indent, id });
      const end = words.includes('open') ? undefined : words.includes('instant') ? first : last;
      return { id, parent, name, kind: kind as Drawn['kind'], start: first, end, words };
    });
}

const wordAfter = (words: readonly string[], word: string): string | undefined => {
  const at = words.indexOf(word);
  return at < 0 ? undefined : words[at + 1];
};

const KEYWORDS = new Set([
  'turn',
  'call',
  'on',
  'id',
  'in',
  'out',
  'link',
  'under',
  'process',
  'open',
  'instant',
  'trace',
  'agent',
  'completion',
  'scope',
]);

function itemsAfter(words: readonly string[], word: string): readonly HistoryItem[] | undefined {
  const at = words.indexOf(word);
  if (at < 0) return undefined;
  const items: HistoryItem[] = [];
  for (const text of words.slice(at + 1)) {
    if (KEYWORDS.has(text)) break;
    const [is, callId] = text.split(':');
    items.push({ is: is === 'C' ? 'call' : 'result', ...(callId ? { callId } : {}) });
  }
  return items;
}

function factsOf({ kind, words, name }: Drawn): SpanFacts {
  const index = (key: string, raw: string | undefined) =>
    raw === undefined ? [] : [{ key, raw, value: Number(raw) }];
  const other = wordAfter(words, 'on')?.split('=');
  const indices = [
    ...index('agent.turn.index', wordAfter(words, 'turn')),
    ...index('agent.tool.call_index', wordAfter(words, 'call')),
    ...(other === undefined ? [] : index(other[0] as string, other[1])),
  ];
  const callId = wordAfter(words, 'id');
  const agentName = wordAfter(words, 'agent');
  const completion = wordAfter(words, 'completion')?.split('=');
  const [inputHistory, outputHistory] = [itemsAfter(words, 'in'), itemsAfter(words, 'out')];
  return {
    ...(kind === 'span' ? {} : { stepKind: kind }),
    ...(kind === 'tool' ? { toolName: name } : {}),
    ...(callId === undefined ? {} : { callId }),
    ...(agentName === undefined ? {} : { agentName }),
    ...(indices.length === 0 ? {} : { indices }),
    ...(completion === undefined ? {} : completionFacts(completion[0] as string, completion[1] as string)),
    ...(inputHistory === undefined ? {} : { inputHistory }),
    ...(outputHistory === undefined ? {} : { outputHistory }),
    ...(inputHistory === undefined && outputHistory === undefined ? {} : { historyConvention: 'gen_ai' }),
  };
}

const completionFacts = (component: string, latency: string): SpanFacts => {
  const completionKey = crossingKey({
    component,
    model: undefined,
    tokensIn: undefined,
    tokensOut: undefined,
    latencySeconds: new JsonNumber(latency),
  });
  return { activationId: `${component}#g1#a1`, ...(completionKey === undefined ? {} : { completionKey }) };
};

/** A drawing as a table; `order` puts the spans of the file into another order. */
export function tableOf(drawn: readonly Drawn[]): SpanTable {
  const builder = new SpanTableBuilder();
  for (const span of drawn) {
    const link = wordAfter(span.words, 'link')?.split('=');
    const trace = wordAfter(span.words, 'trace') ?? 't';
    const links: readonly SpanLink[] =
      link === undefined ? [] : [{ traceId: trace, spanId: link[0] as string, relation: link[1] as string }];
    builder.add(
      {
        traceId: trace,
        spanId: span.id,
        ...(span.parent === undefined ? {} : { parentId: span.parent }),
        name: span.name,
        kind: 'internal',
        status: 'unset',
        start: nanos(BigInt(span.start) * 1_000_000n),
        ...(span.end === undefined ? {} : { end: nanos(BigInt(span.end) * 1_000_000n) }),
        resource: processNamed(wordAfter(span.words, 'process') ?? 'p'),
        scope: wordAfter(span.words, 'scope') ?? '',
        offset: 0,
        length: 0,
        facts: factsOf(span),
        links,
      },
      0,
    );
  }
  return builder.build();
}

/** The process `-` is one whose resource names no process. */
const processNamed = (process: string): ResourceRecord =>
  process === '-'
    ? { serviceName: 'agent', key: '{}' }
    : { serviceName: 'agent', processId: process, key: `{"pid":"${process}"}` };

export interface Assumptions {
  readonly pins?: readonly Pin[];
  readonly parents?: readonly AssumedParent[];
  readonly calls?: readonly CallRecord[];
  readonly names?: readonly IndexName[];
  readonly logs?: readonly WalFile[];
}

export function orderOf(drawing: string | readonly Drawn[], assumed: Assumptions = {}): OrderReading {
  const spans = tableOf(typeof drawing === 'string' ? readDrawing(drawing) : drawing);
  return orderOfTable(spans, assumed);
}

export const orderOfTable = (spans: SpanTable, assumed: Assumptions = {}): OrderReading =>
  deriveOrder({
    spans,
    rows: Uint32Array.from({ length: spans.count }, (_, row) => row),
    calls: assumed.calls ?? [],
    logs: assumed.logs ?? [],
    pins: assumed.pins ?? [],
    assumedParents: assumed.parents ?? [],
    names: assumed.names ?? DEFAULT_INDEX_NAMES,
  });

/** `a` pinned before `b`. */
export const pin = (before: string, after: string, at = '2026-01-01T00:00:00Z'): Pin => ({
  id: `${before}-${after}`,
  before,
  after,
  author: 'examiner',
  at,
  reason: 'it must have been so',
});

const idOf = (order: OrderReading, step: number): string => order.steps[step]?.id ?? '?';

/** Drawn edges but for those of the span tree, as `a history b`, sorted. */
export const edgesOf = (order: OrderReading): readonly string[] =>
  order.edges
    .filter(({ basis }) => basis !== 'parent')
    .map(({ from, to, basis }) => `${idOf(order, from)} ${basis} ${idOf(order, to)}`)
    .sort();

/** `a overlap b`, sorted. */
export const questionsOf = (order: OrderReading): readonly string[] =>
  order.questions.map(({ a, b, why }) => `${idOf(order, a)} ${why} ${idOf(order, b)}`).sort();

/** Ids of the linearization, with what each rests on. */
export const linearizationOf = (order: OrderReading): readonly string[] =>
  order.linearization.map(({ step, basis }) => `${idOf(order, step)} ${basis}`);

export const countOf = ({ linearizations }: OrderReading): string =>
  linearizations.is === 'exact' ? String(linearizations.count) : `>${linearizations.bound}`;
