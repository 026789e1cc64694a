import type { Basis } from '../../model/order.ts';

/** How an edge of a basis is drawn, in every place where it is: never by colour alone. */
export interface BasisLook {
  readonly word: string;
  /** Theme token. */
  readonly color: `basis-${Basis}`;
  /** Pixels on and off; empty for a whole line. */
  readonly dash: readonly number[];
  readonly width: number;
  /** Weaker than a witness. */
  readonly alpha: number;
  readonly head: 'full' | 'open' | 'none';
  /** What it orders, and from what (design.md 5.2). */
  readonly said: string;
}

const look = (
  basis: Basis,
  word: string,
  dash: readonly number[],
  width: number,
  said: string,
  more: { readonly alpha?: number; readonly head?: BasisLook['head'] } = {},
): BasisLook => ({
  word,
  color: `basis-${basis}`,
  dash,
  width,
  alpha: more.alpha ?? 1,
  head: more.head ?? 'full',
  said,
});

export const BASIS_LOOK: Readonly<Record<Basis, BasisLook>> = {
  parent: look(
    'parent',
    'parent',
    [],
    1,
    'A parent starts before its child. Says nothing about siblings or ends; the nesting shows it too.',
    { alpha: 0.9, head: 'none' },
  ),
  sequence: look('sequence', 'sequence', [], 1.75, 'Explicit indices of turns and calls.'),
  dispatch: look(
    'dispatch',
    'dispatch',
    [9, 3, 2, 3],
    1.5,
    'Dispatch spans: the runtime handed the calls out in this order.',
  ),
  history: look(
    'history',
    'history',
    [],
    1.75,
    'The recorded messages: the model read this result before, or, where no reading is recorded, asked for this call before.',
  ),
  data: look('data', 'data', [7, 3], 1.5, 'A model asked for the call, or read its result, by call id.'),
  link: look('link', 'link', [2, 3], 1.5, 'A span link with causal meaning.'),
  wal: look('wal', 'log', [12, 3], 1.75, 'The order of steps inside one activation of the write-ahead log.'),
  fingerprint: look(
    'fingerprint',
    'fingerprint',
    [4, 2, 1, 2],
    1.5,
    'What one call left of a resource is what the next one found.',
  ),
  'single-clock': look(
    'single-clock',
    'single clock',
    [1, 4],
    1.25,
    'The clock of one process, for siblings that neither overlap nor tie. Weaker than a witness.',
    { alpha: 0.7, head: 'open' },
  ),
  pin: look('pin', 'pin', [5, 4], 2, 'An examiner assumed it. An assumption, never a witness.', {
    head: 'open',
  }),
};
