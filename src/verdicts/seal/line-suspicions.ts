import { sha256Hex } from '../../lib/hash.ts';
import { exactForm } from '../../lib/json-exact-form.ts';
import { isJsonArray, isJsonNumber, isJsonObject, type Json } from '../../lib/json-value.ts';
import { isIntegerToken } from '../../lib/json-write.ts';
import { type Problem, type ProblemCode, problem } from '../../model/problem.ts';
import type { WalRecord } from '../../model/wal.ts';

/** The kinds that consume a sequence number (revl-wal.md 1.3). */
const NUMBERED: ReadonlySet<string> = new Set(['effect', 'discharge-descriptor', 'deferred-emission']);
/** The kinds that name the number of another record. */
const NAMING: ReadonlySet<string> = new Set(['replay-fence', 'flushed', 'flush-residue']);
/** A log of a million holes is said to have that many; they are not all listed. */
const LISTED = 100;

/** Lines that are duplicated, missing or moved, and prompts in clear. Needs `loadHashes()`. */
export function findLineSuspicions(records: readonly WalRecord[], path: string): readonly Problem[] {
  return [
    ...findDuplicates(records, path),
    ...findSequenceBreaks(records, path),
    ...findNumbersWithoutRecord(records, path),
    ...findDecisionsOutOfPlace(records, path),
    ...findMissingDecisions(records, path),
    ...findPromptsInClear(records, path),
  ];
}

const at = (code: ProblemCode, path: string, record: WalRecord, said: string): Problem =>
  problem(code, path, said, { line: record.line, byte: record.offset });

/** What no two honest lines can share whole: a numbered record, and a decision with its measured latency. */
function findDuplicates(records: readonly WalRecord[], path: string): readonly Problem[] {
  const problems: Problem[] = [];
  let repeated = 0;
  const firstByKey = new Map<string, WalRecord>();
  const firstByDigest = new Map<string, WalRecord>();
  for (const record of records) {
    const key = identityKey(record);
    if (key === undefined) continue;
    const sameKey = firstByKey.get(key);
    if (sameKey === undefined) {
      firstByKey.set(key, record);
      continue;
    }
    // only records that could be equal are looked at whole
    firstByDigest.set(digestOf(sameKey), sameKey);
    const digest = digestOf(record);
    const original = firstByDigest.get(digest);
    if (original === undefined) firstByDigest.set(digest, record);
    else if (++repeated <= LISTED) {
      problems.push(
        at(
          'log-line-duplicated',
          path,
          record,
          `Line ${record.line} repeats line ${original.line} to the last value.`,
        ),
      );
    }
  }
  if (repeated > LISTED) {
    problems.push(
      problem('log-line-duplicated', path, `${repeated - LISTED} more repeated lines are not listed.`),
    );
  }
  return problems;
}

const digestOf = (record: WalRecord): string => sha256Hex(exactForm(record.value));

function identityKey(record: WalRecord): string | undefined {
  const { kind, value } = record;
  if (kind !== 'model-decision' && !NUMBERED.has(kind ?? '')) return undefined;
  const members = [value.get('component') ?? null, value.get('stepIndex') ?? null, value.get('seq') ?? null];
  return `${kind} ${exactForm(members)}`;
}

/** Numbers start at 0 and rise by one; a reopened log goes on counting. */
function findSequenceBreaks(records: readonly WalRecord[], path: string): readonly Problem[] {
  const problems: Problem[] = [];
  const seen = new Set<bigint>();
  let highest = -1n;
  for (const record of records) {
    const seq = sequenceOf(record);
    if (seq === undefined) continue;
    if (seq < highest && !seen.has(seq)) {
      problems.push(
        at(
          'log-moved',
          path,
          record,
          `Line ${record.line} has the number ${seq} and stands behind number ${highest}.`,
        ),
      );
    }
    seen.add(seq);
    if (seq > highest) highest = seq;
  }
  return [...problems, ...findGaps(records, path)];
}

function findGaps(records: readonly WalRecord[], path: string): readonly Problem[] {
  const problems: Problem[] = [];
  let gaps = 0;
  let expected = 0n;
  const numbered = records
    .map((record) => ({ record, seq: sequenceOf(record) }))
    .filter((one): one is { record: WalRecord; seq: bigint } => one.seq !== undefined && one.seq >= 0n)
    .sort((a, b) => (a.seq < b.seq ? -1 : a.seq > b.seq ? 1 : 0));
  for (const { record, seq } of numbered) {
    if (seq > expected) {
      gaps++;
      if (problems.length < LISTED) {
        const missing =
          seq === expected + 1n ? `Number ${expected} is` : `Numbers ${expected} to ${seq - 1n} are`;
        problems.push(
          at(
            'log-gap',
            path,
            record,
            `${missing} missing before line ${record.line}: lines were taken out, or never written.`,
          ),
        );
      }
    }
    if (seq >= expected) expected = seq + 1n;
  }
  if (gaps > LISTED) {
    problems.push(problem('log-gap', path, `${gaps - LISTED} more gaps in the numbers are not listed.`));
  }
  return problems;
}

