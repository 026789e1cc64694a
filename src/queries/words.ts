import type { Bucket } from '../model/order.ts';
import type { FindingSeverity } from '../model/people.ts';
import type { Severity } from '../model/problem.ts';
import type { Authenticity, Completeness, Outcome, Verdict } from '../model/verdict.ts';

/** How a word of the design looks: a tone and a shape besides the word itself. Names fit `ui/Chip`. */
export interface Look {
  readonly word: string;
  readonly tone: 'good' | 'bad' | 'warn' | 'gap' | 'void' | 'grave' | 'note' | 'plain';
  readonly glyph:
    | 'check'
    | 'not-equal'
    | 'barred'
    | 'half'
    | 'hollow'
    | 'skip'
    | 'broken'
    | 'question'
    | 'warning'
    | 'error'
    | 'info';
  /** One sentence for who meets the word first. */
  readonly said: string;
}

const look = (word: string, tone: Look['tone'], glyph: Look['glyph'], said: string): Look => ({
  word,
  tone,
  glyph,
  said,
});

export const VERDICT_LOOK: Readonly<Record<Verdict, Look>> = {
  refused: look('refused', 'grave', 'broken', 'Its integrity failed: nothing inside is read.'),
  unmatched: look('unmatched', 'void', 'hollow', 'It has no partner, or several candidates.'),
  'not-reexecuted': look('not re-executed', 'warn', 'skip', 'The replay did not run it again.'),
  divergent: look('divergent', 'bad', 'not-equal', 'Something that was compared differs.'),
  'audit-incomplete': look(
    'audit incomplete',
    'gap',
    'half',
    'Nothing differs, but something needed is not there or cannot be compared.',
  ),
  faithful: look(
    'faithful',
    'good',
    'check',
    'Compared, executed again, equal in output and in every state after it.',
  ),
};

export const OUTCOME_LOOK: Readonly<Record<Outcome, Look>> = {
  refused: look('refused', 'grave', 'broken', 'refused: a seal that was checked fails, or a file is altered'),
  divergent: look('divergent', 'bad', 'not-equal', 'divergent: the replay did something else'),
  hypothesis: look(
    'hypothesis',
    'note',
    'half',
    'hypothesis: a simulation of plausibility, not a reconstruction',
  ),
  admissible: look(
    'admissible',
    'good',
    'check',
    'admissible: every call is faithful, all four conditions hold, the order is witnessed',
  ),
};

export const BUCKET_LOOK: Readonly<Record<Bucket | 'pinned', Look>> = {
  'not-a-trajectory': look(
    'not a trajectory',
    'void',
    'hollow',
    'No turn, model or tool step: it can be looked at, not replayed.',
  ),
  conflicting: look('conflicting', 'bad', 'not-equal', 'Witnesses of one order contradict each other.'),
  orphaned: look('orphaned', 'warn', 'broken', 'A step hangs from a parent that is not in the data.'),
  'partial-order': look('partial order', 'warn', 'question', 'Pairs that need a witness have none.'),
  'single-clock': look(
    'single clock',
    'gap',
    'half',
    'Nothing is open, but some pair rests on the clock of one process.',
  ),
  witnessed: look('witnessed', 'good', 'check', 'Nothing is open; every pair has a witness.'),
  pinned: look('pinned', 'note', 'half', 'Nothing is open, because an examiner assumed it.'),
};

export const AUTHENTICITY_LOOK: Readonly<Record<Authenticity, Look>> = {
  verified: look('verified', 'good', 'check', 'Every seal verified, by someone who holds this key.'),
  unsealed: look('unsealed', 'void', 'hollow', 'Nothing is sealed.'),
  mixed: look('mixed', 'warn', 'half', 'Sealed and unsealed decisions stand in one log.'),
  unchecked: look('unchecked', 'gap', 'question', 'There are seals that no given key has checked.'),
  refused: look('refused', 'grave', 'broken', 'A seal that was checked fails.'),
};

export const COMPLETENESS_LOOK: Readonly<Record<Completeness, Look>> = {
  complete: look('complete', 'good', 'check', 'End markers and counts agree; nothing is torn or orphaned.'),
  unknown: look('unknown', 'gap', 'question', 'Nothing shows that the recording is whole.'),
};

export const NO_REPLAY_LOOK: Look = look('none', 'void', 'hollow', 'No replay is in the bundle.');

export const SEVERITY_LOOK: Readonly<Record<Severity, Look>> = {
  error: look('error', 'bad', 'error', 'Something was not read.'),
  warning: look('warning', 'warn', 'warning', 'Something was read, and not as it should be.'),
  info: look('info', 'plain', 'info', 'Worth knowing.'),
};

export const FINDING_SEVERITY_LOOK: Readonly<Record<FindingSeverity, Look>> = {
  critical: look('critical', 'grave', 'error', 'critical'),
  high: look('high', 'bad', 'error', 'high'),
  medium: look('medium', 'warn', 'warning', 'medium'),
  low: look('low', 'gap', 'half', 'low'),
  info: look('info', 'plain', 'info', 'info'),
};
