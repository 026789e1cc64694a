import type { ByteSource } from '../../intake/byte-source.ts';
import { loadHashes } from '../../lib/hash.ts';
import { peekKeys } from '../../lib/json-peek.ts';
import { type JsonVisitor, type Shape, type ValuePlace, walkJson } from '../../lib/json-stream.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../lib/json-value.ts';
import { pushAll } from '../../lib/push-all.ts';
import type { Emit } from '../format.ts';
import { textOf } from '../spans/attributes.ts';
import { createResourceShelf } from '../spans/resources.ts';
import { createSpanNotes, type SpanPlace } from '../spans/span-notes.ts';
import { counted, createTally } from '../spans/tally.ts';
import { tellFacts, walkProblems } from '../spans/walk-problems.ts';
import { readRun } from './read-run.ts';

type Tag = 'run' | 'post' | 'patch';

const listOf = (tag: Tag): Shape<Tag> => ({ array: { object: tag } });
const BATCH: Shape<Tag> = {
  object: {
    members: new Map([
      ['post', listOf('post')],
      ['patch', listOf('patch')],
      ['runs', listOf('run')],
      ['data', listOf('run')],
    ]),
  },
};
const RUN: Shape<Tag> = { object: 'run' };

/** Reads runs of LangSmith: batches of the SDK (posts completed by patches), lists, trees and lines. */
export async function parseLangSmith(
  source: ByteSource,
  _file: number,
  emit: Emit,
  signal: AbortSignal,
): Promise<void> {
  await loadHashes();
  const tally = createTally(source.path, emit.problem);
  const notes = createSpanNotes(tally, { path: source.path, ownIds: true, plainAttributes: true });
  const shelf = createResourceShelf();
  /** Posts that wait for their patch. */
  const posted = new Map<string, { json: JsonObject; readonly place: SpanPlace; isPosted: boolean }>();
  let spans = 0;

  const takeRun = (json: JsonObject, place: SpanPlace): void => {
    // a tree without recursion: children carry their parent's id themselves
    const open = [json];
    for (let run = open.pop(); run !== undefined; run = open.pop()) {
      if (!run.has('id')) {
        notes.rejected(place, 'the run has no id');
        continue;
      }
      spans++;
      emit.span(readRun(run, place, shelf, notes));
      const children = run.get('child_runs');
      if (isJsonArray(children)) pushAll(open, children.filter(isJsonObject).reverse());
    }
  };

  const takePart = (tag: 'post' | 'patch', json: JsonObject, place: ValuePlace): void => {
    const id = textOf(json.get('id'));
    if (id === undefined) {
      notes.rejected(place, 'the run has no id');
      return;
    }
    const line = place.line();
    const before = posted.get(id);
    if (before === undefined)
      posted.set(id, { json, place: { ...place, line: () => line }, isPosted: tag === 'post' });
    else {
      if (tag === 'post' && before.isPosted) {
        tally.once('duplicate-folded', 'posts', place, postedTwice, { folded: 1 });
      }
      before.isPosted ||= tag === 'post';
      before.json = merged(before.json, json);
    }
  };

  const visitor: JsonVisitor<Tag> = {
    root(bytes, from) {
      const isList = bytes[from] === 0x5b;
      if (isList) return { array: RUN };
      for (const key of peekKeys(bytes, from)) {
        if (key === 'post' || key === 'patch' || key === 'runs' || key === 'data') return BATCH;
        if (key === 'id' || key === 'run_type' || key === 'dotted_order') return RUN;
      }
      return undefined;
    },
    value(tag, value, place, facts) {
      tellFacts(tally, place, facts);
      if (!isJsonObject(value)) return;
      if (tag === 'run') takeRun(value, place);
      else takePart(tag, value, place);
    },
    ...walkProblems(tally, 'LangSmith runs'),
    salvages: (tag, value) =>
      isJsonObject(value) && value.has('id') && (value.has('run_type') || value.has('dotted_order'))
        ? tag === undefined
          ? 'top'
          : 'element'
        : undefined,
    progress: (bytes) => emit.progress(bytes),
  };

  await walkJson(source.stream(), visitor, { signal });
  for (const { json, place } of posted.values()) takeRun(json, place);
  if (spans === 0) {
    tally.each(
      'not-evidence',
      { offset: 0, line: () => 1 },
      'The file has the form of LangSmith runs and holds none.',
    );
  }
  notes.finish();
}

const postedTwice = (count: number): string =>
  `${counted(count, 'run was posted', 'runs were posted')} twice; the posts were folded, and of what they state the later counts.`;

/** What a patch states is added; what it leaves empty stays as it was posted. */
function merged(post: JsonObject, patch: JsonObject): JsonObject {
  const both = new Map(post);
  for (const [key, value] of patch) if (!isEmpty(value)) both.set(key, value);
  return both;
}

const isEmpty = (value: Json): boolean =>
  value === null || (isJsonObject(value) && value.size === 0) || (isJsonArray(value) && value.length === 0);
