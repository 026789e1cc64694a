import { sha256Hex } from '../../lib/hash.ts';
import { parseIsoNanos } from '../../lib/iso-time.ts';
import { exactForm } from '../../lib/json-exact-form.ts';
import { isJsonObject } from '../../lib/json-value.ts';
import type { Nanos } from '../../lib/nanos.ts';
import { type Problem, type ProblemCode, problem } from '../../model/problem.ts';
import type { DecisionReading, LogReading } from '../../model/seal.ts';
import type { WalRecord } from '../../model/wal.ts';

/** A decision's record beside what was read of its seal; they run in parallel. */
interface Sealed {
  readonly record: WalRecord;
  readonly reading: DecisionReading;
}

/** Seals that are re-used, mixed, out of time or disclosing, and records that contradict them. Needs `loadHashes()`. */
export function findSealSuspicions(
  records: readonly WalRecord[],
  { decisions }: LogReading,
  path: string,
): readonly Problem[] {
  const all = records.map((record, i): Sealed => ({ record, reading: decisions[i] as DecisionReading }));
  return [
    ...findReusedSeals(all, path),
    ...findMixedSeals(all, path),
    ...findContradictions(all, path),
    ...findTimesOutOfOrder(all, path),
    ...findDisclosures(all, path),
  ];
}

const at = (code: ProblemCode, path: string, { record }: Sealed, said: string): Problem =>
  problem(code, path, said, { line: record.line, byte: record.offset });

/**
 * One seal under two crossings was pasted. Under one crossing it may be honest: a reloaded activation that decides the
 * same within the same second makes the same seal; copied lines are found as lines.
 */
function findReusedSeals(all: readonly Sealed[], path: string): readonly Problem[] {
  const problems: Problem[] = [];
  const firsts = new Map<string, { readonly line: number; readonly crossing: string }>();
  for (const one of all) {
    const { line, value } = one.record;
    const evidence = value.get('evidence');
    const signature = isJsonObject(evidence) ? evidence.get('signature') : undefined;
    if (typeof signature !== 'string') continue;
    const crossing = exactForm([value.get('component') ?? null, value.get('stepIndex') ?? null]);
    const first = firsts.get(signature);
    if (first === undefined) firsts.set(signature, { line, crossing });
    else if (first.crossing !== crossing) {
      problems.push(
        at(
          'seal-reused',
          path,
          one,
          `The seal in line ${line} is the one that stands in line ${first.line}, under another crossing.`,
        ),
      );
    }
  }
  return problems;
}

function findMixedSeals(all: readonly Sealed[], path: string): readonly Problem[] {
  const sealed = all.filter(({ reading }) => reading.sealed).length;
  const bare = all.filter(({ reading }) => !reading.sealed && reading.refusedAtRun === undefined);
  const [first] = bare;
  if (first === undefined || sealed === 0) return [];
  return [
    at(
      'seals-mixed',
      path,
      first,
      `${bare.length} of ${all.length} decisions have no seal while ${sealed} have one, the first is line ${first.record.line}: a run that seals seals every decision, so these seals were taken away or never made.`,
    ),
  ];
}

/** The outer record is under no seal. */
function findContradictions(all: readonly Sealed[], path: string): readonly Problem[] {
  const problems: Problem[] = [];
  for (const one of all) {
    const { decision } = one.reading;
    if (decision === undefined) continue;
    const { line, value } = one.record;
    if (value.get('outcome') !== decision.outcome) {
      problems.push(
        at(
          'seal-contradicted',
          path,
          one,
          `Line ${line} states another outcome than the sealed ${decision.outcome}.`,
        ),
      );
    }
    const llm = value.get('llm');
    const model = isJsonObject(llm) ? llm.get('model') : undefined;
    // what a candidate's digest covers is left to the provider; only where it is the name's can the name contradict it
    const named = typeof model === 'string' ? sha256Hex(model) : undefined;
    if (named !== undefined && named !== decision.chosenDigest && decision.candidates.includes(named)) {
      problems.push(
        at(
          'seal-contradicted',
          path,
          one,
          `Line ${line} names a model that was a candidate and is not the sealed choice.`,
        ),
      );
    }
  }
  return problems;
}

function findTimesOutOfOrder(all: readonly Sealed[], path: string): readonly Problem[] {
  const problems: Problem[] = [];
  let latest: { readonly time: Nanos; readonly line: number } | undefined;
  for (const one of all) {
    const time = parseIsoNanos(one.reading.decision?.recordedAt ?? '')?.at;
    if (time === undefined) continue;
    if (latest !== undefined && time < latest.time) {
      problems.push(
        at(
          'seal-times',
          path,
          one,
          `The seal in line ${one.record.line} was made before the one in line ${latest.line}, by the times inside the seals.`,
        ),
      );
    } else {
      latest = { time, line: one.record.line };
    }
  }
  return problems;
}

/** Sealed by a key holder all the same, against revl's own gate (revl-wal.md 2.2). */
function findDisclosures(all: readonly Sealed[], path: string): readonly Problem[] {
  return all
    .filter(({ reading }) => reading.link === 'disclosure')
    .map((one) =>
      at(
        'digest-unsalted',
        path,
        one,
        `The seal in line ${one.record.line} binds a digest or text of secret or confidential origin; a short secret can be guessed from its digest.`,
      ),
    );
}
