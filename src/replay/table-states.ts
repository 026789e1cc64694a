import { type DatabaseState, SCHEMA_TABLE } from './database-changes.ts';
import { type SqlValue, tableText } from './table-text.ts';

/** Opens a database file that is closed again after `read`. @throws what SQLite throws: locked, malformed. */
export type ReadTables = <T>(path: string, read: (tables: Tables) => T) => T;

export interface Tables {
  /** Undefined: there is no such table. */
  text(table: string): string | undefined;
  everything(): DatabaseState;
}

/** SQLite comes as WebAssembly and is loaded only where a recording names a table. */
export async function loadSqlite(): Promise<ReadTables> {
  const { default: sqlite } = await import('node-sqlite3-wasm');
  return (path, read) => {
    const database = new sqlite.Database(path, { readOnly: true, fileMustExist: true });
    try {
      // a write-ahead log is read without the shared memory that WebAssembly does not have
      database.exec('pragma locking_mode = exclusive');
      return read(
        tablesOf((sql, values = []) => database.all(sql, [...values]) as unknown as readonly Row[]),
      );
    } finally {
      database.close();
    }
  };
}

type Row = Readonly<Record<string, SqlValue>>;
type All = (sql: string, values?: readonly string[]) => readonly Row[];

function tablesOf(all: All): Tables {
  const schemaRows = (): readonly Row[] =>
    all('select type, name, tbl_name, sql from sqlite_master where sql is not null order by type, name');
  const valuesOf = (row: Row): readonly SqlValue[] =>
    [row.type, row.name, row.tbl_name, row.sql].map((value) => value ?? null);
  const rowsOf = (table: string): string => {
    const columns = all(`pragma table_info(${quoted(table)})`);
    const keys = columns.filter(({ pk }) => Number(pk) > 0).sort((a, b) => Number(a.pk) - Number(b.pk));
    const order = keys.length === 0 ? 'rowid' : keys.map(({ name }) => quoted(String(name))).join(', ');
    const names = columns.map(({ name }) => String(name));
    const rows = all(`select ${names.map(quoted).join(', ')} from ${quoted(table)} order by ${order}`);
    return tableText(rows.map((row) => names.map((name) => row[name] ?? null)));
  };
  return {
    text(table) {
      if (table === SCHEMA_TABLE) return tableText(schemaRows().map(valuesOf));
      const found = all("select name from sqlite_master where type = 'table' and name = ?", [table]);
      return found.length === 0 ? undefined : rowsOf(table);
    },
    everything() {
      const names = all("select name from sqlite_master where type = 'table' order by name").map(({ name }) =>
        String(name),
      );
      return {
        tables: new Map(names.map((name) => [name, rowsOf(name)])),
        schema: schemaRows().map((row) => ({
          type: String(row.type),
          name: String(row.name),
          table: String(row.tbl_name),
          text: tableText([valuesOf(row)]),
        })),
      };
    },
  };
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
