/** Appends all of `more`. `push(...more)` puts each on the stack, which a worker has little of: 100,000 end in a RangeError. */
export function pushAll<T>(list: T[], more: Iterable<T>): void {
  for (const one of more) list.push(one);
}
