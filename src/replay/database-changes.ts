/** A database as it can be seen: the text of each table, and what else its schema holds. */
export interface DatabaseState {
  readonly tables: ReadonlyMap<string, string>;
  readonly schema: readonly SchemaEntry[];
}

/** An index, trigger, view or table, with the table that it is of. */
export interface SchemaEntry {
  readonly type: string;
  readonly name: string;
  readonly table: string;
  readonly text: string;
}

/** The table under which SQLite shows what is defined. */
export const SCHEMA_TABLE = 'sqlite_schema';

/**
 * Tables that are otherwise than before. SQLite keeps books of its own (`sqlite_sequence`), and a new table brings its
 * definition and its indexes: these are told only where no table that changed explains them, so that an honest
 * recording of tables is answered by an equal list, and a trigger is never overlooked.
 */
export function databaseChanges(before: DatabaseState, after: DatabaseState): readonly string[] {
  const names = new Set([...before.tables.keys(), ...after.tables.keys()]);
  const differing = [...names].filter((name) => before.tables.get(name) !== after.tables.get(name));
  const own = differing.filter((name) => !isInternal(name));
  const books = own.length > 0 ? [] : differing.filter(isInternal);
  const changed = new Set(own);
  const cameOrWent = new Set(own.filter((name) => !before.tables.has(name) || !after.tables.has(name)));
  const isExplained = ({ type, table }: SchemaEntry): boolean =>
    (type === 'table' && changed.has(table)) || (type === 'index' && cameOrWent.has(table));
  const unexplained = ({ schema }: DatabaseState): string =>
    JSON.stringify(schema.flatMap((entry) => (isExplained(entry) ? [] : [entry.text])));
  return [...own, ...books, ...(unexplained(before) === unexplained(after) ? [] : [SCHEMA_TABLE])];
}

const isInternal = (name: string): boolean => name.startsWith('sqlite_');
