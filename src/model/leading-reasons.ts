/** What follows from nothing having been replayed: cured with it, and so not worth a cure of its own. */
const FOLLOW_NO_REPLAY: ReadonlySet<string> = new Set([
  'replay-missing',
  'condition-pinned',
  'condition-salted',
  'condition-compared',
]);

/** Tells the reasons that lead from those that only follow from another one in the list. The order is kept. */
export function leadingReasons<T extends { readonly reason: string }>(
  reasons: readonly T[],
): { readonly leading: readonly T[]; readonly following: readonly T[] } {
  const has = (wanted: string): boolean => reasons.some(({ reason }) => reason === wanted);
  const follows = ({ reason }: T): boolean =>
    (has('no-replay') && FOLLOW_NO_REPLAY.has(reason)) ||
    (has('no-calls') && reason === 'condition-fingerprinted');
  return { leading: reasons.filter((one) => !follows(one)), following: reasons.filter(follows) };
}
