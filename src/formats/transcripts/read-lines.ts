import type { ByteSource } from '../../intake/byte-source.ts';
import { loadHashes } from '../../lib/hash.ts';
import {
  type Damage,
  type JsonVisitor,
  type Shape,
  type ValuePlace,
  walkJson,
} from '../../lib/json-stream.ts';
import { isJsonObject, type JsonObject } from '../../lib/json-value.ts';
import type { Emit } from '../format.ts';
import { counted, createTally, type Tally } from '../spans/tally.ts';
import { tellDamage, tellFacts, tellUnknown, walkProblems } from '../spans/walk-problems.ts';
import { createTranscriptLog, type TranscriptLog } from './transcript-log.ts';

export interface TranscriptFormat {
  /** In messages: "a session of Claude Code". */
  readonly what: string;
  /** A member of an object around the list of lines, in exports. */
  readonly listKey: string | undefined;
  /** Whether an object found behind damage is a line of this transcript. */
  isLine(json: JsonObject): boolean;
  take(json: JsonObject, place: ValuePlace, log: TranscriptLog, tally: Tally): void;
}

type Tag = 'line';
const LINE: Shape<Tag> = { object: 'line', array: 'line', scalar: 'line' };

/** Reads a transcript line by line; one damaged line never stops it (claude-code #50347). */
export async function readTranscript(
  source: ByteSource,
  file: number,
  emit: Emit,
  signal: AbortSignal,
  format: TranscriptFormat,
): Promise<void> {
  await loadHashes();
  const tally = createTally(source.path, emit.problem);
  const log = createTranscriptLog(file);
  const top: Shape<Tag> = {
    object: { members: new Map(format.listKey === undefined ? [] : [[format.listKey, { array: LINE }]]) },
  };
  const listKey = format.listKey === undefined ? undefined : `"${format.listKey}"`;
  let torn = false;
  const visitor: JsonVisitor<Tag> = {
    root: (bytes, from) => (listKey !== undefined && startsWithKey(bytes, from, listKey) ? top : LINE),
    value(_tag, value, place, facts) {
      tellFacts(tally, place, facts);
      if (isJsonObject(value)) format.take(value, place, log, tally);
      else tellUnknown(tally, place, format.what);
    },
    ...walkProblems(tally, format.what),
    damage(damage: Damage) {
      if (damage.kind === 'truncated') torn = true;
      tellDamage(tally, damage);
    },
    salvages: (_tag, value) => (isJsonObject(value) && format.isLine(value) ? 'top' : undefined),
    progress: (bytes) => emit.progress(bytes),
  };
  await walkJson(source.stream(), visitor, { signal });
  const { logs, unasked, repeatedIds } = log.finish(torn);
  const start = { offset: 0, line: () => 1 };
  if (unasked > 0) {
    tally.once(
      'record-unknown',
      'unasked',
      start,
      () => `${counted(unasked, 'result answers', 'results answer')} no call that stands in the file.`,
      { times: unasked, rejected: unasked },
    );
  }
  if (repeatedIds > 0) {
    tally.once(
      'call-twice',
      '',
      start,
      () =>
        `${counted(repeatedIds, 'call has', 'calls have')} an id that another call of the session has; results were given to them in the order of the file.`,
    );
  }
  if (logs.length === 0) {
    tally.each('not-evidence', start, `The file has the form of ${format.what} and holds no tool calls.`);
  }
  tally.finish();
  for (const one of logs) emit.callLog(one);
}

function startsWithKey(bytes: Uint8Array, from: number, key: string): boolean {
  let at = from + 1;
  if (bytes[from] !== 0x7b) return false;
  while (at < bytes.length && (bytes[at] as number) <= 0x20) at++;
  for (let i = 0; i < key.length; i++) if (bytes[at + i] !== key.charCodeAt(i)) return false;
  return true;
}
