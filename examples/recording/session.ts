import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Database } from 'node-sqlite3-wasm';
import { type CallPlan, fileResource, type Header, startRecording, tableResource } from './recorder.ts';

/** The world the example agent works in: a folder with a config file, a notes file and an SQLite database. */
export function makeSnapshot(folder: string): void {
  writeFileSync(join(folder, 'limits.yaml'), 'cpu: 2\n');
  const db = new Database(join(folder, 'shop.db'));
  db.exec('create table orders (id integer primary key, item text not null, amount integer not null)');
  db.exec("insert into orders values (1, 'lamp', 3)");
  db.close();
}

export interface RunOptions {
  /** Replays salt every key with this. */
  readonly salt?: string;
  /** An executor that answers from a cache instead of running the tool. */
  readonly cached?: (plan: CallPlan) => { readonly output: unknown } | undefined;
  /** Dies before this call, as a crash would. */
  readonly crashBefore?: number;
}

/** Runs the example session on a folder and writes its call log: the recording and the replay are this same function. */
export function runSession(folder: string, log: string, header: Header, options: RunOptions = {}): void {
  const path = (name: string): string => join(folder, name);
  const db = new Database(path('shop.db'));
  const orders = (): readonly Readonly<Record<string, unknown>>[] =>
    db.all('select id, item, amount from orders order by id') as Record<string, unknown>[];
  const resources = {
    config: fileResource('file:limits.yaml', path('limits.yaml')),
    notes: fileResource('file:notes.txt', path('notes.txt')),
    orders: tableResource('sqlite:shop.db#orders', () => orders().map((row) => Object.values(row))),
  };
  const key = (n: number): string =>
    `${header.session_id}/${n}${options.salt === undefined ? '' : `#${options.salt}`}`;
  const recorder = startRecording(log, header);
  const steps: readonly { readonly plan: CallPlan; readonly run: () => unknown }[] = [
    {
      plan: {
        turn_index: 0,
        call_index: 0,
        tool: 'read_config',
        input: { path: 'limits.yaml' },
        effects: 'read',
        idempotency_key: key(0),
        touches: [resources.config],
      },
      run: () => readFileSync(path('limits.yaml'), 'utf8'),
    },
    {
      plan: {
        turn_index: 1,
        call_index: 0,
        tool: 'write_config',
        input: { path: 'limits.yaml', line: 'mem: 4' },
        effects: 'write',
        idempotency_key: key(1),
        touches: [resources.config],
      },
      run: () => {
        appendFileSync(path('limits.yaml'), 'mem: 4\n');
        return { status: 'ok' };
      },
    },
    {
      plan: {
        turn_index: 1,
        call_index: 1,
        tool: 'place_order',
        input: { item: 'desk', amount: 1 },
        effects: 'write',
        idempotency_key: key(2),
        touches: [resources.orders],
      },
      run: () => {
        db.run('insert into orders (item, amount) values (?, ?)', ['desk', 1]);
        return { status: 'placed' };
      },
    },
    {
      plan: {
        turn_index: 2,
        call_index: 0,
        tool: 'list_orders',
        input: {},
        effects: 'read',
        idempotency_key: key(3),
        touches: [resources.orders],
      },
      run: orders,
    },
    {
      plan: {
        turn_index: 3,
        call_index: 0,
        tool: 'note',
        input: { text: 'ordered a desk' },
        effects: 'write',
        idempotency_key: key(4),
        touches: [resources.notes],
      },
      run: () => {
        appendFileSync(path('notes.txt'), 'ordered a desk\n');
        return 'noted';
      },
    },
  ];
  try {
    for (const [n, { plan, run }] of steps.entries()) {
      if (n === options.crashBefore) return;
      const cached = options.cached?.(plan);
      if (cached === undefined) recorder.call(plan, run);
      else recorder.call(plan, () => cached.output, { fromCache: true });
    }
    recorder.end();
  } finally {
    db.close();
  }
}
