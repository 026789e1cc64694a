import { isJsonNumber, isJsonObject, type Json } from '../../lib/json-value.ts';
import { isIntegerToken } from '../../lib/json-write.ts';
import { pushAll } from '../../lib/push-all.ts';
import type { DecisionReading, EvidenceKey } from '../../model/seal.ts';
import type { WalRecord } from '../../model/wal.ts';
import {
  concludeReconstruction,
  type Reconstruction,
  type ReconstructOptions,
  type RecordCrossing,
  reconstructDecision,
} from './reconstruct.ts';
import { sealBytes } from './seal-bytes.ts';
import { beginVerify, checkMac, concludeVerify } from './verify.ts';

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
    pushAll(readings, await readBatch(batch, context));
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

/**
 * The MACs of a batch are handed over together: one by one, between the canonical bytes of each, waking the threads
 * that compute them takes longer than the MACs themselves.
 */
async function readBatch(
  batch: readonly WalRecord[],
  context: ReadingContext,
): Promise<readonly DecisionReading[]> {
  const { coveredBytes = sealBytes } = context.options;
  const checks = batch.map((record) => {
    const [key] = keysFor(record, context);
    if (key === undefined || !isSealed(record)) return undefined;
    return { key, begun: beginVerify(record.value.get('evidence') as Json, coveredBytes) };
  });
  const macs = await Promise.all(
    checks.map((check) => check?.begun.is === 'unchecked' && checkMac(check.begun, check.key)),
  );
  const readings: DecisionReading[] = [];
  for (const [i, record] of batch.entries()) {
    const check = checks[i];
    if (check === undefined) {
      readings.push(unreadDecision(record, context));
      continue;
    }
    const { begun, key } = check;
    const verified = begun.is === 'unchecked' ? concludeVerify(begun, key, macs[i] === true) : begun;
    const first = concludeReconstruction(verified, crossingOf(record), context.options.roles);
    const isSettled = first.is === 'read' || first.macHolds || keysFor(record, context).length === 1;
    readings.push(
      decisionReading(record, context, isSettled ? first : await withOtherKeys(record, context, first)),
    );
  }
  return readings;
}

/** The key that the seal names; where it names none of the given ones, each in turn. */
function keysFor(record: WalRecord, context: ReadingContext): readonly EvidenceKey[] {
  const named = context.keysById.get(namedKeyId(record) ?? '');
  return named === undefined ? context.keys : [named];
}

/** A key whose MAC holds leads, whatever else is wrong with the seal. */
async function withOtherKeys(
  record: WalRecord,
  context: ReadingContext,
  first: Reconstruction,
): Promise<Reconstruction> {
  for (const key of keysFor(record, context).slice(1)) {
    const evidence = record.value.get('evidence') as Json;
    const other = await reconstructDecision(evidence, key, crossingOf(record), context.options);
    if (other.is === 'read' || other.macHolds) return other;
  }
  return first;
}

const crossingOf = ({ value }: WalRecord): RecordCrossing => ({
  component: value.get('component') ?? null,
  stepIndex: value.get('stepIndex') ?? null,
});

/** What is known before, and without, a look into the seal. */
function unreadDecision(record: WalRecord, context: ReadingContext): DecisionReading {
  const { value } = record;
  const sealed = isSealed(record);
  const refusedAtRun = refusalAtRun(value.get('evidenceRefused'));
  return {
    at: { file: context.file, offset: record.offset, length: record.length, line: record.line },
    crossing: [shownComponent(value.get('component')), shownStep(value.get('stepIndex'))],
    sealed,
    verified: undefined,
    link: undefined,
    reason: sealed ? NO_KEY : NOT_SEALED,
    revlReason: sealed ? REVL_NO_KEY : REVL_NOT_SEALED,
    refusedAtRun,
    decision: undefined,
    reproducible: undefined,
    // a stated refusal says why there is no seal; that counts for everything but an expected seal
    missingUnderEngagement:
      !sealed && (context.options.expectSealed || (context.sealExpected && refusedAtRun === undefined)),
    keyNotTheLogs: sealed && context.keyNotTheLogs,
  };
}

function decisionReading(
  record: WalRecord,
  context: ReadingContext,
  reading: Reconstruction,
): DecisionReading {
  const unread = unreadDecision(record, context);
  if (reading.is === 'refused') {
    const { link, reason, revlReason } = reading.refusal;
    return { ...unread, verified: false, link, reason, revlReason };
  }
  const { decision, reproducible } = reading;
  return { ...unread, verified: true, reason: undefined, revlReason: '', decision, reproducible };
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
