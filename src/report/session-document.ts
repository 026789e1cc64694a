import type { ToldSession } from '../model/document-writers.ts';
import type { SessionDocument } from '../model/findings.ts';
import { PAIR_LIST_CAP } from '../model/order.ts';
import type { Evidence } from '../model/session.ts';
import { axesOf } from '../model/session-facts.ts';
import { callDocument } from './call-document.ts';
import { logDocuments } from './log-documents.ts';
import { orderDocument } from './order-document.ts';

/** A session as design.md 8 prints it; what was not derived is null. */
export function sessionDocument(told: ToldSession, evidence: Evidence): SessionDocument {
  const { reading } = told;
  const { group, order, downstream, counterfactual } = reading;
  const logs = reading.logs.map((log) => logDocuments(log, evidence));
  return {
    id: group.id,
    ...(group.title === undefined ? {} : { title: group.title }),
    traceIds: [...group.traceIds].sort(),
    inputs: group.files.map((file) => evidence.files[file]?.path ?? '').sort(),
    outcome: reading.outcome,
    reasons: reading.reasons,
    axes: axesOf(reading),
    conditions: reading.conditions,
    reasonWords: told.reasonWords,
    sufficiency: told.sufficiency ?? null,
    order: orderDocument(order, evidence),
    calls: reading.calls.map((call) => callDocument(call, evidence)),
    decisions: logs.flatMap(({ decisions }) => decisions),
    modes: logs.flatMap(({ modes }) => modes),
    downstream:
      downstream?.pairs.slice(0, PAIR_LIST_CAP).map(({ from, to, how }) => ({ from, to, how })) ?? null,
    downstreamCount: downstream?.count ?? null,
    counterfactual: counterfactual?.map(({ call, gate, reasons }) => ({ call, gate, reasons })) ?? null,
  };
}
