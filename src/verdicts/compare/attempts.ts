import type { CallVerdict } from '../../model/verdict.ts';

/** One comparison of the recording with a replay. */
export interface AttemptName {
  /** As the replay or the manifest states it. */
  readonly label: string | undefined;
  /** File of a replay that states no attempt; undefined without a replay, and where none of its calls was read. */
  readonly file: number | undefined;
}

/** The calls of a session with the attempts of a replay beside each other. */
export interface AttemptTable {
  readonly attempts: readonly AttemptName[];
  /** Position in `attempts`, by call. */
  readonly attemptOf: Uint32Array;
  /** By call. A slot is one call of the recording, or one that only replays have; numbered in the order of the calls. */
  readonly slotOf: Uint32Array;
  readonly slots: number;
  /** By slot: which try of one and the same call it is, from 1, and how many tries there are. */
  readonly tryOf: Uint32Array;
  readonly tries: Uint32Array;
}

/** @param calls as `deriveCalls` lists them: every recorded call once in each attempt. */
export function groupAttempts(calls: readonly CallVerdict[]): AttemptTable {
  const { attempts, attemptOf } = nameAttempts(calls);
  const slotOf = new Uint32Array(calls.length);
  const slotOfRecord = new Map<unknown, number>();
  const count = counter();
  const first: CallVerdict[] = [];
  for (const [i, call] of calls.entries()) {
    // what two replays have beside the recording at one place stands beside each other, the first beside the first
    const place = JSON.stringify([call.agent, call.turn, call.index, call.tool].map((part) => part ?? null));
    const key = call.recorded ?? `${count(`${attemptOf[i]} ${place}`)} ${place}`;
    const slot = slotOfRecord.get(key) ?? first.length;
    if (slot === first.length) first.push(call);
    slotOfRecord.set(key, slot);
    slotOf[i] = slot;
  }
  return { attempts, attemptOf, slotOf, slots: first.length, ...countTries(first) };
}

/**
 * Attempts in the order of their labels, then those without one. Logs that state no attempt are an attempt each: every
 * recorded call stands in all of them, in the same order.
 */
function nameAttempts(calls: readonly CallVerdict[]): Pick<AttemptTable, 'attempts' | 'attemptOf'> {
  const labels = new Set<string>();
  const nth = new Uint32Array(calls.length);
  const nthOfFile = new Map<number, number>();
  const count = new Map<unknown, number>();
  let unlabelled = 0;
  for (const [i, { attempt, recorded, replayed }] of calls.entries()) {
    if (attempt !== undefined) {
      labels.add(attempt);
      continue;
    }
    if (recorded === undefined) continue;
    const own = count.get(recorded) ?? 0;
    count.set(recorded, own + 1);
    nth[i] = own;
    unlabelled = Math.max(unlabelled, own + 1);
    if (replayed !== undefined) nthOfFile.set(replayed.at.file, own);
  }
  for (const [i, { attempt, recorded, replayed }] of calls.entries()) {
    if (attempt !== undefined || recorded !== undefined || replayed === undefined) continue;
    // nothing of this file is paired: it is one of those that answered nothing, or the only kind that there is
    const own = nthOfFile.get(replayed.at.file) ?? firstFree(nthOfFile);
    nthOfFile.set(replayed.at.file, own);
    nth[i] = own;
    unlabelled = Math.max(unlabelled, own + 1);
  }
  const sorted = [...labels].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }) || (a < b ? -1 : 1));
  const numberOf = new Map(sorted.map((label, number) => [label, number]));
  const fileOf = new Map([...nthOfFile].map(([file, own]) => [own, file]));
  const attempts = [
    ...sorted.map((label): AttemptName => ({ label, file: undefined })),
    ...Array.from(
      { length: unlabelled },
      (_, own): AttemptName => ({ label: undefined, file: fileOf.get(own) }),
    ),
  ];
  const attemptOf = Uint32Array.from(calls, ({ attempt }, i) =>
    attempt === undefined ? sorted.length + (nth[i] as number) : (numberOf.get(attempt) as number),
  );
  return { attempts, attemptOf };
}

function firstFree(taken: ReadonlyMap<number, number>): number {
  const numbers = new Set(taken.values());
  let free = 0;
  while (numbers.has(free)) free++;
  return free;
}

/**
 * Calls of one tool and agent that state one idempotency key, or else one call id, or else one place in one turn, are
 * tries of one call. Equal inputs alone are none: a loop asks the same again on purpose.
 */
function countTries(first: readonly CallVerdict[]): Pick<AttemptTable, 'tryOf' | 'tries'> {
  const count = counter();
  const keys = first.map(tryKey);
  const tryOf = Uint32Array.from(keys, (key) => (key === undefined ? 1 : count(key) + 1));
  const most = new Map<string, number>();
  for (const [slot, key] of keys.entries()) if (key !== undefined) most.set(key, tryOf[slot] as number);
  return { tryOf, tries: Uint32Array.from(keys, (key) => (key === undefined ? 1 : (most.get(key) ?? 1))) };
}

function tryKey({ recorded, replayed, agent, tool, turn, index, callId }: CallVerdict): string | undefined {
  const side = recorded === undefined ? 'replayed' : 'recorded';
  const idempotencyKey = (recorded ?? replayed)?.idempotencyKey;
  const same =
    idempotencyKey !== undefined
      ? ['key', idempotencyKey]
      : callId !== undefined
        ? ['id', callId]
        : turn !== undefined && index !== undefined
          ? ['place', turn, index]
          : undefined;
  return same === undefined ? undefined : JSON.stringify([side, agent ?? null, tool, ...same]);
}

/** How often each key was asked for before. */
function counter(): (key: string) => number {
  const counts = new Map<string, number>();
  return (key) => {
    const before = counts.get(key) ?? 0;
    counts.set(key, before + 1);
    return before;
  };
}
