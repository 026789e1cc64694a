import Dexie, { type DexieOptions, type EntityTable, type Table } from 'dexie';
import type { CaseSummary } from '../model/case-store.ts';
import type { ActionLogEntry, PeopleChange } from '../model/people.ts';

/** A case: staged while its evidence is written, committed in one transaction. Only committed cases are ever shown. */
export interface CaseRow {
  readonly id: string;
  readonly title: string;
  readonly state: 'staged' | 'committed';
  /** ISO 8601. */
  readonly storedAt: string;
  summary?: CaseSummary;
  /** How many rows the commit counted in each table: fewer now means evicted. */
  readonly contents?: Contents;
}

export interface Contents {
  readonly files: number;
  readonly columns: number;
  readonly records: number;
}

export interface FileRow {
  readonly caseId: string;
  readonly index: number;
  readonly path: string;
  readonly size: number;
  readonly bytes: Blob;
}

/** One piece of a column: at most COLUMN_CHUNK rows of a typed array. Never a row per span. */
export interface ColumnRow {
  readonly caseId: string;
  /** `spans.start` … */
  readonly part: string;
  readonly chunk: number;
  readonly values: ArrayBufferView;
}

/** One piece of everything else: at most RECORD_CHUNK items of a list, or a value of its own. */
export interface RecordRow {
  readonly caseId: string;
  readonly part: string;
  readonly chunk: number;
  readonly shape: 'list' | 'map' | 'value';
  readonly items: unknown;
}

/** One thing that people made. */
export interface PeopleRow {
  readonly caseId: string;
  readonly is: PeopleChange['is'];
  readonly id: string;
  /** Rises; the order in which they were made. */
  readonly order: number;
  readonly value: unknown;
}

export type ActionRow = ActionLogEntry & { readonly caseId: string };

export interface CaseDatabase extends Dexie {
  readonly cases: EntityTable<CaseRow, 'id'>;
  readonly files: Table<FileRow, [string, number]>;
  readonly columns: Table<ColumnRow, [string, string, number]>;
  readonly records: Table<RecordRow, [string, string, number]>;
  readonly people: Table<PeopleRow, [string, string, string]>;
  readonly actions: Table<ActionRow, [string, number]>;
}

export const DATABASE_NAME = 'witnessmark';
/** Rows of a column chunk (stack.md 3: 0.6 s for a million spans, rows would take 140 s). */
export const COLUMN_CHUNK = 65_536;
export const RECORD_CHUNK = 4_096;

/**
 * Every layout the database has had, oldest first; a later one states what changes and how old rows are brought over.
 * Dexie runs the upgraders of all versions in between, in one transaction.
 */
export const VERSIONS: readonly {
  readonly version: number;
  readonly stores: Readonly<Record<string, string>>;
  readonly upgrade?: (database: CaseDatabase) => PromiseLike<unknown>;
}[] = [
  {
    version: 1,
    stores: {
      cases: 'id',
      files: '[caseId+index], caseId',
      columns: '[caseId+part+chunk], caseId',
      records: '[caseId+part+chunk], caseId',
      people: '[caseId+is+id], caseId',
      actions: '[caseId+seq], caseId',
    },
  },
  {
    // summaries count their outcomes: a corpus has tens of thousands of sessions
    version: 2,
    stores: {},
    upgrade: (database) =>
      database.cases.toCollection().modify((row) => {
        const listed: unknown = row.summary?.outcomes;
        if (row.summary === undefined || !Array.isArray(listed)) return;
        const outcomes: Record<string, number> = {};
        for (const outcome of listed) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
        row.summary = { ...row.summary, outcomes };
      }),
  },
];

/** @param options another IndexedDB than the browser's, for tests. */
export function openDatabase(name: string = DATABASE_NAME, options: DexieOptions = {}): CaseDatabase {
  const database = new Dexie(name, options) as CaseDatabase;
  for (const { version, stores, upgrade } of VERSIONS) {
    const at = database.version(version).stores({ ...stores });
    if (upgrade !== undefined) at.upgrade(() => upgrade(database));
  }
  // a newer page in another tab wants to upgrade: let it
  database.on('versionchange', () => database.close());
  return database;
}

/** Tables that hold rows of a case. */
export const caseTables = (database: CaseDatabase) =>
  [database.files, database.columns, database.records, database.people, database.actions] as const;
