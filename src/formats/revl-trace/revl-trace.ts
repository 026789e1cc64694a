import type { Format } from '../format.ts';
import { detectRevlTrace } from './detect.ts';
import { parseRevlTrace } from './parse.ts';

/** revl's causal trace (revl-wal.md 6): which activation asked which model what, and what the answer produced. */
export const revlTrace: Format = {
  id: 'revl-trace',
  label: 'revl causal trace',
  detect: detectRevlTrace,
  parse: (source, file, emit, signal) =>
    parseRevlTrace(
      source,
      file,
      {
        causalTrace: (trace) => emit.causalTrace?.(trace),
        problem: emit.problem,
        progress: emit.progress,
      },
      signal,
    ),
};
