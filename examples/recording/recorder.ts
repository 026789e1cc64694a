import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';

/**
 * A minimal recorder of `witnessmark.calls/1`: it writes what a replay has to answer. One line is appended and
 * flushed per call, so a crash loses the call it happened in and nothing else.
 */

export type State =
  | { readonly resource: string; readonly fingerprint: string }
  | { readonly resource: string; readonly absent: true };

/** Something a tool reads or writes; `state` is asked before and after each call that touches it. */
export interface Resource {
  readonly name: string;
  state(): State;
}

export interface CallPlan {
  readonly turn_index: number;
  readonly call_index: number;
  readonly tool: string;
  readonly input: unknown;
  readonly effects: 'none' | 'read' | 'write';
  /** Without it nobody can show that a replay ran instead of being served from a cache. */
  readonly idempotency_key: string;
  /** Every resource the tool can reach. Leave one out and `coverage` must say `partial`. */
  readonly touches: readonly Resource[];
}

export interface Header {
  readonly role: 'recorded' | 'replayed';
  readonly session_id: string;
  readonly attempt?: string;
  /** The state of the world from which the session started; a replay that starts from the same one says `pinned`. */
  readonly snapshot: { readonly id: string; readonly epoch: string; readonly pinned?: boolean };
  /** `salted`: every key of this run differs from the recorded one. */
  readonly idempotency?: 'salted' | 'bypassed' | 'reused';
}

export interface Recorder {
  /** Runs the tool between two looks at its resources and writes the record; returns the tool's output. */
  call<T>(plan: CallPlan, run: () => T, served?: { readonly fromCache: boolean }): T;
  /** The end marker: without it nobody can tell a finished log from one that was cut. */
  end(): void;
}

export function startRecording(path: string, header: Header): Recorder {
  let calls = 0;
  const write = (record: unknown): void => appendFileSync(path, `${JSON.stringify(record)}\n`);
  writeFileSync(path, '');
  write({ record: 'session', schema: 'witnessmark.calls/1', ...header });
  return {
    call({ touches, ...stated }, run, served) {
      const pre_state = touches.map((resource) => resource.state());
      const output = run();
      const post_state = touches.map((resource) => resource.state());
      write({
        record: 'call',
        ...stated,
        output,
        coverage: 'full',
        pre_state,
        post_state,
        ...(served?.fromCache === true ? { served_from_idempotency_cache: true } : {}),
      });
      calls++;
      return output;
    },
    end: () => write({ record: 'end', calls }),
  };
}

const sha256 = (bytes: Uint8Array | string): string =>
  `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

/** A file, by the hash of its bytes. */
export const fileResource = (name: string, path: string): Resource => ({
  name,
  state: () =>
    existsSync(path)
      ? { resource: name, fingerprint: sha256(readFileSync(path)) }
      : { resource: name, absent: true },
});

/**
 * A table, by the hash of its rows as JSON: an array for each row, the columns as they were declared, the rows in the
 * order of the primary key. `witnessmark replay` does the same for a resource named `sqlite:FILE#TABLE`.
 */
export const tableResource = (name: string, rows: () => readonly (readonly unknown[])[]): Resource => ({
  name,
  state: () => ({ resource: name, fingerprint: sha256(JSON.stringify(rows())) }),
});
