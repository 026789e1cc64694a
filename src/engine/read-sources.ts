import type { ByteSource } from '../intake/byte-source.ts';
import { type Problem, problem } from '../model/problem.ts';
import type { Pace } from './pace.ts';

/**
 * Why bytes cannot be read, when the disk or the browser says so (no rights, gone, changed since it was chosen);
 * undefined for anything else that was thrown, which is a bug of ours or a cancellation.
 */
export function readFailure(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.name === 'NotReadableError' || error.name === 'NotFoundError') {
    return 'it is gone, was changed since it was chosen, or may not be read';
  }
  const code = 'code' in error ? error.code : undefined;
  if (typeof code !== 'string' || !/^E[A-Z0-9]+$/.test(code)) return undefined;
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return 'it may not be read';
    case 'ENOENT':
      return 'there is no such file any more';
    default:
      return `reading it failed with ${code}`;
  }
}

export const unreadable = (path: string, why: string): Problem =>
  problem('file-unreadable', path, `The file cannot be read: ${why}.`, {
    hint: 'Make it readable and try again; nothing is known of what is in it.',
  });

/** Drops the sources of which not even the first byte can be read, each with a problem. */
export async function readableSources(
  sources: readonly ByteSource[],
  emitProblem: (problem: Problem) => void,
): Promise<readonly ByteSource[]> {
  const readable: ByteSource[] = [];
  for (const source of sources) {
    try {
      await source.read(0, 1);
      readable.push(source);
    } catch (error) {
      const why = readFailure(error);
      if (why === undefined) throw error;
      emitProblem(unreadable(source.path, why));
    }
  }
  return readable;
}

/** The same bytes, with turns for others between the pieces: a source in memory never waits by itself. */
export function pacedSource(source: ByteSource, pace: Pace): ByteSource {
  return {
    ...source,
    async *stream(from = 0) {
      for await (const piece of source.stream(from)) {
        // a large piece is handed on in parts, or nobody would get a turn while it is parsed
        for (let at = 0; at < piece.length; at += PART) {
          yield piece.subarray(at, at + PART);
          if (pace.isDue()) await pace.turn();
        }
      }
    },
  };
}

const PART = 256 * 1024;
