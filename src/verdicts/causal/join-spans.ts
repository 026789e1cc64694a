import { isJsonObject } from '../../lib/json-value.ts';
import { pushTo } from '../../lib/push-to.ts';
import { crossingKey } from '../../model/crossing-key.ts';
import type { SpanTable } from '../../model/span-table.ts';
import type { WalFile, WalRecord } from '../../model/wal.ts';
import { modelDecisions } from '../seal/read-decisions.ts';

/** A model span and the log's decision of the same completion. */
export interface JoinedSpan {
  /** Row of the span table. */
  readonly row: number;
  /** Evidence file of the log. */
  readonly file: number;
  readonly decision: WalRecord;
}

/** Joins spans to decisions by component and measured values; only pairs that are unique on both sides, nothing is guessed. */
export function joinSpans(
  spans: SpanTable,
  rows: Uint32Array,
  logs: readonly WalFile[],
): readonly JoinedSpan[] {
  const decisions = new Map<string, { file: number; decision: WalRecord }[]>();
  for (const { file, reading } of logs) {
    if (reading.is !== 'read') continue;
    for (const record of modelDecisions(reading.records)) {
      const llm = record.value.get('llm');
      if (!isJsonObject(llm)) continue;
      const key = crossingKey({
        component: record.value.get('component'),
        model: llm.get('model'),
        tokensIn: llm.get('tokensIn'),
        tokensOut: llm.get('tokensOut'),
        latencySeconds: llm.get('latencySeconds'),
      });
      if (key !== undefined) pushTo(decisions, key, { file, decision: record });
    }
  }
  if (decisions.size === 0) return [];
  const rowsOf = new Map<string, number[]>();
  for (const row of rows) {
    const key = spans.facts.get(row)?.completionKey;
    if (key !== undefined) pushTo(rowsOf, key, row);
  }
  return [...rowsOf].flatMap(([key, [row, ...otherRows]]): JoinedSpan[] => {
    const [found, ...others] = decisions.get(key) ?? [];
    if (row === undefined || found === undefined || otherRows.length > 0 || others.length > 0) return [];
    return [{ row, ...found }];
  });
}