function sequenceOf(record: WalRecord): bigint | undefined {
  return NUMBERED.has(record.kind ?? '') ? integerOf(record.value.get('seq')) : undefined;
}

/** Beyond 30 digits a number is no counter's, and `BigInt` gets slow. */
function integerOf(value: Json | undefined): bigint | undefined {
  if (!isJsonNumber(value) || !isIntegerToken(value.token) || value.token.length > 30) return undefined;
  return BigInt(value.token);
}

/** A discharge, a fence or a flush of a number that no line before it has. */
function findNumbersWithoutRecord(records: readonly WalRecord[], path: string): readonly Problem[] {
  const problems: Problem[] = [];
  const seen = new Set<bigint>();
  for (const record of records) {
    const own = sequenceOf(record);
    if (own !== undefined) seen.add(own);
    const absent = namedNumbers(record).find((named) => !seen.has(named));
    if (absent !== undefined) {
      problems.push(
        at(
          'log-gap',
          path,
          record,
          `Line ${record.line} names number ${absent}, which no line before it has.`,
        ),
      );
    }
  }
  return problems;
}

function namedNumbers({ kind, value }: WalRecord): readonly bigint[] {
  const discharged = kind === 'discharge' ? value.get('discharged') : undefined;
  const named = NAMING.has(kind ?? '') ? [value.get('seq')] : isJsonArray(discharged) ? discharged : [];
  return named.map(integerOf).filter((number) => number !== undefined);
}

/** revl writes a decision right behind the effect of the same crossing. */
function findDecisionsOutOfPlace(records: readonly WalRecord[], path: string): readonly Problem[] {
  return records
    .filter((record, i) => record.kind === 'model-decision' && !isBehindOwnEffect(records, i))
    .map((record) =>
      at(
        'log-moved',
        path,
        record,
        `The decision in line ${record.line} does not stand right behind the effect of its own crossing: it was moved or copied, or the effect was taken out.`,
      ),
    );
}

function isBehindOwnEffect(records: readonly WalRecord[], i: number): boolean {
  const decision = records[i]?.value;
  const before = records[i - 1];
  if (decision === undefined || before?.kind !== 'effect') return false;
  return ['component', 'stepIndex'].every(
    (member) => exactForm(decision.get(member) ?? null) === exactForm(before.value.get(member) ?? null),
  );
}

/**
 * An emission of a kind that others in this log have decisions for, and that has none: its decision was taken out, or
 * the run stopped there. Attempts before the last of a retried completion have none by right.
 */
function findMissingDecisions(records: readonly WalRecord[], path: string): readonly Problem[] {
  const completions = new Set<string>();
  for (const [i, record] of records.entries()) {
    if (record.kind === 'model-decision' && isBehindOwnEffect(records, i)) {
      completions.add(emissionKey(records[i - 1] as WalRecord) ?? '');
    }
  }
  completions.delete('');
  const problems: Problem[] = [];
  for (const [i, record] of records.entries()) {
    const key = emissionKey(record);
    const next = records[i + 1];
    if (key === undefined || next === undefined || !completions.has(key)) continue;
    const isRetried = emissionKey(next) === key && componentOf(next) === componentOf(record);
    if (next.kind !== 'model-decision' && !isRetried) {
      problems.push(
        at(
          'decision-missing',
          path,
          record,
          `The completion in line ${record.line} has no decision record behind it.`,
        ),
      );
    }
  }
  return problems;
}

const componentOf = (record: WalRecord): string => exactForm(record.value.get('component') ?? null);

/** `key.method` of an emission. */
function emissionKey({ kind, value }: WalRecord): string | undefined {
  const label = value.get('label');
  return kind === 'effect' && value.get('kind') === 'emission' && typeof label === 'string'
    ? label
    : undefined;
}

/** The arguments of a completion are its prompt (revl-wal.md 1.3). One problem a log. */
function findPromptsInClear(records: readonly WalRecord[], path: string): readonly Problem[] {
  const inClear = records.filter((record, i) => {
    return (
      records[i + 1]?.kind === 'model-decision' && isBehindOwnEffect(records, i + 1) && hasArguments(record)
    );
  });
  const [first] = inClear;
  if (first === undefined) return [];
  return [
    at(
      'prompt-in-clear',
      path,
      first,
      `${inClear.length === 1 ? 'One effect line holds' : `${inClear.length} effect lines hold`} the arguments of a model call in clear, the first is line ${first.line}: treat them as sensitive.`,
    ),
  ];
}

const REDACTED = '<redacted:secret>';

function hasArguments({ value }: WalRecord): boolean {
  const boundary = value.get('boundary');
  const detail = isJsonObject(boundary) ? boundary.get('detail') : undefined;
  const args = isJsonObject(detail) ? detail.get('args') : undefined;
  if (isJsonObject(args)) return [...args.values()].some((argument) => argument !== REDACTED);
  return isJsonArray(args) && args.some((argument) => argument !== REDACTED);
}
