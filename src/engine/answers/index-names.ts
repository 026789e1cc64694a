import { DEFAULT_INDEX_NAMES, likeOf } from '../../verdicts/order/index-names.ts';
import type { AnswerOf, Question, SeenIndexKey } from '../messages.ts';
import type { Asking } from './asking.ts';
import { groupOfRow } from './group-of-row.ts';

/** A hostile file may have a key of its own in every span. */
const KEYS_KEPT = 1_000;
const EXAMPLES = 3;

/** What the table of index names says, and which keys of the evidence it can be about. */
export async function answerIndexNames(
  { assumed }: Extract<Question, { is: 'index-names' }>,
  { reader, pace }: Asking,
): Promise<AnswerOf['index-names']> {
  const table = assumed.names ?? DEFAULT_INDEX_NAMES;
  const groupAt = groupOfRow(reader);
  const seen = new Map<string, { spans: number; sessions: Set<number>; examples: string[] }>();
  for (const [row, { indices }] of reader.evidence.spans.facts) {
    await pace.turn();
    for (const { key, raw } of indices ?? []) {
      let one = seen.get(key);
      if (one === undefined) {
        if (seen.size >= KEYS_KEPT) continue;
        one = { spans: 0, sessions: new Set(), examples: [] };
        seen.set(key, one);
      }
      one.spans++;
      one.sessions.add(groupAt[row] as number);
      if (one.examples.length < EXAMPLES && !one.examples.includes(raw)) one.examples.push(raw);
    }
  }
  const named = new Set(table.map(({ key }) => key));
  const rows = [...seen].map(
    ([key, { spans, sessions, examples }]): SeenIndexKey => ({
      key,
      spans,
      sessions: sessions.size,
      examples,
      like: named.has(key) ? null : (likeOf(key, table)?.key ?? null),
    }),
  );
  rows.sort((a, b) => b.spans - a.spans || (a.key < b.key ? -1 : 1));
  return { table, builtIn: DEFAULT_INDEX_NAMES, seen: rows };
}
