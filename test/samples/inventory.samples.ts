import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../src/intake/byte-source.ts';
import { NO_TIME, NONE, type SpanTable } from '../../src/model/span-table.ts';
import { collect } from './collect.ts';

/** Files of other projects with the figures somebody else measured; not part of the repository. */
const FOLDER = join(import.meta.dirname, '../../../shared/samples/traces');

interface Row {
  readonly file: string;
  readonly format: string;
  readonly [figure: string]: unknown;
}

const FIGURES = [
  'spans',
  'traces',
  'orphans',
  'orphan_parent_ids',
  'duplicate_ids',
  'end_before_start',
  'no_end',
  'no_start',
  'sibling_overlap_pairs',
  'sibling_overlap_pairs_gt5ms',
  'tool_overlap_pairs',
  'equal_start_pairs',
  'tool_spans',
  'tool_spans_with_call_id',
] as const;

const HALVES =
  'the halves of one call share an id; the server half is a child of the client half, no sibling';
const FRAGMENTS =
  '84 records have neither times nor a kind and are late parts of a span of their id and service';

/** What differs from the inventory, and what the file says about it. */
const EXPLAINED: Readonly<
  Record<string, Readonly<Partial<Record<(typeof FIGURES)[number], readonly [value: number, why: string]>>>>
> = {
  'agentinspect-otlp-malformed.json': {
    no_end: [
      1,
      'its one span has neither start nor end; the inventory counts a missing end only where there is a start',
    ],
  },
  'zipkin-ascend.json': {
    duplicate_ids: [0, HALVES],
    sibling_overlap_pairs: [0, HALVES],
    sibling_overlap_pairs_gt5ms: [0, HALVES],
  },
  'zipkin-skew.json': {
    duplicate_ids: [0, HALVES],
    sibling_overlap_pairs: [0, HALVES],
    sibling_overlap_pairs_gt5ms: [0, HALVES],
  },
  'zipkin-smartthings.json': {
    spans: [957, FRAGMENTS],
    no_start: [0, FRAGMENTS],
    duplicate_ids: [4, 'one id has five server halves; the others are told apart'],
    no_end: [91, 'a timestamp and no duration; the inventory gives these the start as their end'],
    sibling_overlap_pairs: [690, HALVES],
    sibling_overlap_pairs_gt5ms: [688, HALVES],
    equal_start_pairs: [10, HALVES],
  },
  'monocle-trace-invalid.json': {
    no_end: [
      1,
      'its one span has neither start nor end; the inventory counts a missing end only where there is a start',
    ],
  },
};

