import { isJsonNumber, isJsonObject, type Json } from '../../lib/json-value.ts';
import { isIntegerToken } from '../../lib/json-write.ts';
import type { DecisionReading, EvidenceKey } from '../../model/seal.ts';
import type { WalRecord } from '../../model/wal.ts';
import { type Reconstruction, type ReconstructOptions, reconstructDecision } from './reconstruct.ts';

export interface ReadDecisionsOptions extends ReconstructOptions {
  readonly expectSealed: boolean;
  /** Called with the number of decisions done so far, at least once per batch. */
  readonly onProgress?: (done: number) => void;
}

/** Checks in flight at once; between batches the signal is looked at. */
const BATCH = 256;

const NOT_SEALED = 'the record carries no seal: none was made, or it was taken away; the log cannot tell';
const NO_KEY = 'no key was given, so the seal is not checked and nothing is read out of it';
const REVL_NOT_SEALED =
  'this crossing carries no `evidence` member: the run did not seal it, or it predates item 517 Slice 2. Both read the same way here';
const REVL_NO_KEY =
  'a seal is present and no key was supplied, so it was not checked and nothing is read out of it';

/** The model decisions among the records, in file order. */
export const modelDecisions = (records: readonly WalRecord[]): readonly WalRecord[] =>
  records.filter((record) => record.kind === 'model-decision');

/**
 * revl's reading of every model decision of one log (revl-wal.md 4.3), with what design.md 6 adds: several keys,
 * `missing-under-engagement`, and keys that are not this log's.
 * @param file index of the log's evidence file
 */
export async function readDecisions(
  records: readonly WalRecord[],
  file: number,
  keys: readonly EvidenceKey[],
  options: ReadDecisionsOptions,
  signal?: AbortSignal,
): Promise<readonly DecisionReading[]> {
  const decisions = modelDecisions(records);
  const sealed = decisions.filter(isSealed).length;
  const context: ReadingContext = {
    file,
    keys,
    options,
    keysById: new Map(keys.map((key) => [key.keyId, key])),
    keyNotTheLogs: keys.length > 0 && sealed > 0 && !decisions.some((record) => namesAny(record, keys)),
    sealExpected: options.expectSealed || sealed > 0,
  };
  const readings: DecisionReading[] = [];
  for (let from = 0; from < decisions.length; from += BATCH) {
    signal?.throwIfAborted();
    const batch = decisions.slice(from, from + BATCH);
    readings.push(...(await Promise.all(batch.map((record) => readDecision(record, context)))));
    options.onProgress?.(readings.length);
  }
  return readings;
}

interface ReadingContext {
  readonly file: number;
  readonly keys: readonly EvidenceKey[];
  readonly keysById: ReadonlyMap<string, EvidenceKey>;
  readonly options: ReadDecisionsOptions;
  readonly keyNotTheLogs: boolean;
  readonly sealExpected: boolean;
}

/** Any `evidence` but null counts as sealed, and may then fail. */
const isSealed = (record: WalRecord): boolean => (record.value.get('evidence') ?? null) !== null;

function namedKeyId(record: WalRecord): string | undefined {
  const evidence = record.value.get('evidence');
  const keyId = isJsonObject(evidence) ? evidence.get('key_id') : undefined;
  return typeof keyId === 'string' ? keyId : undefined;
}

const namesAny = (record: WalRecord, keys: readonly EvidenceKey[]): boolean => {
  const named = namedKeyId(record);
  return named !== undefined && keys.some((key) => key.keyId === named);
};

async function readDecision(record: WalRecord, context: ReadingContext): Promise<DecisionReading> {
  const { value } = record;
  const sealed = isSealed(record);
  const refusedAtRun = refusalAtRun(value.get('evidenceRefused'));
  const unread = {
    at: { file: context.file, offset: record.offset, length: record.length, line: record.line },
    crossing: [shownComponent(value.get('component')), shownStep(value.get('stepIndex'))],
    sealed,
    verified: undefined,
    link: undefined,
    refusedAtRun,
    decision: undefined,
    reproducible: undefined,
    // a stated refusal says why there is no seal; that counts for everything but an expected seal
    missingUnderEngagement:
      !sealed && (context.options.expectSealed || (context.sealExpected && refusedAtRun === undefined)),
    keyNotTheLogs: sealed && context.keyNotTheLogs,
  } as const;
  if (!sealed) return { ...unread, reason: NOT_SEALED, revlReason: REVL_NOT_SEALED };
  if (context.keys.length === 0) return { ...unread, reason: NO_KEY, revlReason: REVL_NO_KEY };
  const reading = await reconstructWithKeys(record, context);
  if (reading.is === 'refused') {
    const { link, reason, revlReason } = reading.refusal;
    return { ...unread, verified: false, link, reason, revlReason };
  }
  const { decision, reproducible } = reading;
  return { ...unread, verified: true, reason: undefined, revlReason: '', decision, reproducible };
}

/** The key that the seal names; where it names none of the given ones, each is tried and a MAC that holds leads. */
async function reconstructWithKeys(record: WalRecord, context: ReadingContext): Promise<Reconstruction> {
  const evidence = record.value.get('evidence') as Json;
  const at = {
    component: record.value.get('component') ?? null,
    stepIndex: record.value.get('stepIndex') ?? null,
  };
  const named = context.keysById.get(namedKeyId(record) ?? '');
  const candidates = named === undefined ? context.keys : [named];
  let first: Reconstruction | undefined;
  for (const key of candidates) {
    const reading = await reconstructDecision(evidence, key, at, context.options);
    if (reading.is === 'read' || reading.macHolds) return reading;
    first ??= reading;
  }
  return first as Reconstruction;
}

const shownComponent = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null);

/** Whole numbers as numbers while they are exact, anything longer as its digits. */
function shownStep(value: Json | undefined): number | string | null {
  if (typeof value === 'string') return value;
  if (!isJsonNumber(value)) return null;
  const number = Number(value.token);
  return isIntegerToken(value.token) && !Number.isSafeInteger(number) ? value.token : number;
}

/** Shown as written; it counts only when it is an object. */
function refusalAtRun(refused: Json | undefined): DecisionReading['refusedAtRun'] {
  if (!isJsonObject(refused)) return undefined;
  return { link: textOf(refused.get('link')), reason: textOf(refused.get('reason')) };
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
