import { describe, expect, it } from 'vitest';
import { parseRevlTrace } from '../../../src/formats/revl-trace/parse.ts';
import { memorySource } from '../../../src/intake/byte-source.ts';
import { formatPythonJson } from '../../../src/lib/json-python-text.ts';
import type { TraceEvent } from '../../../src/model/causal-trace.ts';
import { deriveHops, findHopDefects } from '../../../src/verdicts/causal/hops.ts';
import { joinHops } from '../../../src/verdicts/causal/join-hops.ts';
import { buildRevlTraceDocument } from '../../../src/verdicts/causal/revl-trace-document.ts';
import { modelDecisions } from '../../../src/verdicts/seal/read-decisions.ts';
import { decisionRecord, float, line, type Plain, type PlainObject } from '../../sealer.ts';
import { logOf } from '../seal/log-of.ts';

async function eventsOf(events: readonly Plain[]): Promise<readonly TraceEvent[]> {
  let read: readonly TraceEvent[] = [];
  await parseRevlTrace(
    memorySource('run.trace', new TextEncoder().encode(events.map(line).join('\n'))),
    0,
    {
      causalTrace: ({ reading }) => {
        if (reading.is === 'read') read = reading.events;
      },
      problem: () => {},
      progress: () => {},
    },
    new AbortController().signal,
  );
  return read;
}

const emit = (seq: Plain, overrides: PlainObject = {}): PlainObject => ({ event: 'emit', seq, ...overrides });
const llm = (overrides: PlainObject = {}): PlainObject => ({
  llm: { model: 'm', latencySeconds: float('0.25'), attempts: 1, attemptCeiling: 3, ...overrides },
});

describe('hops', () => {
  it('are emits with an llm object, by number, missing ones as -1 and stable', async () => {
    const hops = deriveHops(
      await eventsOf([
        { event: 'load', seq: 0, llm: {} },
        emit(float('18446744073709551617'), llm()),
        emit(float('18446744073709551616'), llm()),
        emit(2),
        emit(1, { llm: null }),
        { event: 'emit', component: 'first', llm: {} },
        { event: 'emit', component: 'second', llm: {} },
        emit(-5, llm()),
      ]),
    );
    expect(
      hops.map(({ seq, component }) => (seq === null ? component : (seq as { token: string }).token)),
    ).toEqual(['-5', 'first', 'second', '18446744073709551616', '18446744073709551617']);
  });

  it('resolve what they produced against the last emit of that number', async () => {
    const hops = deriveHops(
      await eventsOf([
        emit(4, { key: 'old' }),
        emit(7, llm({ producedSeq: [4, 9] })),
        emit(4, { key: 'new' }),
        { event: 'load', seq: 9 },
      ]),
    );
    expect(hops[0]?.produced.map(({ event }) => event?.value.get('key'))).toEqual(['new', undefined]);
  });

  it('have a defect where they tried more often than they may', async () => {
    const hops = deriveHops(
      await eventsOf([emit(1, llm({ attempts: 4 })), emit(2, llm({ attempts: 3 })), emit(3, { llm: {} })]),
    );
    expect(findHopDefects(hops)).toMatchObject([
      { kind: 'attempt-ceiling-exceeded', attempts: { token: '4' } },
    ]);
  });
});

describe('the document', () => {
  it('fills in what is absent and leaves out what is not there', async () => {
    const events = await eventsOf([
      { event: 'emit', llm: { modelProvenance: '', verifiedBy: null, cost: 3 } },
    ]);
    expect(JSON.parse(formatPythonJson(buildRevlTraceDocument(events)))).toEqual({
      events: 1,
      modelHops: [
        {
          seq: null,
          component: null,
          capability: null,
          key: null,
          model: { id: null, provenance: 'host-reported' },
          tokens: { in: null, out: null, provenance: 'host-reported' },
          latency: { seconds: null, provenance: 'revl-measured-bracket' },
          attempts: { count: null, ceiling: null, provenance: 'revl-controlled' },
          verifiedBy: [],
        },
      ],
    });
  });

  it('has what is there, and filters hops by component but not the count', async () => {
    const events = await eventsOf([
      emit(1, {
        component: 'A',
        activationId: 'A#g1#a1',
        ...llm({
          cost: { amount: 1 },
          producedSeq: [1, 5],
          promptDigest: { bytesBucket: '0-64' },
          modelProvenance: 'own',
          verifiedBy: ['G1'],
        }),
      }),
      emit(2, { component: 'B', ...llm() }),
    ]);
    const document = JSON.parse(formatPythonJson(buildRevlTraceDocument(events, 'A')));
    expect(document.events).toBe(2);
    expect(document.modelHops).toMatchObject([
      {
        model: { id: 'm', provenance: 'own' },
        latency: { seconds: 0.25 },
        verifiedBy: ['G1'],
        activationId: 'A#g1#a1',
        cost: { amount: 1, currency: null, provenance: 'host-reported' },
        produced: [{ seq: 1, capability: null, key: null }, { seq: 5 }],
        promptDigest: { bytesBucket: '0-64' },
      },
    ]);
  });
});

describe('joining hops to decisions', () => {
  const decision = (step: number, latency: string, component = 'A'): PlainObject =>
    decisionRecord(undefined, { component, stepIndex: step, ...llm({ latencySeconds: float(latency) }) });
  const hop = (seq: number, latency: string, component = 'A'): PlainObject =>
    emit(seq, { component, ...llm({ latencySeconds: float(latency), producedSeq: [0] }) });

  async function joined(events: readonly Plain[], records: readonly Plain[]) {
    const { reading } = await logOf(records);
    const decisions = reading.is === 'read' ? modelDecisions(reading.records) : [];
    return joinHops(deriveHops(await eventsOf(events)), decisions).map((one) => [
      (one.hop.seq as { token: string }).token,
      (one.decision.value.get('stepIndex') as { token: string }).token,
    ]);
  }

  it('goes by component and measured values, and only where both sides are unique', async () => {
    expect(
      await joined([hop(9, '0.5'), hop(8, '0.125')], [decision(0, '0.125'), decision(3, '0.5')]),
    ).toEqual([
      ['8', '0'],
      ['9', '3'],
    ]);
    expect(await joined([hop(1, '0.5')], [decision(0, '0.5', 'B')])).toEqual([]);
    expect(await joined([hop(1, '0.5')], [decision(0, '0.5'), decision(1, '0.5')])).toEqual([]);
    expect(await joined([hop(1, '0.5'), hop(2, '0.5')], [decision(0, '0.5')])).toEqual([]);
    expect(
      await joined(
        [emit(1, { component: 'A', llm: {} })],
        [decisionRecord(undefined, { component: 'A', llm: {} })],
      ),
    ).toEqual([]);
  });
});
