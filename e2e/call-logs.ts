import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newFolder } from './bundles.ts';

/** Call logs of a small shop: one session, recorded once and replayed twice. */

const LIMITS = 'file:///etc/limits.yaml';
const ORDERS = 'db:orders';

const sha = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`;
const state = (resource: string, text: string) => ({
  resource,
  fingerprint: sha(text),
  content: { text },
});

interface MadeCall {
  readonly [member: string]: unknown;
}

/** Each call with what the first and the second replay made of it; undefined: the same again. */
const CALLS: readonly {
  readonly call: MadeCall;
  readonly first?: MadeCall;
  readonly second?: MadeCall;
}[] = [
  { call: read('read_limits', 0, LIMITS, 'a: 1\n') },
  { call: write('write_limits', 1, LIMITS, 'a: 1\n', 'a: 1\nb: 2\n') },
  { call: write('insert_order', 2, ORDERS, '', 'id,price\n1,10\n') },
  // nobody recorded who wrote the limits before this read
  { call: read('read_limits', 3, LIMITS, 'a: 1\nb: 3\n') },
  {
    call: { ...write('charge', 4, ORDERS, 'id,price\n1,10\n', 'id,price\n1,10\n'), idempotency_key: 'k-4' },
    first: { idempotency_key: 'k-4:r1' },
    second: { idempotency_key: 'k-4', served_from_idempotency_cache: true },
  },
  // the charge was tried again with its key
  {
    call: {
      ...write('charge', 5, ORDERS, 'id,price\n1,10\n', 'id,price\n1,12\n'),
      idempotency_key: 'k-4',
    },
    first: { idempotency_key: 'k-4:r1' },
    second: { idempotency_key: 'k-4:r2' },
  },
  {
    call: write('write_limits', 6, LIMITS, 'a: 1\nb: 3\n', 'a: 1\nb: 3\nc: 5\n'),
    second: { post_state: [state(LIMITS, 'a: 1\nb: 3\nc: 9\nd: 1\n')] },
  },
  { call: read('read_limits', 7, LIMITS, 'a: 1\nb: 3\nc: 5\n'), first: { output: 'nothing' } },
];

function read(tool: string, turn: number, resource: string, text: string): MadeCall {
  const states = [state(resource, text)];
  return {
    tool,
    turn_index: turn,
    call_index: 0,
    input: { of: resource },
    output: text,
    effects: 'read',
    pre_state: states,
    post_state: states,
  };
}

function write(tool: string, turn: number, resource: string, before: string, after: string): MadeCall {
  return {
    tool,
    turn_index: turn,
    call_index: 0,
    input: { of: resource, text: after },
    output: { ok: true },
    effects: 'write',
    pre_state: [state(resource, before)],
    post_state: [state(resource, after)],
  };
}

const log = (head: object, calls: readonly MadeCall[]): string =>
  [
    {
      record: 'session',
      schema: 'witnessmark.calls/1',
      session_id: 's-shop',
      snapshot: { id: 'snap-1', epoch: 'e1', pinned: true },
      ...head,
    },
    ...calls.map((call) => ({ record: 'call', ...call })),
    { record: 'end', calls: calls.length },
  ]
    .map((record) => `${JSON.stringify(record)}\n`)
    .join('');

/** A recording of eight calls and two attempts of a replay; one call is a second try, and one write is unseen. */
export async function twoAttempts(): Promise<readonly string[]> {
  const folder = await newFolder();
  const files: readonly (readonly [string, string])[] = [
    [
      'recorded.jsonl',
      log(
        { role: 'recorded' },
        CALLS.map(({ call }) => call),
      ),
    ],
    [
      'replay-1.jsonl',
      log(
        { role: 'replayed', attempt: 'r1', idempotency: 'salted' },
        CALLS.map(({ call, first }) => ({ ...call, ...first })),
      ),
    ],
    [
      'replay-2.jsonl',
      log(
        { role: 'replayed', attempt: 'r2' },
        CALLS.map(({ call, second }) => ({ ...call, ...second })),
      ),
    ],
  ];
  for (const [name, text] of files) await writeFile(join(folder, name), text);
  return files.map(([name]) => join(folder, name));
}
