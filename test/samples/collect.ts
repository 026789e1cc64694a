import { detectFormat } from '../../src/formats/detect-format.ts';
import { type Emit, HEAD_BYTES } from '../../src/formats/format.ts';
import type { ByteSource } from '../../src/intake/byte-source.ts';
import { openBundle } from '../../src/intake/open-bundle.ts';
import type { CallLog } from '../../src/model/call.ts';
import type { Problem } from '../../src/model/problem.ts';
import { type SpanTable, SpanTableBuilder } from '../../src/model/span-table.ts';

export interface Collected {
  readonly format: string | undefined;
  readonly spans: SpanTable;
  readonly problems: readonly Problem[];
  readonly callLogs: readonly CallLog[];
}

/** Reads what was dropped with whatever formats its content says, as the engine does. */
export async function collect(source: ByteSource): Promise<Collected> {
  const builder = new SpanTableBuilder();
  const problems: Problem[] = [];
  const callLogs: CallLog[] = [];
  let format: string | undefined;
  const { files } = await openBundle([source], (problem) => problems.push(problem));
  for (const [file, member] of files.entries()) {
    const detected = detectFormat(await member.read(0, HEAD_BYTES));
    if (detected.is === 'unreadable') {
      problems.push({ code: detected.code, severity: 'error', file: member.path, said: detected.said });
      continue;
    }
    format = detected.format.id;
    const emit: Emit = {
      span: (span) => void builder.add(span, file),
      callLog: (log) => void callLogs.push(log),
      wal: () => undefined,
      problem: (problem) => void problems.push(problem),
      progress: () => undefined,
    };
    await detected.format.parse(member, file, emit, new AbortController().signal);
  }
  return { format, spans: builder.build(), problems, callLogs };
}
