import { detectFormat } from '../../src/formats/detect-format.ts';
import { type Emit, HEAD_BYTES } from '../../src/formats/format.ts';
import { type ByteSource, memorySource } from '../../src/intake/byte-source.ts';
import type { CallLog } from '../../src/model/call.ts';
import type { Problem, ProblemCode } from '../../src/model/problem.ts';
import type { SpanRecord } from '../../src/model/span.ts';
import { type SpanTable, SpanTableBuilder } from '../../src/model/span-table.ts';

export interface ReadEvidence {
  /** Registry id; undefined when no format reads it. */
  readonly format: string | undefined;
  readonly spans: readonly SpanRecord[];
  readonly table: SpanTable;
  readonly callLogs: readonly CallLog[];
  readonly problems: readonly Problem[];
  readonly codes: readonly ProblemCode[];
}

/** Reads a text, bytes, or a value as JSON, with whatever format its content says; in small pieces, as a stream comes. */
export async function readEvidence(
  content: string | Uint8Array | object,
  path = 'evidence',
): Promise<ReadEvidence> {
  const bytes =
    content instanceof Uint8Array
      ? content
      : new TextEncoder().encode(typeof content === 'string' ? content : JSON.stringify(content));
  const source = inPieces(memorySource(path, bytes), 977);
  const spans: SpanRecord[] = [];
  const callLogs: CallLog[] = [];
  const problems: Problem[] = [];
  const builder = new SpanTableBuilder();
  const detected = detectFormat(await source.read(0, HEAD_BYTES));
  if (detected.is === 'format') {
    const emit: Emit = {
      span(record) {
        spans.push(record);
        builder.add(record, 0);
      },
      callLog: (log) => void callLogs.push(log),
      wal: () => undefined,
      problem: (found) => void problems.push(found),
      progress: () => undefined,
    };
    await detected.format.parse(source, 0, emit, new AbortController().signal);
  } else {
    problems.push({ code: detected.code, severity: 'error', file: path, said: detected.said });
  }
  return {
    format: detected.is === 'format' ? detected.format.id : undefined,
    spans,
    table: builder.build(),
    callLogs,
    problems,
    codes: problems.map(({ code }) => code),
  };
}

function inPieces(source: ByteSource, size: number): ByteSource {
  return {
    ...source,
    async *stream(from = 0) {
      for (let at = from; at < source.size; at += size) yield await source.read(at, size);
    },
  };
}

/** Lines of JSON. */
export const lines = (...values: readonly unknown[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('');
