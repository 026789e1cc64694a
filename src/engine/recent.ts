/** The last few results of a derivation, by what they were derived from. */
export interface Recent<T> {
  get(key: string, derive: () => T): T;
  forget(key: string): void;
  values(): readonly T[];
}

export function createRecent<T>(most: number): Recent<T> {
  const kept = new Map<string, T>();
  return {
    get(key, derive) {
      const known = kept.get(key);
      if (known !== undefined) {
        kept.delete(key);
        kept.set(key, known);
        return known;
      }
      const fresh = derive();
      kept.set(key, fresh);
      const [oldest] = kept.keys();
      if (kept.size > most && oldest !== undefined) kept.delete(oldest);
      return fresh;
    },
    forget: (key) => void kept.delete(key),
    values: () => [...kept.values()],
  };
}

/** The same for each of many owners, as long as the owner lives. */
export function createRecentOf<Owner extends object, T>(most: number): (owner: Owner) => Recent<T> {
  const ofOwner = new WeakMap<Owner, Recent<T>>();
  return (owner) => {
    const kept = ofOwner.get(owner) ?? createRecent<T>(most);
    ofOwner.set(owner, kept);
    return kept;
  };
}
