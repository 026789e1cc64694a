import type { ByteSource } from '../../intake/byte-source.ts';
import { type ByteLine, readByteLines } from '../../lib/byte-lines.ts';
import { scanWholeJson } from '../../lib/json-scan.ts';
import { isJsonObject } from '../../lib/json-value.ts';
import { pythonStrip } from '../../lib/python-strip.ts';
import type { CausalTrace, TraceEvent } from '../../model/causal-trace.ts';
import { type Problem, problem } from '../../model/problem.ts';
import { pythonLines } from './python-lines.ts';

/** Lines above this are not read (security.md, huge lines). */
const MAX_LINE = 32 * 1024 * 1024;

/** What the reader of a causal trace emits. */
export interface CausalTraceEmit {
  causalTrace(trace: CausalTrace): void;
  problem(problem: Problem): void;
  progress(bytes: number): void;
}

interface BadLine {
  readonly line: number;
  readonly byte: number;
  readonly said: string;
}

/** Reads a causal trace whole, or refuses it at the first line that is no event (revl-wal.md 6). */
export async function parseRevlTrace(
  source: ByteSource,
  file: number,
  emit: CausalTraceEmit,
  signal: AbortSignal,
): Promise<void> {
  const events: TraceEvent[] = [];
  let firstLine = 1;
  for await (const batch of readByteLines(source.stream(), MAX_LINE)) {
    signal.throwIfAborted();
    for (const whole of batch) {
      const lines = pythonLines(whole, firstLine);
      firstLine += lines.length;
      for (const line of lines) {
        const read = readEvent(line, whole.length > whole.bytes.length);
        if (read === undefined) continue;
        if ('said' in read) {
          refuse(source, file, emit, read);
          return;
        }
        events.push(read);
      }
    }
    const last = batch.at(-1);
    if (last !== undefined) emit.progress(last.offset + last.length);
  }
  emit.causalTrace({ file, reading: { is: 'read', events } });
}

function refuse(source: ByteSource, file: number, emit: CausalTraceEmit, bad: BadLine): void {
  const said = `trace line ${bad.line}: ${bad.said}; nothing in the trace is read`;
  emit.problem(
    problem('malformed', source.path, `In ${said}.`, {
      line: bad.line,
      byte: bad.byte,
      lostBytes: source.size,
    }),
  );
  emit.causalTrace({ file, reading: { is: 'refused', line: bad.line, said } });
}

/** Undefined for a blank line. */
function readEvent(line: ByteLine, isTooLong: boolean): TraceEvent | BadLine | undefined {
  const text = pythonStrip(line.bytes, 0, line.bytes.length);
  if (text.from === text.to) return undefined;
  const bad = (said: string, byte: number): BadLine => ({ line: line.line, byte: line.offset + byte, said });
  if (isTooLong) return bad(`longer than ${MAX_LINE / 1024 / 1024} MiB`, 0);
  // json.loads takes JSON's own white space only
  const scanned = scanWholeJson(line.bytes, { python: true, utf8: 'strict' });
  if (!scanned.ok) return bad(`not JSON (${scanned.error.said})`, scanned.error.byte);
  const { value } = scanned.value;
  if (!isJsonObject(value) || !value.has('event')) return bad('not a trace event', text.from);
  return { line: line.line, offset: line.offset, length: line.length, value };
}
