import { flushedTraces } from '../../model/flush-ends.ts';
import { type Problem, problem } from '../../model/problem.ts';
import type { SpanTable } from '../../model/span-table.ts';

/** One problem for every trace whose spans were closed together (formats.md 3.8). */
export function tellFlushed(table: SpanTable, path: (file: number) => string): readonly Problem[] {
  return flushedTraces(table).map(({ trace, rows, others }) => {
    const [first = 0] = rows;
    return problem(
      'ends-at-flush',
      path(table.file[first] ?? 0),
      `In the trace ${table.strings[trace] ?? ''} ${rows.length} of ${others} spans below the root end within a millisecond of its end: they were probably closed when the trace was sent, so their ends are not their own.`,
      {
        byte: table.offset[first] ?? 0,
        hint: 'End each span when its work ends, not when the session is closed.',
      },
    );
  });
}
