import type { CorpusRow } from '../../model/corpus.ts';
import type { Evidence, SessionReading } from '../../model/session.ts';
import { axesOf, countVerdicts, formatLinearizations } from '../../model/session-facts.ts';
import type { AnswerOf, Question } from '../messages.ts';
import type { Asking } from './asking.ts';

/** Sessions [from, to) as rows of a corpus, in the order of the case. */
export async function answerTriage(
  { from, to, assumed }: Extract<Question, { is: 'triage' }>,
  { reader, held, pace }: Asking,
): Promise<AnswerOf['triage']> {
  const total = reader.groups.length;
  const rows: CorpusRow[] = [];
  for (let at = Math.max(0, from); at < Math.min(to, total); at++) {
    await pace.turn();
    const { reading } = await reader.session(at, assumed, held);
    rows.push(corpusRow(reading, reader.evidence));
  }
  return { total, rows };
}

export function corpusRow(reading: SessionReading, evidence: Evidence): CorpusRow {
  const { group, order } = reading;
  const { services, producers } = origins(group.rows, evidence);
  return {
    session: group.id,
    title: group.title ?? null,
    traceIds: group.traceIds,
    inputs: group.files.map((file) => evidence.files[file]?.path ?? '').sort(),
    bucket: order.bucket,
    order: axesOf(reading).order,
    replayable: order.replayable,
    outcome: reading.outcome,
    replay: reading.replay ?? 'none',
    verdicts: countVerdicts(reading.calls),
    spans: group.rows.length,
    steps: order.steps.length,
    calls: reading.calls.length,
    questionCount: order.questionCount,
    overlapCount: order.overlapCount,
    orphanCount: order.orphans.length,
    conflictCount: order.conflicts.length,
    linearizations: formatLinearizations(order.linearizations),
    assumes: order.assumes,
    services,
    producers,
    quarantine: order.quarantine,
  };
}

function origins(rows: Uint32Array, { spans }: Evidence): Pick<CorpusRow, 'services' | 'producers'> {
  const services = new Set<string>();
  const producers = new Set<string>();
  for (const row of rows) {
    services.add(spans.resources[spans.resource[row] as number]?.serviceName ?? '');
    producers.add(spans.strings[spans.scope[row] as number] ?? '');
  }
  const named = (texts: ReadonlySet<string>): readonly string[] =>
    [...texts].filter((text) => text !== '').sort();
  return { services: named(services), producers: named(producers) };
}
