import { type Problem, type ProblemCode, problem } from '../model/problem.ts';
import type { ByteSource } from './byte-source.ts';
import { distinctPaths } from './distinct-paths.ts';

/** What unpacking has to tell, by source: the path that tells it from others is known when all are opened. */
export interface IntakeLedger {
  tell(code: ProblemCode, source: ByteSource, said: string, hint?: string): void;
  /** A file or archive with a name of its own. */
  opened(source: ByteSource): void;
  isTold(source: ByteSource): boolean;
  /** The files under distinct paths, in their order; everything that was told of them goes out under these paths. */
  close(files: readonly ByteSource[], emitProblem: (problem: Problem) => void): readonly ByteSource[];
}

/** What was unpacked or decoded from a file bears the name of that file. */
const namedSource = (source: ByteSource): ByteSource => source.original ?? source;

export function createIntakeLedger(): IntakeLedger {
  const opened: ByteSource[] = [];
  const told: { readonly of: ByteSource; readonly found: Problem }[] = [];
  return {
    tell(code, source, said, hint) {
      const found = problem(code, source.path, said, hint === undefined ? {} : { hint });
      told.push({ of: namedSource(source), found });
    },
    opened(source) {
      if (source.original === undefined) opened.push(source);
    },
    isTold: (source) => told.some(({ of }) => of === namedSource(source)),
    close(files, emitProblem) {
      const paths = distinctPaths(opened);
      for (const { of, found } of told) emitProblem({ ...found, file: paths.get(of) ?? found.file });
      const fileOf = new Map(files.map((file) => [namedSource(file), file]));
      return [...paths].flatMap(([named, path]) => {
        const file = fileOf.get(named);
        if (file === undefined) return [];
        return [file.path === path ? file : { ...file, path }];
      });
    },
  };
}
