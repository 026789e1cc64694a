import type { Assumption } from '../model/order.ts';

/** What an order rests on although no file says so: told wherever the order is. */
export const ASSUMPTION_WORDS: Readonly<Record<Assumption, string>> = {
  'append-in-issue-order':
    'calls of one turn whose results nobody is seen to read stand in the order in which the model asked for them: their runtime appends results in that order',
  'one-process': 'spans whose resource names no process were written by one, on one clock',
};
