import { detectFormat } from '../../src/formats/detect-format.ts';
import { type Emit, HEAD_BYTES } from '../../src/formats/format.ts';
import type { ByteSource } from '../../src/intake/byte-source.ts';
import type { CallLog } from '../../src/model/call.ts';
import type { Problem } from '../../src/model/problem.ts';
import { type SpanTable, SpanTableBuilder } from '../../src/model/span-table.ts';

export interface Collected {
  readonly format: string | undefined;
  readonly spans: SpanTable;
  readonly problems: readonly Problem[];
  readonly callLogs: readonly CallLog[];
}

/** Reads one source with whatever format its content says, as the engine does. */
export async function collect(source: ByteSource): Promise<Collected> {
  const detected = detectFormat(await source.read(0, HEAD_BYTES));
  const builder = new SpanTableBuilder();
  const problems: Problem[] = [];
  const callLogs: CallLog[] = [];
  if (detected.is === 'unreadable') {
    problems.push({ code: detected.code, severity: 'error', file: source.path, said: detected.said });
    return { format: undefined, spans: builder.build(), problems, callLogs };
  }
  const emit: Emit = {
    span: (span) => void builder.add(span, 0),
    callLog: (log) => void callLogs.push(log),
    wal: () => undefined,
    problem: (problem) => void problems.push(problem),
    progress: () => undefined,
  };
  await detected.format.parse(source, 0, emit, new AbortController().signal);
  return { format: detected.format.id, spans: builder.build(), problems, callLogs };
}
