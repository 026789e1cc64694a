import { afterEach, describe, expect, it } from 'vitest';
import { createEngineClient, type WorkerPort } from '../../src/engine/client.ts';
import type { Engine, Progress } from '../../src/engine/messages.ts';
import { serveEngine } from '../../src/engine/serve-worker.ts';
import { blobSource } from '../../src/intake/blob-source.ts';
import { memorySource } from '../../src/intake/byte-source.ts';
import { DIVERGENT, OVERLAPPING } from './bundles.ts';
import { CASE, type Files, NOTHING, newEngine, openFiles } from './open-bundle-of.ts';

const channels: MessageChannel[] = [];
afterEach(() => {
  for (const { port1, port2 } of channels.splice(0)) {
    port1.close();
    port2.close();
  }
});

/** The engine behind a real channel: everything is cloned and transferred, as between page and worker. */
function behindChannel(engine: Engine): Engine {
  const channel = new MessageChannel();
  channels.push(channel);
  serveEngine(channel.port1, engine);
  channel.port1.start();
  const client = createEngineClient(channel.port2 as unknown as WorkerPort);
  channel.port2.start();
  return client;
}

const blobsOf = (files: Files) =>
  Object.entries(files).map(([path, content]) => blobSource(new Blob([content as string]), path));

const open = (engine: Engine, files: Files, onProgress: (one: Progress) => void = () => undefined) =>
  engine.open(
    { caseId: CASE, title: 'a test', sources: blobsOf(files) },
    onProgress,
    new AbortController().signal,
  );

const overview = { is: 'overview', caseId: CASE, assumed: NOTHING } as const;

describe('an engine behind a channel', () => {
  it('answers what the engine in process answers', async () => {
    const { engine: direct } = await openFiles({ ...DIVERGENT, 'trace.json': OVERLAPPING });
    const client = behindChannel(newEngine());
    const phases: string[] = [];
    const result = await open(client, { ...DIVERGENT, 'trace.json': OVERLAPPING }, ({ phase }) =>
      phases.push(phase),
    );
    expect(result.is).toBe('opened');
    expect(phases).toEqual(expect.arrayContaining(['unpacking', 'reading', 'storing']));
    const session = { session: 's-1', caseId: CASE, assumed: NOTHING };
    for (const question of [
      overview,
      { ...overview, is: 'findings' },
      { ...session, is: 'call-strip' },
      { ...session, is: 'graph', axis: 'time' },
      { ...session, is: 'call', call: 0 },
      { caseId: CASE, assumed: NOTHING, is: 'raw', file: 0, offset: 2, length: 9 },
    ] as const) {
      expect(await client.ask(question)).toEqual(await direct.ask(question));
      // what is given away once must be there the next time
      expect(await client.ask(question)).toEqual(await direct.ask(question));
    }
  });

  it('passes failures on as sentences', async () => {
    const client = behindChannel(newEngine());
    await expect(client.ask(overview)).rejects.toThrow('There is no such case');
    await expect(client.giveKey(new Uint8Array(0))).rejects.toThrow('The key is empty.');
    const { signal } = new AbortController();
    const request = { caseId: CASE, title: '', sources: [memorySource('x', new Uint8Array(1))] };
    await expect(client.open(request, () => undefined, signal)).rejects.toThrow('no dropped file');
  });

  it('hands thousands of files over in parts, in their order, and none of them when it is cancelled', async () => {
    const opened: string[][] = [];
    const listing: Engine = {
      ...newEngine(),
      open: async ({ sources }) => {
        opened.push(sources.map(({ path }) => path));
        return { is: 'not-stored', said: 'listed' };
      },
    };
    const client = behindChannel(listing);
    const paths = Array.from({ length: 1_050 }, (_, i) => `${i}.json`);
    const files = Object.fromEntries(paths.map((path) => [path, '{}']));
    await open(client, files);
    expect(opened).toEqual([Object.keys(files)]);
    const cancel = new AbortController();
    const request = { caseId: CASE, title: '', sources: blobsOf(files) };
    const cancelled = client.open(request, () => undefined, cancel.signal);
    cancel.abort();
    await expect(cancelled).rejects.toMatchObject({ name: 'AbortError' });
    await open(client, { 'one.json': '{}' });
    expect(opened.at(-1)).toEqual(['one.json']);
    expect(opened).toHaveLength(2);
  });

  it('takes a key and leaves none of it behind', async () => {
    const client = behindChannel(newEngine());
    const key = new TextEncoder().encode('a key that is long enough');
    const given = await client.giveKey(key);
    expect(given.keyId).toMatch(/^[0-9a-f]{16}$/);
    expect([...key].every((byte) => byte === 0)).toBe(true);
    await open(client, DIVERGENT);
    expect((await client.ask(overview)).keyIds).toEqual([given.keyId]);
    await client.forgetKeys();
    expect((await client.ask(overview)).keyIds).toEqual([]);
  });

  it('rejects at once when it is cancelled, tells the engine, and drops what still comes', async () => {
    let told: AbortSignal | undefined;
    let finish: (() => void) | undefined;
    const stuck: Engine = {
      ...newEngine(),
      ask: (_, signal) => {
        told = signal;
        return new Promise((done) => {
          finish = () => done(undefined as never);
        });
      },
    };
    const client = behindChannel(stuck);
    const cancel = new AbortController();
    const asked = client.ask(overview, cancel.signal);
    while (finish === undefined) await new Promise((done) => setTimeout(done, 1));
    cancel.abort();
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
    while (told?.aborted !== true) await new Promise((done) => setTimeout(done, 1));
    finish();
    await expect(client.ask(overview, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('says so when the worker dies', async () => {
    const listeners = new Map<string, (event: { message?: string; data: unknown }) => void>();
    const dead: WorkerPort = {
      postMessage: () => undefined,
      addEventListener: (type: string, listener: never) => void listeners.set(type, listener),
    };
    const client = createEngineClient(dead);
    const asked = client.ask(overview);
    listeners.get('error')?.({ message: 'out of memory', data: undefined });
    await expect(asked).rejects.toThrow('The engine stopped (out of memory).');
    await expect(client.ask(overview)).rejects.toThrow('The engine stopped');
  });
});
