import { describeRecord, groupOfRecord } from '../../verdicts/seal/record-words.ts';
import type { AnswerOf, Question } from '../messages.ts';
import type { Asking } from './asking.ts';

/** Records [from, to) of a log, each in a line. @throws Error with a sentence when the case has no such log. */
export function answerLogRecords(
  { input, from, to }: Extract<Question, { is: 'log-records' }>,
  { reader }: Asking,
): AnswerOf['log-records'] {
  const { wals, files } = reader.evidence;
  const wal = wals.find(({ file }) => files[file]?.path === input);
  if (wal === undefined) throw new Error(`The case has no log ${input}.`);
  const records = wal.reading.is === 'read' ? wal.reading.records : [];
  return {
    total: records.length,
    rows: records.slice(from, to).map((record) => ({
      line: record.line,
      byte: record.offset,
      kind: record.kind ?? 'no kind',
      group: groupOfRecord(record),
      said: describeRecord(record),
    })),
  };
}
