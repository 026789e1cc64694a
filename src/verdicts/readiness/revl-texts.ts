import type { Mode, Requirement } from '../../model/seal.ts';

/**
 * The fixed texts of revl's replay plan. They are part of its output format (revl-wal.md 5): `--format revl-plan` has to
 * print the same document, so these few sentences are revl's and not ours. Nothing else may use them.
 */
export const REVL_INTENTS: Readonly<Record<Mode, string>> = {
  exact: 'reproduce the run byte-for-byte without calling the model',
  'tool-only': 'replay recorded model responses as fixtures, re-run tools live',
  'model-substitute': 'swap the model, feed it the original prompts, re-run from the fork',
  counterfactual: 'ask what would have happened if the agent had acted differently',
};

/** No mode requires the two that are not here, so revl never prints a text for them. */
export const REVL_REQUIREMENTS: Readonly<Partial<Record<Requirement, string>>> = {
  modelDecisions:
    'one durable model-decision record per completion crossing (item 250 Slice 3a): which model answered, at what token/cost, in how many attempts. Present on any WAL written by a Slice-3a runtime that crossed a model boundary.',
  responseText:
    "the model's response, needed to feed a recorded completion back instead of calling the model. Never written to the WAL (Slice 3a records the decision, never the text).",
  seedsAndClock:
    "the RNG seed and clock readings, needed for a bit-reproducible replay. Not recorded, so a replay is a divergent continuation, not a reproduction (the seedsAndClock axis of a branch's notPreserved).",
  liveComponent:
    'a live component, workspace handle and fiber to re-execute against. An offline reader has none; this is the requirement the Slice-3b live executor exists to meet.',
  toolCalls:
    'the tool calls the model requested, needed to replay tool-use turns. Made inside the opaque host body; revl does not see them and Slice 3a does not record them.',
};

export const REVL_OFFLINE_NOTE =
  'this is an offline readiness plan, not a replay. It runs nothing: an offline reader has no live component, so every mode reads `executable: false` and the live Slice-3b executor is what would satisfy the `liveComponent` requirement. `plannable` says whether the WAL carries enough to inform the mode at all.';

export const REVL_PRE3A_NOTE =
  "a WAL with no `model-decision` record reads as 'this session made no model completion'. A WAL written before item 250 Slice 3a made the record durable reads the same way, and this reader cannot tell the two apart: it reports readiness from what is on the record, never from what a run might have done off it.";

export const REVL_DECISION_NOTE =
  'a reconstructed decision is the account of what the model was asked and what it chose, verified against its own seal. It is not a re-execution: no model is called, no tool runs and no completion text is read, because none is written. `executable` stays false for every mode.';
