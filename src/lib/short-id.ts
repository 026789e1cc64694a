/** An id that is too long to read, by its two ends: `4bf92f35…0e4736`. What tells ids apart is at either end. */
export function shortId(id: string, ends: readonly [number, number] = [8, 6]): string {
  const [head, tail] = ends;
  return id.length <= head + tail + 1 ? id : `${id.slice(0, head)}…${id.slice(-tail)}`;
}
