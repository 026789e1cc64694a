import { isJsonObject, type Json, JsonNumber, type JsonObject } from '../../lib/json-value.ts';
import type {
  Decision,
  DecisionReading,
  LogReading,
  Mode,
  ModeReadiness,
  Requirement,
} from '../../model/seal.ts';
import type { WalFile, WalRecord } from '../../model/wal.ts';
import { modelDecisions } from '../seal/read-decisions.ts';
import {
  REVL_DECISION_NOTE,
  REVL_INTENTS,
  REVL_OFFLINE_NOTE,
  REVL_PRE3A_NOTE,
  REVL_REQUIREMENTS,
} from './revl-texts.ts';

/** Order of the `present` member; the model's table has it. */
const PRESENT_ORDER = [
  'modelDecisions',
  'sealedEvidence',
  'responseText',
  'promptDigest',
  'toolCalls',
  'seedsAndClock',
  'liveComponent',
] as const satisfies readonly Requirement[];

/**
 * The report of `revl replay WAL --json` (revl-wal.md 5), to be written by `formatPythonJson`. Undefined for a refused
 * log, of which revl prints an error only.
 * @param path the log's path as the report shall name it
 * @param mode limits the modes, as revl's `--mode` does
 */
export function buildRevlPlan(
  wal: WalFile,
  reading: LogReading,
  path: string,
  mode?: Mode,
): JsonObject | undefined {
  if (wal.reading.is === 'refused') return undefined;
  const records = modelDecisions(wal.reading.records);
  const modes = reading.modes.filter((readiness) => mode === undefined || readiness.mode === mode);
  return new Map<string, Json>([
    ['kind', 'revl.replay-plan'],
    ['wal', path],
    ['complete', reading.complete],
    ['torn', reading.torn],
    ['modelDecisions', records.map(decisionRow)],
    ['decisions', reading.decisions.map((decision, i) => readingRow(decision, records[i] as WalRecord))],
    ['modes', modes.map(modeRow)],
    ['present', new Map(PRESENT_ORDER.map((requirement) => [requirement, reading.present[requirement]]))],
    ['requirements', requirementTexts(modes)],
    ['offlineNote', REVL_OFFLINE_NOTE],
    ['pre3aNote', REVL_PRE3A_NOTE],
    ['decisionNote', REVL_DECISION_NOTE],
  ]);
}

/** What revl exits with: 0 if any shown mode is plannable, else 1; 1 for a refused log. */
export function revlExitStatus(wal: WalFile, reading: LogReading, mode?: Mode): 0 | 1 {
  if (wal.reading.is === 'refused') return 1;
  const shown = reading.modes.filter((readiness) => mode === undefined || readiness.mode === mode);
  return shown.some((readiness) => readiness.plannable) ? 0 : 1;
}

function decisionRow({ value }: WalRecord): JsonObject {
  const llm = value.get('llm');
  const ofLlm = (member: string): Json => (isJsonObject(llm) ? (llm.get(member) ?? null) : null);
  return new Map<string, Json>([
    ['component', value.get('component') ?? null],
    ['stepIndex', value.get('stepIndex') ?? null],
    ['outcome', value.get('outcome') ?? null],
    ['model', ofLlm('model')],
    ['tokensIn', ofLlm('tokensIn')],
    ['tokensOut', ofLlm('tokensOut')],
    ['cost', ofLlm('cost')],
    ['attempts', ofLlm('attempts')],
    ['attemptCeiling', ofLlm('attemptCeiling')],
  ]);
}

function readingRow(reading: DecisionReading, { value }: WalRecord): JsonObject {
  const refused = value.get('evidenceRefused');
  const { decision, reproducible } = reading;
  return new Map<string, Json>([
    ['crossing', [value.get('component') ?? null, value.get('stepIndex') ?? null]],
    ['sealed', reading.sealed],
    ['refusedAtRun', isJsonObject(refused) ? refused : null],
    ['verified', reading.verified ?? null],
    ['link', reading.link ?? ''],
    ['reason', reading.revlReason],
    ['decision', decision === undefined ? null : decisionDocument(decision)],
    [
      'reproducible',
      reproducible === undefined
        ? null
        : new Map<string, Json>([
            ['ok', reproducible.ok],
            ['missing', reproducible.missing],
          ]),
    ],
  ]);
}

const integer = (value: bigint): JsonNumber => new JsonNumber(value.toString());

/** The members of revl-wal.md 4.2, in its order. */
function decisionDocument(decision: Decision): JsonObject {
  return new Map<string, Json>([
    ['component', decision.component],
    ['stepIndex', integer(decision.stepIndex)],
    ['role', decision.role],
    ['residence', decision.residence],
    ['modelDigest', decision.modelDigest],
    ['placementDigest', decision.placementDigest ?? null],
    ['promptBindingMode', decision.promptBindingMode],
    ['promptBinding', decision.promptBinding ?? null],
    ['promptSuppressionReason', decision.promptSuppressionReason ?? null],
    ['origins', decision.origins],
    ['candidates', decision.candidates],
    ['chosen', decision.chosen === undefined ? null : integer(decision.chosen)],
    ['chosenDigest', decision.chosenDigest ?? null],
    ['outcome', decision.outcome],
    ['sampling', decision.sampling],
    ['policyDigest', decision.policyDigest],
    ['fallbackDepth', integer(decision.fallbackDepth)],
    ['retained', decision.retained],
    ['keyId', decision.keyId],
    ['recordedAt', decision.recordedAt],
  ]);
}

function modeRow(readiness: ModeReadiness): JsonObject {
  return new Map<string, Json>([
    ['mode', readiness.mode],
    ['intent', REVL_INTENTS[readiness.mode]],
    ['requires', readiness.requires],
    ['recordRequires', readiness.recordRequires],
    ['met', readiness.met],
    ['missing', readiness.missing],
    ['plannable', readiness.plannable],
    ['executable', false],
    ['blocker', readiness.blocker],
  ]);
}

/** A text per requirement that the shown modes name, in the order in which they first name it. */
function requirementTexts(modes: readonly ModeReadiness[]): JsonObject {
  const texts = new Map<string, Json>();
  for (const { requires } of modes) {
    for (const requirement of requires) texts.set(requirement, REVL_REQUIREMENTS[requirement] ?? '');
  }
  return texts;
}
