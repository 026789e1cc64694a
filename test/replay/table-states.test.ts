import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sqlite from 'node-sqlite3-wasm';
import { afterAll, expect, test } from 'vitest';
import { loadSqlite, type ReadTables } from '../../src/replay/table-states.ts';

const ROOT = mkdtempSync(join(tmpdir(), 'witnessmark-tables-test-'));
afterAll(() => rmSync(ROOT, { recursive: true, force: true }));
const read: ReadTables = await loadSqlite();

function made(name: string, sql: string): string {
  const path = join(ROOT, name);
  const database = new sqlite.Database(path);
  database.exec(sql);
  database.close();
  return path;
}

const textOf = (path: string, table: string): string | undefined =>
  read(path, (tables) => tables.text(table));

test('rows by primary key, columns as declared, every kind of value', () => {
  const path = made(
    'values.db',
    `create table t (b, a integer primary key); insert into t values (9007199254740993, 2), (1.5, 1), (null, 3), ('é"', 4), (x'00ff', 5), (1e999, 6);
     create table two (x, y, primary key (y, x)) without rowid; insert into two values (1, 2), (2, 1);
     create table plain (x); insert into plain values (2), (1); create table "odd ""name" (x)`,
  );
  expect(textOf(path, 't')).toBe(
    '[[1.5,1],[9007199254740993,2],[null,3],["é\\"",4],[{"base64":"AP8="},5],[{"number":"Infinity"},6]]',
  );
  expect(textOf(path, 'two')).toBe('[[2,1],[1,2]]');
  expect(textOf(path, 'plain')).toBe('[[2],[1]]');
  expect(textOf(path, 'odd "name')).toBe('[]');
  expect(textOf(path, 'gone')).toBeUndefined();
  expect(textOf(path, 'sqlite_schema')).toContain('["table","plain","plain","CREATE TABLE plain (x)"]');
});

test('a write-ahead log is read with its database, and neither is touched', () => {
  const [live, snapshot] = [join(ROOT, 'live'), join(ROOT, 'snapshot')];
  for (const folder of [live, snapshot]) mkdirSync(folder);
  const database = new sqlite.Database(join(live, 'a.db'));
  database.exec('pragma locking_mode = exclusive; pragma journal_mode = wal; create table t (v)');
  database.exec("insert into t values ('in the log')");
  cpSync(join(live, 'a.db'), join(snapshot, 'a.db'));
  cpSync(join(live, 'a.db-wal'), join(snapshot, 'a.db-wal'));
  database.close();
  const bytes = () => readdirSync(snapshot).map((name) => [name, readFileSync(join(snapshot, name), 'hex')]);
  const before = bytes();
  expect(before.map(([name]) => name)).toEqual(['a.db', 'a.db-wal']);
  expect(textOf(join(snapshot, 'a.db'), 't')).toBe('[["in the log"]]');
  expect(bytes()).toEqual(before);
});
