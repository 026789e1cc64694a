import { CALL_REASONS, type CallReason, type Cause, VERDICTS, type Verdict } from '../../model/verdict.ts';
import type { CallFacts } from './call-facts.ts';
import { CALL_RULES } from './call-rules.ts';

/** The verdict of one paired call with every reason that applies. */
export interface Judged {
  readonly verdict: Verdict;
  readonly reasons: readonly CallReason[];
  /** Only of a divergent call. */
  readonly cause: Cause | undefined;
}

/** Total: every combination of facts has exactly one verdict (design.md 4). */
export function judgeCall(facts: CallFacts): Judged {
  const reasons = CALL_RULES.filter((rule) => rule.applies(facts)).map((rule) => rule.reason);
  const verdict = headline(reasons);
  return { verdict, reasons, cause: verdict === 'divergent' ? causeOf(facts) : undefined };
}

/** The first verdict of the table that a reason belongs to; without any reason the call is faithful. */
export function headline(reasons: readonly CallReason[]): Verdict {
  return VERDICTS.find((verdict) => reasons.some((reason) => CALL_REASONS[reason] === verdict)) ?? 'faithful';
}

/** "`environment` when the pre-state differed too, `tool` when it was verified equal, else `unknown`." */
function causeOf(facts: CallFacts): Cause {
  if (facts.preState === 'differs') return 'environment';
  // A partial list leaves room for an unseen pre-state.
  return facts.preState === 'verified' && facts.coverage.recorded === 'full' ? 'tool' : 'unknown';
}
