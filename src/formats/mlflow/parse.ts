import type { ByteSource } from '../../intake/byte-source.ts';
import { loadHashes } from '../../lib/hash.ts';
import { type JsonVisitor, type Shape, walkJson } from '../../lib/json-stream.ts';
import { isJsonObject, type Json, type JsonObject } from '../../lib/json-value.ts';
import { looseValue } from '../conventions/loose-content.ts';
import type { Emit } from '../format.ts';
import { textOf } from '../spans/attributes.ts';
import { readSpan } from '../spans/read-span.ts';
import { NO_RESOURCE } from '../spans/resources.ts';
import { createSpanNotes } from '../spans/span-notes.ts';
import { createTally } from '../spans/tally.ts';
import { tellFacts, walkProblems } from '../spans/walk-problems.ts';

type Tag = 'trace' | 'info' | 'span';

const SPANS: Shape<Tag> = {
  object: { members: new Map([['spans', { array: { object: 'span', array: 'span', scalar: 'span' } }]]) },
};
const TRACE_MEMBERS: readonly (readonly [string, Shape<Tag>])[] = [
  ['info', { object: 'info' }],
  ['trace_info', { object: 'info' }],
  ['data', SPANS],
];
const TRACE: Shape<Tag> = { object: { members: new Map(TRACE_MEMBERS), scope: 'trace' } };
const TOP: Shape<Tag> = {
  object: {
    members: new Map<string, Shape<Tag>>([...TRACE_MEMBERS, ['trace', TRACE], ['traces', { array: TRACE }]]),
    scope: 'trace',
  },
  array: TRACE,
};

/** Reads traces of MLflow in its three dialects (formats.md 1.13); attribute values are JSON texts. */
export async function parseMlflow(
  source: ByteSource,
  _file: number,
  emit: Emit,
  signal: AbortSignal,
): Promise<void> {
  await loadHashes();
  const tally = createTally(source.path, emit.problem);
  const notes = createSpanNotes(tally, { path: source.path, ownIds: true, plainAttributes: true });
  const sessions: (string | undefined)[] = [];
  let spans = 0;
  const visitor: JsonVisitor<Tag> = {
    root: () => TOP,
    open: () => void sessions.push(undefined),
    close: () => void sessions.pop(),
    value(tag, value, place, facts) {
      tellFacts(tally, place, facts);
      if (tag === 'info') {
        if (isJsonObject(value) && sessions.length > 0) sessions[sessions.length - 1] = sessionOf(value);
        return;
      }
      if (!isJsonObject(value)) {
        notes.rejected(place, 'it is no object');
        return;
      }
      const session = sessions.at(-1);
      const span = readSpan(
        plainSpan(value),
        place,
        {
          resource: NO_RESOURCE,
          scope: '',
          kinds: 'otlp',
          unit: 'ns',
          ...(session === undefined ? {} : { conversationId: session }),
        },
        notes,
      );
      if (span === undefined) return;
      spans++;
      emit.span(span);
    },
    ...walkProblems(tally, 'an MLflow trace'),
    salvages: (tag, value) =>
      isJsonObject(value) && value.has('attributes') && (value.has('span_id') || value.has('context'))
        ? tag === 'span'
          ? 'element'
          : undefined
        : undefined,
    progress: (bytes) => emit.progress(bytes),
  };
  await walkJson(source.stream(), visitor, { signal });
  if (spans === 0) {
    tally.each(
      'not-evidence',
      { offset: 0, line: () => 1 },
      'The file has the form of an MLflow trace and holds no spans.',
    );
  }
  notes.finish();
}

/** The trace id that OpenTelemetry gave counts, where MLflow's own (`tr-…`) stands beside it. */
function plainSpan(span: JsonObject): JsonObject {
  const plain = new Map(span);
  const otel = span.get('otel_trace_id');
  const own = span.get('trace_id');
  if (typeof otel === 'string') plain.set('trace_id', otel);
  else if (typeof own === 'string' && own.startsWith('tr-')) plain.set('trace_id', own.slice(3));
  const attributes = span.get('attributes');
  if (!isJsonObject(attributes)) return plain;
  const opened = new Map<string, Json>();
  for (const [key, value] of attributes) opened.set(key, looseValue(value));
  const type = textOf(opened.get('mlflow.spanType'));
  const name = textOf(span.get('name'));
  // equal names get a number: `search_2` is the second call of `search`
  if (type === 'TOOL' && name !== undefined && !opened.has('gen_ai.tool.name')) {
    opened.set('gen_ai.tool.name', name.replace(/_[0-9]+$/, ''));
  }
  plain.set('attributes', opened);
  return plain;
}

function sessionOf(info: JsonObject): string | undefined {
  for (const key of ['trace_metadata', 'request_metadata', 'tags']) {
    const member = info.get(key);
    const session = isJsonObject(member) ? textOf(member.get('mlflow.trace.session')) : undefined;
    if (session !== undefined) return session;
  }
  return undefined;
}
