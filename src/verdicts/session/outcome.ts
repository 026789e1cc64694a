import type { OrderReading } from '../../model/order.ts';
import {
  CALL_REASONS,
  type CallReason,
  type Conditions,
  type Outcome,
  type Verdict,
  WORST_FIRST,
} from '../../model/verdict.ts';
import type { JudgedCall } from '../compare/derive-calls.ts';
import { AUTHENTICITY_REASONS, type AuthenticityReading } from './authenticity.ts';
import { COMPLETENESS_REASONS, type CompletenessReason } from './completeness.ts';

/**
 * The closed list of what keeps a session from being admissible, in the order in which it is shown: what refuses it,
 * what its calls say, and then each condition of design.md 7 that does not hold.
 */
export const OUTCOME_REASONS = [
  ...AUTHENTICITY_REASONS,
  'no-calls',
  'no-replay',
  ...(Object.keys(CALL_REASONS) as CallReason[]).filter(
    (reason) => !(AUTHENTICITY_REASONS as readonly string[]).includes(reason),
  ),
  'condition-fingerprinted',
  'condition-pinned',
  'condition-salted',
  'condition-compared',
  'order-not-a-trajectory',
  'order-conflicting',
  'order-orphaned',
  'order-partial-order',
  'one-process',
  ...COMPLETENESS_REASONS,
] as const;
export type OutcomeReason = (typeof OUTCOME_REASONS)[number];

export interface OutcomeReading {
  readonly outcome: Outcome;
  /** Everything that bars `admissible`, in the order of OUTCOME_REASONS; empty iff admissible. */
  readonly reasons: readonly OutcomeReason[];
}

/** What an outcome is derived from. */
export interface OutcomeFacts {
  readonly calls: readonly Pick<JudgedCall['call'], 'verdict' | 'reasons'>[];
  readonly hasReplay: boolean;
  readonly conditions: Conditions;
  readonly authenticity: AuthenticityReading;
  readonly completeness: readonly CompletenessReason[];
  readonly order: Pick<OrderReading, 'bucket' | 'assumes'>;
}

/** "`refused` if …; else `divergent` if any call is; else `admissible` iff …; else `hypothesis`" (design.md 7). */
export function deriveOutcome(facts: OutcomeFacts): OutcomeReading {
  const found = new Set<OutcomeReason>([...facts.authenticity.reasons, ...facts.completeness]);
  if (facts.calls.length === 0) found.add('no-calls');
  if (!facts.hasReplay) found.add('no-replay');
  for (const call of facts.calls) {
    if (call.verdict !== 'faithful') for (const reason of call.reasons) found.add(reason);
  }
  if (!facts.conditions.fingerprinted) found.add('condition-fingerprinted');
  if (!facts.conditions.pinned) found.add('condition-pinned');
  if (!facts.conditions.salted) found.add('condition-salted');
  if (!facts.conditions.compared) found.add('condition-compared');
  const { bucket } = facts.order;
  if (bucket !== 'witnessed' && bucket !== 'single-clock') found.add(`order-${bucket}`);
  // nothing in the evidence says that one process wrote it: a single clock is then an assumption
  if (bucket === 'single-clock' && facts.order.assumes.includes('one-process')) found.add('one-process');
  return {
    outcome: outcomeOf(facts, found.size === 0),
    reasons: OUTCOME_REASONS.filter((reason) => found.has(reason)),
  };
}

function outcomeOf(facts: OutcomeFacts, nothingBars: boolean): Outcome {
  if (facts.authenticity.is === 'refused') return 'refused';
  if (facts.calls.some((call) => call.verdict === 'divergent')) return 'divergent';
  return nothingBars ? 'admissible' : 'hypothesis';
}

/** The worst verdict of the calls; undefined without calls or without a replay. */
export function worstVerdict(calls: OutcomeFacts['calls'], hasReplay: boolean): Verdict | undefined {
  if (!hasReplay) return undefined;
  return WORST_FIRST.find((verdict) => calls.some((call) => call.verdict === verdict));
}
