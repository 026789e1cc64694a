import type { IndexName } from '../../model/order.ts';
import type { SeenIndexKey } from '../../queries/answers.ts';

/** A key, what the table says of it (undefined: nothing), and where the evidence has it. */
export interface NameRow {
  readonly key: string;
  readonly name: IndexName | undefined;
  /** The name of the table that it is read like, since it ends like it. */
  readonly like: IndexName | undefined;
  readonly seen: SeenIndexKey | undefined;
}

/** Keys of the evidence first, the most frequent first; then the rest of the table in its order of trust. */
export function rowsOf(table: readonly IndexName[], seen: readonly SeenIndexKey[]): readonly NameRow[] {
  const named = new Map(table.map((name) => [name.key, name]));
  const ofEvidence = seen.map((one): NameRow => {
    const name = named.get(one.key);
    return {
      key: one.key,
      name,
      like: name === undefined && one.like !== null ? named.get(one.like) : undefined,
      seen: one,
    };
  });
  const keys = new Set(seen.map(({ key }) => key));
  const others = table.filter(({ key }) => !keys.has(key));
  return [
    ...ofEvidence,
    ...others.map((name): NameRow => ({ key: name.key, name, like: undefined, seen: undefined })),
  ];
}

/** The table with one row said otherwise; a key that it did not have stands last, least trusted. */
export function changedTable(
  table: readonly IndexName[],
  { key }: Pick<NameRow, 'key'>,
  name: IndexName,
): readonly IndexName[] {
  return table.some((one) => one.key === key)
    ? table.map((one) => (one.key === key ? name : one))
    : [...table, name];
}

/** A key that the evidence has not, or that does not look like an index: known, and no witness until its meaning is said. */
export const addedName = (table: readonly IndexName[], key: string): readonly IndexName[] =>
  table.some((one) => one.key === key) ? table : [...table, nameOf(key)];

export const nameOf = (key: string): IndexName => ({ key, means: 'none', order: 'issue', scope: 'turn' });
