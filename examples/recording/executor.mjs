import { appendFileSync, readFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import sqlite from 'node-sqlite3-wasm';

/**
 * The executor of the example session, for `witnessmark replay`: it makes one recorded call again in the working copy
 * and answers with what the tool would. The replayer looks at the files and tables itself, before and after. The input
 * is evidence and may be hostile, so a path in it that leads out of the copy is not followed.
 *
 * @param {{ tool: string, input: any, idempotencyKey: string | undefined, attempt: string }} call
 * @param {{ folder: string, signal: AbortSignal }} world
 * @returns {Promise<{ output?: unknown, servedFromCache?: boolean }>}
 */
export async function execute(call, world) {
  const path = (name) => inside(world.folder, name);
  switch (call.tool) {
    case 'read_config':
      return { output: readFileSync(path(call.input.path), 'utf8') };
    case 'write_config':
      appendFileSync(path(call.input.path), `${call.input.line}\n`);
      return { output: { status: 'ok' } };
    case 'place_order':
      return withDatabase(path('shop.db'), (database) => {
        database.run('insert into orders (item, amount) values (?, ?)', [call.input.item, call.input.amount]);
        return { output: { status: 'placed' } };
      });
    case 'list_orders':
      return withDatabase(path('shop.db'), (database) => ({
        output: database.all('select id, item, amount from orders order by id'),
      }));
    case 'note':
      appendFileSync(path('notes.txt'), `${call.input.text}\n`);
      return { output: 'noted' };
    default:
      throw new Error(`there is no tool ${call.tool}`);
  }
}

function inside(folder, name) {
  const path = resolve(join(folder, name));
  if (!path.startsWith(folder + sep)) throw new Error(`${name} leads out of the working copy`);
  return path;
}

/** Closed after each call: while it is open and writes, nobody else can look at the tables. */
function withDatabase(path, use) {
  const database = new sqlite.Database(path);
  try {
    return use(database);
  } finally {
    database.close();
  }
}
