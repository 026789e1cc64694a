import { nanos } from '../../src/lib/nanos.ts';
import type { Basis, OrderKind, OrderReading, Step } from '../../src/model/order.ts';
import { NO_FACTS, type StepKind } from '../../src/model/span.ts';
import { type SpanTable, SpanTableBuilder } from '../../src/model/span-table.ts';

/** A span of a drawing: times in ns, steps have a kind. */
export interface DrawnSpan {
  readonly id: string;
  readonly parent?: string;
  readonly name?: string;
  readonly start?: number;
  readonly end?: number;
  readonly kind?: StepKind;
  readonly context?: number;
}

export interface DrawnSession {
  readonly spans: SpanTable;
  readonly rows: Uint32Array;
  readonly order: OrderReading;
}

const RESOURCE = { serviceName: 'agent', key: '{}' };

/** A session whose spans, edges (`from → to` by id) and open pairs are given. What the order rules make of real evidence is tested elsewhere. */
export function sessionOf(
  drawn: readonly DrawnSpan[],
  edges: readonly (readonly [from: string, to: string, basis?: Basis])[] = [],
  open: readonly (readonly [a: string, b: string])[] = [],
  logSteps: readonly string[] = [],
): DrawnSession {
  const builder = new SpanTableBuilder();
  const steps: Step[] = [];
  const indexOf = new Map<string, number>();
  const step = (id: string, row: number | undefined, kind: StepKind, name: string, context: number): void => {
    const index = steps.length;
    indexOf.set(id, index);
    steps.push({
      index,
      id,
      row,
      spanId: row === undefined ? undefined : id,
      name,
      kind,
      agent: undefined,
      turn: undefined,
      callIndex: undefined,
      callId: undefined,
      context,
      start: undefined,
      end: undefined,
      listed: true,
    });
  };
  for (const { id, parent, name = id, start, end, kind, context = 0 } of drawn) {
    const row = builder.add(
      {
        traceId: 't',
        spanId: id,
        ...(parent === undefined ? {} : { parentId: parent }),
        name,
        kind: 'internal',
        status: 'unset',
        ...(start === undefined ? {} : { start: nanos(BigInt(start)) }),
        ...(end === undefined ? {} : { end: nanos(BigInt(end)) }),
        resource: RESOURCE,
        scope: '',
        offset: 0,
        length: 0,
        facts: NO_FACTS,
        links: [],
      },
      0,
    );
    if (kind !== undefined) step(id, row, kind, name, context);
  }
  for (const id of logSteps) step(id, undefined, 'tool', id, 0);
  const at = (id: string): number => {
    const index = indexOf.get(id);
    if (index === undefined) throw new Error(`no step ${id}`);
    return index;
  };
  const spans = builder.build();
  return {
    spans,
    rows: Uint32Array.from({ length: spans.count }, (_, i) => i),
    order: {
      bucket: open.length > 0 ? 'partial-order' : 'witnessed',
      replayable: open.length === 0,
      pinned: false,
      assumes: [],
      assumedCount: 0,
      steps,
      contexts: [{ index: 0, holder: undefined, label: 'session', steps: steps.map((_, i) => i) }],
      edges: edges.map(([from, to, basis = 'history']) => ({
        from: at(from),
        to: at(to),
        basis,
        order: (basis === 'parent' ? 'structure' : 'observation') as OrderKind,
        why: `${from} stands before ${to} in the history`,
      })),
      questions: open.map(([a, b]) => ({
        a: at(a),
        b: at(b),
        order: 'observation',
        why: 'no-witness',
        overlap: undefined,
      })),
      questionCount: open.length,
      overlaps: [],
      overlapCount: 0,
      orphans: [],
      conflicts: [],
      linearizations: { is: 'exact', count: 1n },
      linearization: [],
      quarantine: [],
      remarks: [],
    },
  };
}
