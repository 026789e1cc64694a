import type { ByteSource } from '../../intake/byte-source.ts';
import { type ByteLine, readByteLines } from '../../lib/byte-lines.ts';
import type { ScanFacts } from '../../lib/json-scan.ts';
import { problem } from '../../model/problem.ts';
import type { Emit } from '../format.ts';
import { createLogReader, type LogEnd, MAX_LOG_LINE, type Refusal } from './log-reader.ts';

/** Reads one write-ahead log and emits it once, whole or refused. */
export async function parseRevlWal(
  source: ByteSource,
  file: number,
  emit: Emit,
  signal: AbortSignal,
): Promise<void> {
  const reader = createLogReader((line, facts) => emitFacts(source, emit, line, facts));
  for await (const lines of readByteLines(source.stream(), MAX_LOG_LINE)) {
    signal.throwIfAborted();
    for (const line of lines) reader.take(line);
    const last = lines.at(-1);
    if (last !== undefined) emit.progress(last.offset + last.length);
  }
  const end = reader.end();
  emitEnd(source, emit, end);
  emit.wal({ file, reading: end.reading });
}

function emitEnd(source: ByteSource, emit: Emit, end: LogEnd): void {
  const { torn, refusal } = end;
  if (torn !== undefined) {
    emit.problem(
      problem(
        'torn-tail',
        source.path,
        `The last line, line ${torn.line}, is incomplete (${torn.said}) and was dropped; the lines before it were read.`,
        {
          line: torn.line,
          byte: torn.byte,
          hint: 'A crash while writing leaves such a line.',
          lostBytes: torn.length,
        },
      ),
    );
  }
  if (refusal !== undefined) {
    emit.problem(
      problem(codeOf(refusal), source.path, sentence(refusal.said), {
        line: refusal.line,
        byte: refusal.byte,
        lostBytes: source.size,
      }),
    );
  }
}

const codeOf = (refusal: Refusal): 'newer-version' | 'log-refused' =>
  refusal.why === 'newer-version' ? 'newer-version' : 'log-refused';

const sentence = (said: string): string => `${said.charAt(0).toUpperCase()}${said.slice(1)}.`;

function emitFacts(source: ByteSource, emit: Emit, line: ByteLine, facts: ScanFacts): void {
  for (const { byte } of facts.duplicateKeys) {
    emit.problem(
      problem(
        'duplicate-key',
        source.path,
        `Line ${line.line} holds one key twice in one object; the last one counts, as for revl.`,
        { line: line.line, byte: line.offset + byte },
      ),
    );
  }
  for (const byte of facts.loneSurrogates) {
    emit.problem(
      problem(
        'lone-surrogate',
        source.path,
        `Line ${line.line} holds a text with half of a surrogate pair.`,
        {
          line: line.line,
          byte: line.offset + byte,
        },
      ),
    );
  }
}
