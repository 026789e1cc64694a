import type { Outcome } from '../model/verdict.ts';

/** One sentence for each outcome (design.md 7). */
export const OUTCOME_WORDS: Readonly<Record<Outcome, string>> = {
  refused: 'A seal that was checked fails, or a file was altered: nothing is concluded from this session.',
  divergent: 'A replayed call did something else than the recorded one.',
  admissible: 'Every call was executed again and agrees, in an order that the evidence settles.',
  hypothesis: 'A simulation of plausibility, not a reconstruction.',
};
