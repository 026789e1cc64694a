import type { ByteSource } from './byte-source.ts';

/**
 * Gives files of one path as much of what holds them as tells them apart (design.md 8), and a number where nothing
 * does. In the order of the paths, so that the order in which files were given changes nothing.
 */
export function distinctPaths(sources: readonly ByteSource[]): ReadonlyMap<ByteSource, string> {
  let named = sources.map((source) => ({ source, path: source.path, held: source.heldBy?.length ?? 0 }));
  for (;;) {
    const twice = duplicates(named.map(({ path }) => path));
    const longer = named.map((entry) => {
      const holder = entry.source.heldBy?.[entry.held - 1];
      if (!twice.has(entry.path) || holder === undefined) return entry;
      return { ...entry, path: `${holder}/${entry.path}`, held: entry.held - 1 };
    });
    if (longer.every((entry, i) => entry === named[i])) break;
    named = longer;
  }
  named.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.source.size - b.source.size));
  const seen = new Map<string, number>();
  const taken = new Set(named.map(({ path }) => path));
  const paths = new Map<ByteSource, string>();
  for (const { source, path } of named) {
    const nth = (seen.get(path) ?? 0) + 1;
    seen.set(path, nth);
    let numbered = nth === 1 ? path : `${path} (${nth})`;
    for (let more = nth; nth > 1 && taken.has(numbered); more++) numbered = `${path} (${more + 1})`;
    taken.add(numbered);
    paths.set(source, numbered);
  }
  return paths;
}

function duplicates(paths: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const path of paths) (seen.has(path) ? twice : seen).add(path);
  return twice;
}
