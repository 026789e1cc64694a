import type { ProblemCode } from '../../model/problem.ts';
import type { MemberFaults } from './members.ts';

/** What is wrong with one record, gathered while it is read. */
export interface RecordFaults extends MemberFaults {
  /** A problem that leaves the record readable. */
  problem(code: ProblemCode, said: string): void;
}

/** Faults of a record that are kept until it is known where the record stands. */
export interface GatheredFaults extends RecordFaults {
  /** Why the record is not read; empty when it is. */
  readonly reasons: readonly string[];
  readonly problems: readonly { readonly code: ProblemCode; readonly said: string }[];
}

export function gatherFaults(): GatheredFaults {
  const reasons: string[] = [];
  const problems: { code: ProblemCode; said: string }[] = [];
  return {
    reasons,
    problems,
    malformed: (said) => reasons.push(said),
    coerced: (said) => problems.push({ code: 'value-coerced', said: `${said}.` }),
    problem: (code, said) => problems.push({ code, said }),
  };
}
