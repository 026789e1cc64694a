import type { ByteSource } from '../../intake/byte-source.ts';
import { loadHashes } from '../../lib/hash.ts';
import { type JsonVisitor, type Shape, walkJson } from '../../lib/json-stream.ts';
import { isJsonObject } from '../../lib/json-value.ts';
import type { Emit } from '../format.ts';
import { textOf } from '../spans/attributes.ts';
import { createSpanNotes } from '../spans/span-notes.ts';
import { counted, createTally } from '../spans/tally.ts';
import { tellFacts, walkProblems } from '../spans/walk-problems.ts';
import { readAgentsSpan } from './read-agents-span.ts';

type Tag = 'item';

const ITEM: Shape<Tag> = { object: 'item' };
const LIST: Shape<Tag> = { array: ITEM };
const BODY: Shape<Tag> = { object: { members: new Map([['data', LIST]]) } };

/** Reads traces of the OpenAI Agents SDK: bodies of its exporter, lists, and an object a line. */
export async function parseOpenAiAgents(
  source: ByteSource,
  _file: number,
  emit: Emit,
  signal: AbortSignal,
): Promise<void> {
  await loadHashes();
  const tally = createTally(source.path, emit.problem);
  const notes = createSpanNotes(tally, { path: source.path, ownIds: true, plainAttributes: true });
  const groups = new Map<string, string>();
  let spans = 0;
  const visitor: JsonVisitor<Tag> = {
    root(bytes, from) {
      if (bytes[from] === 0x5b) return LIST;
      const start = new TextDecoder().decode(bytes.subarray(from, from + 64));
      return /^\{\s*"data"\s*:/.test(start) ? BODY : ITEM;
    },
    value(_tag, value, place, facts) {
      tellFacts(tally, place, facts);
      const object = isJsonObject(value) ? value.get('object') : undefined;
      if (isJsonObject(value) && object === 'trace') {
        const [id, group] = [textOf(value.get('id')), textOf(value.get('group_id'))];
        if (id !== undefined && group !== undefined) groups.set(id, group);
      } else if (isJsonObject(value) && object === 'trace.span') {
        spans++;
        emit.span(readAgentsSpan(value, place, groups.get(textOf(value.get('trace_id')) ?? ''), notes));
      } else {
        tally.once(
          'record-unknown',
          '',
          place,
          (count) =>
            `${counted(count, 'object is', 'objects are')} neither a trace nor a span and ${count === 1 ? 'was' : 'were'} not read.`,
          { rejected: 1 },
        );
      }
    },
    ...walkProblems(tally, 'a trace of the OpenAI Agents SDK'),
    salvages: (tag, value) =>
      isJsonObject(value) && value.has('object') && (value.has('span_data') || value.has('workflow_name'))
        ? tag === undefined
          ? 'top'
          : 'element'
        : undefined,
    progress: (bytes) => emit.progress(bytes),
  };
  await walkJson(source.stream(), visitor, { signal });
  if (spans === 0) {
    tally.each(
      'not-evidence',
      { offset: 0, line: () => 1 },
      'The file has the form of a trace of the OpenAI Agents SDK and holds no spans.',
    );
  }
  notes.finish();
}
