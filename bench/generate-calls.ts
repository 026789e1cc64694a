import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';

export interface CallsPlan {
  readonly calls: number;
  /** Bytes of state that are attached in all: before and after every call, recorded and replayed. */
  readonly stateBytes: number;
}

/**
 * Streams a recording and a replay to a folder: calls on eight resources in turns of four, each with its state before and
 * after it attached as text. Every 500th call left another state on replay, every 700th was not run again, and every
 * 2000th state is 64 times as large as the others. The same plan gives the same bytes.
 * @returns the files, and the bytes of both.
 */
export async function generateCalls(
  folder: string,
  plan: CallsPlan,
): Promise<{ readonly paths: readonly string[]; readonly bytes: number }> {
  const paths = ['recorded', 'replayed'].map((role) => join(folder, `${role}.jsonl`));
  let bytes = 0;
  for (const [i, role] of (['recorded', 'replayed'] as const).entries()) {
    const out = createWriteStream(paths[i] ?? '', { highWaterMark: 1 << 20 });
    for (const record of records(role, plan)) {
      const line = `${JSON.stringify(record)}\n`;
      bytes += Buffer.byteLength(line);
      if (!out.write(line)) await once(out, 'drain');
    }
    out.end();
    await once(out, 'finish');
  }
  return { paths, bytes };
}

const RESOURCES = 8;
const LARGE_EVERY = 2000;
const LARGE = 64;

function* records(role: 'recorded' | 'replayed', { calls, stateBytes }: CallsPlan): Generator<object> {
  const isReplay = role === 'replayed';
  yield {
    record: 'session',
    schema: 'witnessmark.calls/1',
    role,
    session_id: 's-large',
    snapshot: { id: 'snap-1', epoch: 'e1', pinned: true },
    ...(isReplay ? { attempt: 'r1', idempotency: 'salted' } : {}),
  };
  // two states on each of two sides
  const usual = Math.floor(stateBytes / (calls * 4 * (1 + LARGE / LARGE_EVERY)));
  const left = new Map<string, ReturnType<typeof stateOf>>();
  for (let call = 0; call < calls; call++) {
    const resource = `file:///data/${call % RESOURCES}.yaml`;
    const size = call % LARGE_EVERY === LARGE_EVERY - 1 ? usual * LARGE : usual;
    const differs = isReplay && call % 500 === 499;
    const after = stateOf(resource, size, call, differs);
    yield {
      record: 'call',
      turn_index: call >> 2,
      call_index: call & 3,
      tool: `tool_${call % 5}`,
      input: { call, path: resource },
      output: { ok: true, call },
      effects: 'write',
      idempotency_key: `key-${call}${isReplay && call % 700 !== 699 ? ':r1' : ''}`,
      ...(isReplay && call % 700 === 699 ? { served_from_idempotency_cache: true } : {}),
      pre_state: [left.get(resource) ?? stateOf(resource, usual, -1, false)],
      post_state: [after],
    };
    // the snapshot is put right after what differed
    left.set(resource, differs ? stateOf(resource, size, call, false) : after);
  }
  yield { record: 'end', calls };
}

/** Lines of a made file; one in sixteen is another after each call. */
function stateOf(resource: string, size: number, call: number, differs: boolean) {
  const lines: string[] = [];
  let length = 0;
  for (let line = 0; length < size; line++) {
    const seed = line % 16 === (call + 16) % 16 ? call : 0;
    const text = `key_${line}: value ${(line * 7919 + seed * 104729) % 1_000_003}${differs && line % 9 === 0 ? ' # changed' : ''}\n`;
    lines.push(text);
    length += text.length;
  }
  const text = lines.join('');
  const fingerprint = `sha256:${createHash('sha256').update(text).digest('hex')}`;
  return { resource, fingerprint, content: { text } };
}
