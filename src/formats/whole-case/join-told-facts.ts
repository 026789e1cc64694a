import { type Problem, problem } from '../../model/problem.ts';
import { NO_FACTS, type SpanFacts, type ToldFacts } from '../../model/span.ts';
import type { SpanTable } from '../../model/span-table.ts';
import { counted } from '../spans/tally.ts';

/** What one file tells of a span. */
export interface FileTold {
  readonly file: number;
  readonly told: ToldFacts;
}

/**
 * Gives spans the messages that log records tell of them. What the span says itself goes before, each direction by
 * itself; records that contradict each other count for nothing. The order of the files changes nothing.
 */
export function joinToldFacts(
  table: SpanTable,
  all: readonly FileTold[],
  pathOf: (file: number) => string,
): { readonly spans: SpanTable; readonly problems: readonly Problem[] } {
  if (all.length === 0) return { spans: table, problems: [] };
  const toldOf = new Map<string, FileTold[]>();
  for (const one of all) {
    const key = keyOf(one.told.traceId, one.told.spanId);
    const group = toldOf.get(key);
    if (group === undefined) toldOf.set(key, [one]);
    else group.push(one);
  }
  const problems: Problem[] = [];
  const facts = new Map(table.facts);
  const strange = new Set(toldOf.keys());
  const unlike = new Set<string>();
  const text = (number: number | undefined): string => table.strings[number ?? 0] ?? '';
  for (let row = 0; row < table.count; row++) {
    const key = keyOf(text(table.traceId[row]), text(table.spanId[row]));
    const group = toldOf.get(key);
    if (group === undefined) continue;
    strange.delete(key);
    const told = agreed(group.map((one) => one.told.facts));
    if (told === undefined) unlike.add(key);
    else facts.set(row, withTold(facts.get(row) ?? NO_FACTS, told));
  }
  tellOf(unlike, 'contradict each other about one span');
  tellOf(strange, 'tell of spans that are not in the bundle');
  return { spans: { ...table, facts }, problems };

  function tellOf(keys: ReadonlySet<string>, what: string): void {
    const byFile = new Map<number, { count: number; records: number; byte: number }>();
    for (const key of keys) {
      for (const { file, told } of toldOf.get(key) ?? []) {
        const known = byFile.get(file);
        if (known === undefined) byFile.set(file, { count: 1, records: told.records, byte: told.offset });
        else {
          known.count++;
          known.records += told.records;
        }
      }
    }
    for (const [file, { count, records, byte }] of byFile) {
      problems.push(
        problem(
          'record-unknown',
          pathOf(file),
          `${counted(count, 'log record', 'log records')} of messages: they ${what} and were left out.`,
          { byte, times: count, rejected: records },
        ),
      );
    }
  }
}

const keyOf = (traceId: string, spanId: string): string => JSON.stringify([traceId, spanId]);

/**
 * What all records of one span say together. They may tell one direction each (an answer is written later, perhaps into
 * another file); of one direction they must say the same. Undefined: they contradict each other.
 */
function agreed(all: readonly Told[]): Told | undefined {
  let together: Told = {};
  for (const one of all) {
    for (const side of ['inputHistory', 'outputHistory'] as const) {
      const [known, other] = [together[side], one[side]];
      if (known !== undefined && other !== undefined && JSON.stringify(known) !== JSON.stringify(other))
        return undefined;
    }
    // the first names the convention
    together = { ...one, ...together, ...(one.historyCut === true ? { historyCut: true } : {}) };
  }
  return together;
}

type Told = ToldFacts['facts'];

function withTold(own: SpanFacts, told: Told): SpanFacts {
  const input = own.inputHistory === undefined ? told.inputHistory : undefined;
  const output = own.outputHistory === undefined ? told.outputHistory : undefined;
  if (own.historyConvention === undefined) return { ...own, ...told };
  if (input === undefined && output === undefined) return own;
  return {
    ...own,
    ...(input === undefined ? {} : { inputHistory: input }),
    ...(output === undefined ? {} : { outputHistory: output }),
    ...(told.historyCut === true ? { historyCut: true } : {}),
  };
}
