/** Disjoint sets over 0 … n-1. */
export interface DisjointSets {
  /** The representative of `item`'s set: the smallest item in it. */
  find(item: number): number;
  join(a: number, b: number): void;
}

export function createDisjointSets(size: number): DisjointSets {
  const parent = new Uint32Array(size).map((_, i) => i);
  const find = (item: number): number => {
    let root = item;
    while (parent[root] !== root) root = parent[root] ?? root;
    // path compression: the next question is answered at once
    for (let at = item; at !== root; ) {
      const next = parent[at] ?? root;
      parent[at] = root;
      at = next;
    }
    return root;
  };
  return {
    find,
    join(a, b) {
      const [left, right] = [find(a), find(b)];
      if (left !== right) parent[Math.max(left, right)] = Math.min(left, right);
    },
  };
}
