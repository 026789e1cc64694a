/** The number of orders of some things, found by trying all of them. */
export function countByTrying<T>(left: readonly T[], isBefore: (a: T, b: T) => boolean): number {
  if (left.length === 0) return 1;
  return left
    .filter((one) => !left.some((other) => isBefore(other, one)))
    .reduce((sum, first) => {
      const rest = left.filter((one) => one !== first);
      return sum + countByTrying(rest, isBefore);
    }, 0);
}
