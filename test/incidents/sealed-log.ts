import {
  decisionBody,
  decisionRecord,
  digestOf,
  float,
  keyIdOf,
  logText,
  type PlainObject,
  seal,
} from '../sealer.ts';
import { hexOf } from './made-ids.ts';
import type { MadeDecision } from './run-script.ts';

/** Edits a sealed body after its seal was made, as somebody with a text editor would. */
export type Edit = (sealed: PlainObject, decision: MadeDecision) => PlainObject;

/** The write-ahead log of the session's model calls, each decision sealed with the key. */
export function sealedLog(
  decisions: readonly MadeDecision[],
  key: Uint8Array,
  edit: Edit = (sealed) => sealed,
): string {
  const records: PlainObject[] = [
    {
      record: 'header',
      walVersion: 1,
      generation: 1,
      guarantee:
        'each committed step, its boundary and how to undo it; nothing that was not written here is claimed',
    },
  ];
  for (const [seq, decision] of decisions.entries()) {
    records.push(crossing(seq, decision));
    records.push(
      decisionRecord(edit(sealedBody(decision, key), decision), {
        component: decision.component,
        stepIndex: decision.step,
        llm: llm(decision),
      }),
    );
  }
  records.push({
    record: 'activation-complete',
    generation: 1,
    components: [...new Set(decisions.map(({ component }) => component))],
  });
  return logText(records);
}

const crossing = (seq: number, { component, step }: MadeDecision): PlainObject => ({
  record: 'effect',
  seq,
  component,
  stepIndex: step,
  kind: 'emission',
  label: 'Model.complete',
  site: `${component}.rvl:12`,
  source: null,
  origin: { phase: 'activation' },
  boundary: {
    class: 'emission',
    referent: 'process-crossing',
    compensated: false,
    detail: { key: 'Model', method: 'complete', service: 'model', args: ['<redacted:secret>'] },
  },
  inverse: { reconstructible: false, reason: 'an emission is a one-way crossing' },
});

const llm = ({ tokensIn, tokensOut, latencyMs }: MadeDecision): PlainObject => ({
  model: 'atlas-2-large',
  modelProvenance: 'host-reported',
  tokensIn,
  tokensOut,
  usageProvenance: 'host-reported',
  latencySeconds: float(pythonSeconds(latencyMs)),
  latencyProvenance: 'revl-measured-bracket',
  attempts: 1,
  attemptCeiling: 3,
  attemptsProvenance: 'revl-controlled',
  verifiedBy: [],
});

/** Python's repr of whole milliseconds in seconds. */
const pythonSeconds = (ms: number): string => (ms % 1000 === 0 ? `${ms / 1000}.0` : String(ms / 1000));

function sealedBody({ component, step, prompt, answer, end }: MadeDecision, key: Uint8Array): PlainObject {
  const other = hexOf(`${answer} another candidate`, 64);
  return seal(
    decisionBody({
      key_id: keyIdOf(key),
      recorded_at: `${new Date(Number(end / 1_000_000n)).toISOString().slice(0, 19)}+00:00`,
      component,
      step_index: step,
      role: component,
      model_digest: digestOf('atlas-2-large 2026-01'),
      placement_digest: digestOf('cloud, region eu-1'),
      prompt_binding: { mode: 'content-addressed', value: digestOf(prompt), reason: null },
      origins: ['input', 'model', 'net'],
      candidates: [digestOf(answer), other],
      chosen: 0,
      sampling: {
        max_tokens: 2048,
        seed: 2207,
        top_k: null,
        temperature: float('0.2'),
        top_p: float('1.0'),
        stop_digest: null,
      },
      policy_digest: digestOf('limits policy 14'),
    }),
    { key },
  );
}
