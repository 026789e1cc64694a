import type { Mode, Requirement } from '../../model/seal.ts';

/** What each mode would do, for who has never seen such a log (revl-wal.md 5). */
export const MODE_WORDS: Readonly<Record<Mode, { readonly name: string; readonly said: string }>> = {
  exact: {
    name: 'Exact',
    said: 'Play every decision and every response back as they were, and get the same run.',
  },
  'tool-only': { name: 'Tool only', said: 'Keep what the model answered; execute the tools again.' },
  'model-substitute': { name: 'Model substitute', said: 'Ask another model at each crossing.' },
  counterfactual: { name: 'Counterfactual', said: 'Change one answer, and let the rest go on from there.' },
};

/** What each requirement is, and what the run would have had to record for it. */
export const REQUIREMENT_WORDS: Readonly<
  Record<Requirement, { readonly name: string; readonly said: string }>
> = {
  modelDecisions: { name: 'model decisions', said: 'at least one decision of a model stands in the log' },
  sealedEvidence: { name: 'sealed evidence', said: 'at least one seal was verified' },
  responseText: {
    name: 'response text',
    said: 'the run would have had to record what the model answered, word for word',
  },
  promptDigest: { name: 'prompt digest', said: 'the run would have had to bind the prompt by its content' },
  toolCalls: { name: 'tool calls', said: 'the run would have had to record the calls with their results' },
  seedsAndClock: {
    name: 'seeds and clock',
    said: 'the run would have had to record random seeds and the clock',
  },
  liveComponent: { name: 'a live component', said: 'the program itself, running; no log can hold it' },
};
