import { type SqlValue, tableText } from './table-text.ts';

/** Opens a database file that is closed again after `read`. @throws what SQLite throws: locked, malformed. */
export type ReadTables = <T>(path: string, read: (tables: Tables) => T) => T;

export interface Tables {
  /** Sorted. */
  names(): readonly string[];
  /** Undefined: there is no such table. */
  text(table: string): string | undefined;
}

/** SQLite comes as WebAssembly and is loaded only where a recording names a table. */
export async function loadSqlite(): Promise<ReadTables> {
  const { default: sqlite } = await import('node-sqlite3-wasm');
  return (path, read) => {
    const database = new sqlite.Database(path, { readOnly: true, fileMustExist: true });
    const all = (sql: string, values: readonly string[] = []): readonly Row[] =>
      database.all(sql, [...values]) as readonly Row[];
    try {
      return read({
        names: () =>
          all("select name from sqlite_master where type = 'table' order by name").map(({ name }) =>
            String(name),
          ),
        text: (table) => {
          const found = all("select name from sqlite_master where type = 'table' and name = ?", [table]);
          if (found.length === 0) return undefined;
          const columns = all(`pragma table_info(${quoted(table)})`);
          const keys = columns.filter(({ pk }) => Number(pk) > 0).sort((a, b) => Number(a.pk) - Number(b.pk));
          const order = keys.length === 0 ? 'rowid' : keys.map(({ name }) => quoted(String(name))).join(', ');
          const names = columns.map(({ name }) => String(name));
          const rows = all(`select ${names.map(quoted).join(', ')} from ${quoted(table)} order by ${order}`);
          return tableText(rows.map((row) => names.map((name) => row[name] ?? null)));
        },
      });
    } finally {
      database.close();
    }
  };
}

type Row = Readonly<Record<string, SqlValue>>;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
