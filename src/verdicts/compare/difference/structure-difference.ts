import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonArray,
  type JsonObject,
} from '../../../lib/json-value.ts';
import { diffSequences } from '../../../lib/sequence-diff.ts';
import { type EqualityNumbers, numberValues } from './equality-numbers.ts';
import { keyOfRows } from './row-key.ts';

/** A member name or a position; a row's key where rows are matched by one. */
export type PathPart =
  | { readonly is: 'member'; readonly name: string }
  | { readonly is: 'position'; readonly at: number }
  | { readonly is: 'row'; readonly key: string; readonly value: string };

/** One place at which two values differ. */
export interface StructureChange {
  readonly path: readonly PathPart[];
  /** Undefined: only the replay has it. */
  readonly recorded: Json | undefined;
  /** Undefined: only the recording has it. */
  readonly replayed: Json | undefined;
}

export interface StructureDifference {
  readonly is: 'structure';
  readonly changes: readonly StructureChange[];
  /** There are more changes than are listed here. */
  readonly cut: boolean;
}

const LISTED_CHANGES = 10_000;

interface Pair {
  readonly path: readonly PathPart[];
  readonly recorded: Json;
  readonly replayed: Json;
}

/**
 * JSON by structure: members by name whatever their order, rows by their key, other arrays by their longest common
 * part; numbers by exact value. Without recursion.
 */
export function deriveStructureDifference(recorded: Json, replayed: Json): StructureDifference {
  const changes: StructureChange[] = [];
  const numbers = numberValues(recorded, replayed);
  // what is found last is looked at first, so it is put in back to front
  const open: (Pair | StructureChange)[] = [{ path: [], recorded, replayed }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (changes.length === LISTED_CHANGES) return { is: 'structure', changes, cut: true };
    const { path, recorded: left, replayed: right } = next;
    if (left === undefined || right === undefined) {
      changes.push(next);
      continue;
    }
    if (numbers.of(left) === numbers.of(right)) continue;
    if (isJsonObject(left) && isJsonObject(right)) pushReversed(open, memberPairs(path, left, right));
    else if (isJsonArray(left) && isJsonArray(right))
      pushReversed(open, elementPairs(path, left, right, numbers));
    else changes.push(next);
  }
  return { is: 'structure', changes, cut: false };
}

/** One by one: a list may be longer than a call may have arguments. */
function pushReversed<T>(onto: T[], items: readonly T[]): void {
  for (let i = items.length - 1; i >= 0; i--) onto.push(items[i] as T);
}

function memberPairs(
  path: readonly PathPart[],
  left: JsonObject,
  right: JsonObject,
): (Pair | StructureChange)[] {
  const names = [...left.keys(), ...[...right.keys()].filter((name) => !left.has(name))];
  return names.map((name) => ({
    path: [...path, { is: 'member', name }],
    recorded: left.get(name),
    replayed: right.get(name),
  }));
}

function elementPairs(
  path: readonly PathPart[],
  left: JsonArray,
  right: JsonArray,
  numbers: EqualityNumbers,
): (Pair | StructureChange)[] {
  const rows = keyOfRows(left, right);
  if (rows !== undefined) {
    const keys = [
      ...rows.recorded.keys(),
      ...[...rows.replayed.keys()].filter((key) => !rows.recorded.has(key)),
    ];
    return keys.map((key) => {
      const recorded = rows.recorded.get(key);
      const replayed = rows.replayed.get(key);
      const value = rows.shown(recorded ?? replayed ?? null);
      return { path: [...path, { is: 'row', key: rows.key, value }], recorded, replayed };
    });
  }
  const pairs: (Pair | StructureChange)[] = [];
  const runs = diffSequences(
    left.map((value) => String(numbers.of(value))),
    right.map((value) => String(numbers.of(value))),
  );
  for (const [i, run] of runs.entries()) {
    if (run.is === 'same') continue;
    const next = runs[i + 1];
    const before = runs[i - 1];
    if (run.is === 'left-only') {
      // as many elements on either side are the same elements changed
      const changed =
        next?.is === 'right-only' && next.rightTo - next.rightFrom === run.leftTo - run.leftFrom;
      for (let at = run.leftFrom; at < run.leftTo; at++) {
        const other = changed ? right[next.rightFrom + at - run.leftFrom] : undefined;
        pairs.push({ path: [...path, { is: 'position', at }], recorded: left[at], replayed: other });
      }
      continue;
    }
    if (before?.is === 'left-only' && before.leftTo - before.leftFrom === run.rightTo - run.rightFrom)
      continue;
    for (let at = run.rightFrom; at < run.rightTo; at++) {
      pairs.push({ path: [...path, { is: 'position', at }], recorded: undefined, replayed: right[at] });
    }
  }
  return pairs;
}

/** A path as it is shown: `$.limits[2].cpu`, `$.orders[id=7]`. */
export function formatPath(path: readonly PathPart[]): string {
  return path.reduce((text, part) => {
    switch (part.is) {
      case 'member':
        return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(part.name)
          ? `${text}.${part.name}`
          : `${text}[${JSON.stringify(part.name)}]`;
      case 'position':
        return `${text}[${part.at}]`;
      case 'row':
        return `${text}[${part.key}=${part.value}]`;
    }
    return text;
  }, '$');
}
