import { expect, test } from 'vitest';
import { type DatabaseState, databaseChanges } from '../../src/replay/database-changes.ts';

type Entry = readonly [type: string, name: string, table: string, sql: string];

const database = (tables: Readonly<Record<string, string>>, ...schema: readonly Entry[]): DatabaseState => ({
  tables: new Map(Object.entries(tables)),
  schema: schema.map(([type, name, table, sql]) => ({ type, name, table, text: `${type} ${name} ${sql}` })),
});

const T: Entry = ['table', 't', 't', 'create table t (a)'];
const before = database({ t: '[[1]]', sqlite_sequence: '[["t",1]]' }, T);

test.each([
  ['nothing', before, []],
  ['rows', database({ t: '[[1],[2]]', sqlite_sequence: '[["t",1]]' }, T), ['t']],
  [
    'rows and the books that SQLite keeps',
    database({ t: '[[1],[2]]', sqlite_sequence: '[["t",2]]' }, T),
    ['t'],
  ],
  ['the books alone', database({ t: '[[1]]', sqlite_sequence: '[["t",9]]' }, T), ['sqlite_sequence']],
  [
    'a new table with its index',
    database(
      { t: '[[1]]', u: '[]', sqlite_sequence: '[["t",1]]' },
      T,
      ['table', 'u', 'u', 'create table u (b)'],
      ['index', 'i', 'u', 'create index i on u (b)'],
    ),
    ['u'],
  ],
  [
    'rows of a table that got a column',
    database({ t: '[[1,null]]', sqlite_sequence: '[["t",1]]' }, ['table', 't', 't', 'create table t (a, b)']),
    ['t'],
  ],
  [
    'a column of a table without rows that differ',
    database({ t: '[[1]]', sqlite_sequence: '[["t",1]]' }, ['table', 't', 't', 'create table t (a unique)']),
    ['sqlite_schema'],
  ],
  [
    'an index of a table whose rows changed',
    database({ t: '[[1],[2]]', sqlite_sequence: '[["t",1]]' }, T, [
      'index',
      'i',
      't',
      'create unique index i on t (a)',
    ]),
    ['t', 'sqlite_schema'],
  ],
  [
    'a trigger beside rows that changed',
    database({ t: '[[1],[2]]', sqlite_sequence: '[["t",1]]' }, T, ['trigger', 'g', 't', 'create trigger g']),
    ['t', 'sqlite_schema'],
  ],
  [
    'a view',
    database({ t: '[[1]]', sqlite_sequence: '[["t",1]]' }, T, ['view', 'v', 'v', 'create view v']),
    ['sqlite_schema'],
  ],
] as const)('%s', (_, after, expected) => {
  expect(databaseChanges(before, after)).toEqual(expected);
  expect([...databaseChanges(after, before)].sort()).toEqual([...expected].sort());
});
