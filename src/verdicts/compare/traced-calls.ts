import type { CallRecord } from '../../model/call.ts';
import type { Step } from '../../model/order.ts';
import { type SpanTable, spanAt } from '../../model/span-table.ts';

/** A tool step of a trace as a recorded call, with its place in the session's step list. */
export interface TracedCall {
  readonly record: CallRecord;
  readonly step: number;
}

/** The tool steps of a session's trace are recorded calls too (design.md 4); they carry no states. */
export function tracedCalls(steps: readonly Step[], spans: SpanTable): readonly TracedCall[] {
  const calls: TracedCall[] = [];
  for (const step of steps) {
    if (step.kind !== 'tool' || step.row === undefined) continue;
    const span = spanAt(spans, step.row);
    const { toolInput, toolOutput, toolName } = span.facts;
    calls.push({
      step: step.index,
      record: {
        at: {
          file: spans.file[step.row] ?? 0,
          offset: spans.offset[step.row] ?? 0,
          length: spans.length[step.row] ?? 0,
        },
        source: 'trace',
        ...(step.agent === undefined ? {} : { agent: step.agent }),
        ...(step.turn === undefined ? {} : { turnIndex: step.turn }),
        ...(step.callIndex === undefined ? {} : { callIndex: step.callIndex }),
        ...(step.callId === undefined ? {} : { callId: step.callId }),
        traceId: span.traceId,
        spanId: span.spanId,
        tool: toolName ?? step.name,
        input: toolInput === undefined ? {} : { content: toolInput },
        output: toolOutput === undefined ? {} : { content: toolOutput },
        servedFromCache: false,
        derived: false,
      },
    });
  }
  return calls;
}
