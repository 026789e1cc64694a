import type { CorpusBy, CorpusFilter, CorpusRow, CorpusSort } from '../../model/corpus.ts';
import { BUCKETS, type Bucket } from '../../model/order.ts';
import { OUTCOMES } from '../../model/verdict.ts';
import type { Corpus } from '../corpus.ts';
import type { AnswerOf, CorpusCure, Question } from '../messages.ts';
import { createRecentOf } from '../recent.ts';
import type { Asking } from './asking.ts';

/** How long an answer may be judging before it tells what there is. */
const SLICE_MS = 150;
const GROUPS_LISTED = 60;
const CURES_LISTED = 30;

type Asked<Is extends Question['is']> = Extract<Question, { is: Is }>;

/** Rows [from, to) of the sessions that pass, among the first `judged`; all judged ones where that is not said. */
export function answerCorpus(
  { assumed, filter, sort, judged, from, to }: Asked<'corpus'>,
  asking: Asking,
): AnswerOf['corpus'] {
  const corpus = asking.reader.corpus(assumed, asking.held);
  const rows = sortedRows(corpus, filter, sort, judged ?? corpus.rows.length);
  return { total: rows.length, rows: rows.slice(Math.max(0, from), to) };
}

export async function answerCorpusShares(
  { assumed, filter, by }: Asked<'corpus-shares'>,
  asking: Asking,
): Promise<AnswerOf['corpus-shares']> {
  const corpus = asking.reader.corpus(assumed, asking.held);
  await corpus.judge(asking.pace, SLICE_MS);
  const passes = filterOf(filter);
  const buckets = noBuckets();
  const groups = new Map<string, { sessions: number; buckets: Record<Bucket, number> }>();
  const cures = new Map<string, { said: string; sessions: number; alone: number }>();
  let [passing, quarantined] = [0, 0];
  for (const row of corpus.rows) {
    if (!passes(row)) continue;
    passing++;
    buckets[row.bucket]++;
    if (!row.replayable) quarantined++;
    for (const name of namesOf(row, by)) {
      let group = groups.get(name);
      if (group === undefined) {
        group = { sessions: 0, buckets: noBuckets() };
        groups.set(name, group);
      }
      group.sessions++;
      group.buckets[row.bucket]++;
    }
    for (const { said, cure } of onePerCure(row)) {
      const known = cures.get(cure) ?? { said, sessions: 0, alone: 0 };
      cures.set(cure, known);
      known.sessions++;
      if (row.quarantine.every((other) => other.cure === cure)) known.alone++;
    }
  }
  return {
    judged: corpus.rows.length,
    sessions: corpus.total,
    passing,
    quarantined,
    buckets,
    groups: [...groups]
      .map(([name, group]) => ({ name, ...group }))
      .sort((a, b) => b.sessions - a.sessions || (a.name < b.name ? -1 : 1))
      .slice(0, GROUPS_LISTED),
    groupCount: groups.size,
    cures: [...cures]
      .map(([cure, counts]): CorpusCure => ({ cure, ...counts }))
      .sort((a, b) => b.alone - a.alone || b.sessions - a.sessions)
      .slice(0, CURES_LISTED),
  };
}

/** The whole table, judged to its end, as a file. */
export async function answerCorpusExport(
  { assumed, filter, sort, form }: Asked<'corpus-export'>,
  asking: Asking,
): Promise<Blob> {
  const corpus = asking.reader.corpus(assumed, asking.held);
  await corpus.judge(asking.pace);
  return new Blob([asking.documents.corpus(form, sortedRows(corpus, filter, sort, corpus.total))]);
}

/** Of each corpus, the last few ways to look at it: scrolling asks page after page of one. */
const VIEWS_KEPT = 4;
const views = createRecentOf<Corpus, readonly CorpusRow[]>(VIEWS_KEPT);

function sortedRows(
  corpus: Corpus,
  filter: CorpusFilter,
  sort: CorpusSort,
  judged: number,
): readonly CorpusRow[] {
  return views(corpus).get(JSON.stringify([filter, sort, judged]), () => {
    const rows = corpus.rows.slice(0, judged).filter(filterOf(filter));
    const { by, down } = sort;
    if (by === 'case') return down ? rows.reverse() : rows;
    const keyed = rows.map((row, at) => ({ row, at, key: sortKey(row, by) }));
    const way = down ? -1 : 1;
    keyed.sort((a, b) => way * compareKeys(a.key, b.key) || a.at - b.at);
    return keyed.map(({ row }) => row);
  });
}

function filterOf({
  text,
  bucket,
  outcome,
  service,
  producer,
  cure,
}: CorpusFilter): (row: CorpusRow) => boolean {
  const wanted = text?.toLowerCase();
  return (row) =>
    (bucket === undefined || row.bucket === bucket) &&
    (outcome === undefined || row.outcome === outcome) &&
    (service === undefined || namesOf(row, 'service').includes(service)) &&
    (producer === undefined || namesOf(row, 'producer').includes(producer)) &&
    (cure === undefined || row.quarantine.some((reason) => reason.cure === cure)) &&
    (wanted === undefined ||
      [row.session, row.title ?? '', ...row.services, ...row.producers, ...row.inputs].some((one) =>
        one.toLowerCase().includes(wanted),
      ));
}

/** What a row counts under; `''` where it names none. */
function namesOf(row: CorpusRow, by: CorpusBy): readonly string[] {
  const names =
    by === 'service'
      ? row.services
      : by === 'producer'
        ? row.producers
        : onePerCure(row).map(({ cure }) => cure);
  return names.length === 0 ? [''] : names;
}

const onePerCure = ({ quarantine }: CorpusRow): CorpusRow['quarantine'] =>
  quarantine.length < 2
    ? quarantine
    : quarantine.filter(({ cure }, at) => quarantine.findIndex((other) => other.cure === cure) === at);

function noBuckets(): Record<Bucket, number> {
  return Object.fromEntries(BUCKETS.map((bucket) => [bucket, 0])) as Record<Bucket, number>;
}

function sortKey(row: CorpusRow, by: Exclude<CorpusSort['by'], 'case'>): string | number | bigint {
  switch (by) {
    case 'outcome':
      return OUTCOMES.indexOf(row.outcome);
    case 'title':
      return row.title ?? row.session;
    case 'bucket':
      return BUCKETS.indexOf(row.bucket);
    case 'questions':
      return row.questionCount;
    case 'orphans':
      return row.orphanCount;
    case 'conflicts':
      return row.conflictCount;
    case 'linearizations':
      return BigInt(row.linearizations.replace('>', ''));
    case 'spans':
      return row.spans;
    case 'calls':
      return row.calls;
    case 'service':
      return row.services[0] ?? '';
    case 'producer':
      return row.producers[0] ?? '';
  }
}

const compareKeys = <T extends string | number | bigint>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0);