const READ = new Set([
  'otlp-json',
  'otlp-jsonl',
  'tempo-batches-json',
  'jaeger-json',
  'flat-snake-json',
  'flat-snake-wrapped',
  'py-readablespan-json',
  'js-readablespan-json',
  'langfuse-json',
  'inspect-json',
  'inspect-eval-zip',
  'langsmith-batch',
  'zipkin-v2-json',
  'phoenix-spans-json',
]);

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** Plain and slow on purpose: every pair of children of one parent in one trace; roots of a trace are siblings. */
function figuresOf(table: SpanTable): Record<(typeof FIGURES)[number], number> {
  const rows = Array.from({ length: table.count }, (_, row) => row);
  const key = (trace: number | undefined, id: number | undefined): string => `${trace} ${id}`;
  const ids = new Set(rows.map((row) => key(table.traceId[row], table.spanId[row])));
  const isOrphan = (row: number): boolean =>
    table.parentId[row] !== NONE && !ids.has(key(table.traceId[row], table.parentId[row]));
  const siblings = new Map<string, number[]>();
  for (const row of rows) {
    const group = key(table.traceId[row], table.parentId[row]);
    siblings.set(group, [...(siblings.get(group) ?? []), row]);
  }
  const time = (column: BigInt64Array, row: number): bigint | undefined =>
    column[row] === NO_TIME ? undefined : column[row];
  // a tool name makes a tool where no convention says otherwise (design.md 5.1)
  const isTool = (row: number): boolean => {
    const { stepKind, toolName } = table.facts.get(row) ?? {};
    return stepKind === 'tool' || (stepKind === undefined && toolName !== undefined);
  };
  let [overlaps, long, tools, ties] = [0, 0, 0, 0];
  for (const group of siblings.values()) {
    group.forEach((a, i) => {
      for (const b of group.slice(i + 1)) {
        const [a0, a1, b0, b1] = [
          time(table.start, a),
          time(table.end, a),
          time(table.start, b),
          time(table.end, b),
        ];
        if (a0 !== undefined && a0 === b0) ties++;
        if (a0 === undefined || a1 === undefined || b0 === undefined || b1 === undefined) continue;
        const overlap = least(a1, b1) - -least(-a0, -b0);
        if (overlap <= 0n) continue;
        overlaps++;
        if (overlap > 5_000_000n) long++;
        if (isTool(a) && isTool(b)) tools++;
      }
    });
  }
  const spanIds = rows.map((row) => key(table.traceId[row], table.spanId[row]));
  return {
    spans: table.count,
    traces: new Set(rows.map((row) => table.traceId[row])).size,
    orphans: rows.filter(isOrphan).length,
    orphan_parent_ids: new Set(
      rows.filter(isOrphan).map((row) => key(table.traceId[row], table.parentId[row])),
    ).size,
    duplicate_ids: spanIds.length - new Set(spanIds).size,
    end_before_start: rows.filter((row) => {
      const [from, to] = [time(table.start, row), time(table.end, row)];
      return from !== undefined && to !== undefined && to < from;
    }).length,
    no_end: rows.filter((row) => table.end[row] === NO_TIME).length,
    no_start: rows.filter((row) => table.start[row] === NO_TIME).length,
    sibling_overlap_pairs: overlaps,
    sibling_overlap_pairs_gt5ms: long,
    tool_overlap_pairs: tools,
    equal_start_pairs: ties,
    tool_spans: rows.filter(isTool).length,
    tool_spans_with_call_id: rows.filter((row) => isTool(row) && table.facts.get(row)?.callId !== undefined)
      .length,
  };
}

/** Results that could be given to a call, where they are not as many as the inventory found. */
const ANSWERED = new Map<string, readonly [number, string]>([
  [
    'claudecode-edge-cases.jsonl',
    [1, 'the message of the second result spells its member `contenst`; it is a problem `record-malformed`'],
  ],
]);

const TRANSCRIPTS = new Set(['claude-code-jsonl', 'claude-web-session', 'codex-rollout-jsonl']);

describe.runIf(existsSync(join(FOLDER, 'inventory.json')))('the figures of every sample trace', () => {
  const inventory = existsSync(join(FOLDER, 'inventory.json'))
    ? (JSON.parse(readFileSync(join(FOLDER, 'inventory.json'), 'utf8')) as readonly Row[])
    : [];
  for (const row of inventory.filter(
    ({ format, file }) => READ.has(format) && existsSync(join(FOLDER, file)),
  )) {
    it(`${row.file} (${row.format})`, async () => {
      const bytes = new Uint8Array(readFileSync(join(FOLDER, row.file)));
      const { spans, format } = await collect(memorySource(row.file, bytes));
      expect(format).toBeDefined();
      const expected: Record<string, unknown> = {};
      const explained = EXPLAINED[row.file] ?? {};
      for (const figure of FIGURES) expected[figure] = explained[figure]?.[0] ?? row[figure];
      expect(figuresOf(spans)).toEqual(expected);
    });
  }
  for (const row of inventory.filter(
    ({ format, file }) => TRANSCRIPTS.has(format) && existsSync(join(FOLDER, file)),
  )) {
    it(`${row.file} (${row.format})`, async () => {
      const { callLogs } = await collect(
        memorySource(row.file, new Uint8Array(readFileSync(join(FOLDER, row.file)))),
      );
      const calls = callLogs.flatMap((log) => log.calls);
      const answered = calls.filter(({ output }) => output.content !== undefined).length;
      expect({ tool_calls: calls.length, tool_results: answered }).toEqual({
        tool_calls: row.tool_calls,
        tool_results: ANSWERED.get(row.file)?.[0] ?? row.tool_results,
      });
    });
  }
});
