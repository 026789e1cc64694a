import type { ToldSession } from '../../model/document-writers.ts';
import type { Evidence } from '../../model/session.ts';
import { axesOf, countVerdicts, formatLinearizations } from '../../model/session-facts.ts';
import type { SessionCard } from '../messages.ts';

export function sessionCard(
  { reading, reasonWords, sufficiency }: ToldSession,
  evidence: Evidence,
): SessionCard {
  const { group, order, calls } = reading;
  return {
    id: group.id,
    title: group.title ?? null,
    outcome: reading.outcome,
    axes: axesOf(reading),
    conditions: reading.conditions,
    reasons: [...reasonWords].sort((a, b) => a.cure.length - b.cure.length),
    verdicts: countVerdicts(calls),
    spans: group.rows.length + (group.replayedRows?.length ?? 0),
    steps: order.steps.length,
    calls: calls.length,
    questionCount: order.questionCount,
    overlapCount: order.overlapCount,
    orphanCount: order.orphans.length,
    linearizations: formatLinearizations(order.linearizations),
    assumes: order.assumes,
    pins: order.assumedCount,
    quarantine: order.quarantine,
    sufficiency: sufficiency ?? null,
    inputs: group.files.map((file) => evidence.files[file]?.path ?? '').sort(),
  };
}
