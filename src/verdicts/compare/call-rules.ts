import type { CallReason } from '../../model/verdict.ts';
import type { CallFacts } from './call-facts.ts';

/** One reason of a paired call: when it applies, and the sentence of design.md 4 that it enforces. */
export interface CallRule {
  readonly reason: CallReason;
  readonly because: string;
  applies(facts: CallFacts): boolean;
}

const answers = (reading: CallFacts['input']): boolean => reading === 'equal' || reading === 'differs';

/** "Only another key, `bypassed` or a visible change shows that a call ran." */
const shownToRun = (facts: CallFacts): boolean =>
  facts.key === 'other' || facts.header === 'bypassed' || facts.changeOnReplay;

/** "`bypassed` … under it an equal key is no reuse"; else an equal key and no effect of this call on replay. */
const keyReused = (facts: CallFacts): boolean =>
  facts.key === 'equal' && facts.header !== 'bypassed' && !facts.changeOnReplay;

/**
 * The rules of design.md 4 for a call that has its partner, in the order of CALL_REASONS. Every rule is asked, and
 * every one that applies is kept. (`file-altered` and the reasons of `unmatched` belong to calls of which nothing is
 * compared; `deriveCalls` gives them.)
 */
export const CALL_RULES: readonly CallRule[] = [
  {
    reason: 'seal-broken',
    because: "A call's own carrier must be sealed for `seal-broken` … to apply to it.",
    applies: (facts) => facts.seal === 'broken',
  },
  {
    reason: 'cache-hit',
    because: 'Served from an idempotency cache (either side says so).',
    applies: (facts) => facts.cacheHit,
  },
  {
    reason: 'key-reused',
    because: 'The key equals the recorded key and no effect of this call is seen on replay.',
    applies: keyReused,
  },
  {
    reason: 'no-effect-on-replay',
    because: 'The replay changed nothing where the recording did, and nothing shows that it ran.',
    applies: (facts) => facts.unchangedOnReplay && !shownToRun(facts),
  },
  {
    reason: 'input-differs',
    because: 'Something compared and differs.',
    applies: (facts) => facts.input === 'differs',
  },
  {
    reason: 'effect-differs',
    because:
      'Something compared and differs. Replayed only: `effect-differs` if the recorded coverage is full.',
    applies: (facts) =>
      facts.post.differs ||
      (facts.post.replayedOnly && facts.recordedList && facts.coverage.recorded === 'full'),
  },
  {
    reason: 'output-differs',
    because: 'Something compared and differs.',
    applies: (facts) => facts.output === 'differs',
  },
  {
    reason: 'post-state-missing',
    because: 'An absent `post_state` is missing, also where `effects` says `none`.',
    applies: (facts) => !facts.recordedList || facts.post.recordedBlank,
  },
  {
    reason: 'replay-post-state-missing',
    because:
      'Recorded only: `replay-post-state-missing`. A recorded empty effect is to be answered by a list.',
    applies: (facts) => facts.recordedList && (!facts.replayedList || facts.post.replayedMissing),
  },
  {
    reason: 'incomparable',
    because: 'Schemes differ, weak ETag, counters of unlike epochs; rows that agree out of another epoch.',
    applies: (facts) =>
      facts.post.incomparable || facts.input === 'incomparable' || facts.output === 'incomparable',
  },
  {
    reason: 'epoch-differs',
    because: 'Rows that agree out of another epoch are `incomparable` and also `epoch-differs`.',
    applies: (facts) => facts.post.epochDiffers || facts.preEpochDiffers,
  },
  {
    reason: 'pre-state-unverified',
    because: 'What the recording carries, the replay must answer: a pre-state with an equal pre-state.',
    applies: (facts) => facts.preState === 'unverified',
  },
  {
    reason: 'pre-state-differs',
    because: 'What the recording carries, the replay must answer: a pre-state with an equal pre-state.',
    applies: (facts) => facts.preState === 'differs',
  },
  {
    reason: 'key-unverified',
    because: 'A key [is answered] with another key; header `bypassed` answers it.',
    // An equal key that counts as reused is named by `key-reused` already.
    applies: (facts) =>
      facts.header !== 'bypassed' &&
      (facts.key === 'unanswered' || (facts.key === 'equal' && !keyReused(facts))),
  },
  {
    reason: 'input-missing',
    because: 'What the recording carries, the replay must answer: an input with an input.',
    applies: (facts) => facts.input === 'recorded-only',
  },
  {
    reason: 'output-missing',
    because:
      'An output stated on neither side is `output-missing`; stated on one, it was not compared either.',
    applies: (facts) => !answers(facts.output) && facts.output !== 'incomparable',
  },
  {
    reason: 'coverage-partial',
    because: 'A list that says it is partial cannot be equal in every post-state.',
    applies: (facts) => facts.coverage.recorded === 'partial' || facts.coverage.replayed === 'partial',
  },
  {
    reason: 'seal-unchecked',
    because: "A call's own carrier must be sealed for … `seal-unchecked` to apply to it.",
    applies: (facts) => facts.seal === 'unchecked',
  },
];
