import type { OrderReading } from '../../model/order.ts';
import type { LogReading } from '../../model/seal.ts';
import type { Evidence, SessionGroup, SessionReading } from '../../model/session.ts';
import type { JudgedCall } from '../compare/derive-calls.ts';
import { deriveCounterfactual } from '../downstream/derive-counterfactual.ts';
import { deriveDownstream } from '../downstream/derive-downstream.ts';
import { deriveAuthenticity } from './authenticity.ts';
import { deriveCompleteness } from './completeness.ts';
import { deriveConditions } from './conditions.ts';
import { indexEvidence } from './evidence-index.ts';
import { deriveOutcome, worstVerdict } from './outcome.ts';

/** What other rules said of a session, and what its own need. */
export interface SessionParts {
  readonly order: OrderReading;
  /** Every call of the session with its verdict (`deriveCalls`). */
  readonly judged: readonly JudgedCall[];
  /** The readings of the group's write-ahead logs. */
  readonly logs: readonly LogReading[];
}

/** Axes, conditions and outcome of one session (design.md 7). */
export function deriveSession(group: SessionGroup, evidence: Evidence, parts: SessionParts): SessionReading {
  const { order, judged, logs } = parts;
  const calls = judged.map(({ call }) => call);
  const { altered } = indexEvidence(evidence);
  const hasReplay = group.replayed.length > 0 || group.replayedRows !== undefined;
  const conditions = deriveConditions(group, judged);
  const completeness = deriveCompleteness(group, evidence, judged, order, logs);
  const authenticity = deriveAuthenticity(group, logs, altered);
  const { outcome, reasons } = deriveOutcome({
    calls,
    hasReplay,
    conditions,
    authenticity,
    completeness,
    order,
  });
  // without a replay nothing was found unsound; everything is a hypothesis
  const downstream = deriveDownstream(order, hasReplay ? calls : []);
  const counterfactual = deriveCounterfactual(order, calls, logs, {
    spans: evidence.spans,
    rows: group.rows,
  });
  return {
    group,
    outcome,
    reasons,
    authenticity: authenticity.is,
    replay: worstVerdict(calls, hasReplay),
    completeness: completeness.length === 0 ? 'complete' : 'unknown',
    completenessReasons: completeness,
    conditions,
    order,
    calls,
    logs,
    ...(downstream === undefined ? {} : { downstream }),
    ...(counterfactual === undefined ? {} : { counterfactual }),
  };
}
