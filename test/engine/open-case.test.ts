import { describe, expect, it } from 'vitest';
import { createEngine } from '../../src/engine/create-engine.ts';
import { createMemoryStore } from '../../src/engine/memory-store.ts';
import { type ByteSource, memorySource } from '../../src/intake/byte-source.ts';
import { sha256Hex } from '../../src/lib/hash.ts';
import { type CaseStore, StoreFailure } from '../../src/model/case-store.ts';
import type { InputDocument } from '../../src/model/findings.ts';
import { documentWriters } from '../../src/report/findings.ts';
import { end, header, lines } from '../bundle.ts';
import { ADMISSIBLE, DIVERGENT, OVERLAPPING, otlp, recordedLog, STATE_A } from './bundles.ts';
import { CASE, type Files, findingsOf, openFiles, sourcesOf } from './open-bundle-of.ts';

const inputOf = async (files: Files, path: string): Promise<InputDocument> => {
  const found = (await findingsOf(files)).inputs.find((input) => input.path === path);
  if (found === undefined) throw new Error(`no input ${path}`);
  return found;
};
const codesOf = (input: InputDocument): readonly string[] => input.problems.map(({ code }) => code);

describe('a bundle that is opened', () => {
  it('is summed up for the list of cases', async () => {
    const { result, progress } = await openFiles({ ...DIVERGENT, 'trace.json': OVERLAPPING });
    expect(result).toEqual({
      is: 'opened',
      summary: {
        id: CASE,
        title: 'a test',
        files: 3,
        bytes: Object.values({ ...DIVERGENT, o: OVERLAPPING }).reduce((sum, text) => sum + text.length, 0),
        spans: 3,
        calls: 4,
        problems: 2,
        outcomes: { divergent: 1 },
      },
    });
    const phases = new Set(progress.map(({ phase }) => phase));
    expect([...phases]).toEqual(['unpacking', 'reading', 'hashing', 'ordering', 'comparing', 'storing']);
  });

  it('takes roles, session, attempt, title and digests from its manifest', async () => {
    const recorded = lines(
      {
        record: 'call',
        turn_index: 0,
        call_index: 0,
        tool: 't',
        input: 1,
        output: 2,
        post_state: [{ resource: 'r', content: { path: 'states/a.yaml' } }],
      },
      end(1),
    );
    const replayed = lines(
      {
        record: 'call',
        turn_index: 0,
        call_index: 0,
        tool: 't',
        input: 1,
        output: 2,
        post_state: [{ resource: 'r', content: { text: STATE_A } }],
      },
      end(1),
    );
    const manifest = {
      witnessmark: 1,
      title: 'limits',
      session: 's-41',
      files: [
        { path: 'a.jsonl', role: 'recorded-calls', sha256: sha256Hex(recorded) },
        { path: 'b.jsonl', role: 'replayed-calls', attempt: 'r7' },
        { path: 'states/a.yaml', role: 'state' },
      ],
    };
    const files = {
      'a.jsonl': recorded,
      'b.jsonl': replayed,
      'incident.json': JSON.stringify(manifest),
      'states/a.yaml': STATE_A,
    };
    const { sessions, inputs, problems } = await findingsOf(files);
    expect(inputs.map(({ path, role }) => [path, role])).toEqual([
      ['a.jsonl', 'recorded-calls'],
      ['b.jsonl', 'replayed-calls'],
      ['incident.json', 'manifest'],
      ['states/a.yaml', 'state'],
    ]);
    expect(inputs.flatMap((input) => input.problems)).toEqual([]);
    expect(problems).toEqual([]);
    expect(sessions).toHaveLength(1);
    expect(sessions[0]).toMatchObject({
      id: 's-41',
      title: 'limits',
      inputs: ['a.jsonl', 'b.jsonl', 'states/a.yaml'],
    });
    expect(sessions[0]?.calls[0]).toMatchObject({
      attempt: 'r7',
      states: [{ resource: 'r', equal: true, recorded: { fingerprint: `sha256:${sha256Hex(STATE_A)}` } }],
    });
  });

  it('never reads as evidence what the manifest calls a state', async () => {
    const manifest = {
      witnessmark: 1,
      files: [
        { path: 'a.jsonl', role: 'recorded-calls' },
        { path: 'state.json', role: 'state' },
      ],
    };
    const { sessions, inputs } = await findingsOf({
      'a.jsonl': recordedLog(),
      'incident.json': JSON.stringify(manifest),
      'state.json': OVERLAPPING,
    });
    expect(sessions.map(({ id }) => id)).toEqual(['s-1']);
    expect(inputs.find(({ path }) => path === 'state.json')).toMatchObject({
      format: null,
      role: 'state',
      problems: [],
    });
  });

  it('holds a state that a call names against its digest, in every scheme', async () => {
    const log = (fingerprint: string): string =>
      lines(
        header({ role: 'recorded', session_id: 's' }),
        {
          record: 'call',
          turn_index: 0,
          tool: 't',
          post_state: [{ resource: 'r', fingerprint, content: { path: 'a.yaml' } }],
        },
        end(1),
      );
    // published digests of the empty text
    const empty = {
      sha512:
        'cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e',
      blake3: 'af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262',
    };
    for (const [scheme, value] of Object.entries(empty)) {
      const fits = await inputOf({ 'log.jsonl': log(`${scheme}:${value}`), 'a.yaml': '' }, 'log.jsonl');
      expect(codesOf(fits)).toEqual([]);
      const not = await inputOf({ 'log.jsonl': log(`${scheme}:${value}`), 'a.yaml': 'x' }, 'log.jsonl');
      expect(codesOf(not)).toEqual(['fingerprint-does-not-fit-content']);
    }
  });

  it('is refused where a file is not the one the manifest was made for', async () => {
    const manifest = {
      witnessmark: 1,
      files: [
        { path: 'recorded.jsonl', sha256: '0'.repeat(64) },
        { path: 'replay.jsonl' },
        { path: 'gone.jsonl' },
      ],
    };
    const { sessions, inputs } = await findingsOf({
      ...ADMISSIBLE,
      'incident.json': JSON.stringify(manifest),
    });
    expect(sessions[0]).toMatchObject({ outcome: 'refused', axes: { authenticity: 'refused' } });
    expect(sessions[0]?.reasons[0]).toBe('file-altered');
    expect(inputs.flatMap(codesOf).sort()).toEqual(['file-altered', 'file-missing']);
  });

  it('follows one manifest and says so of another', async () => {
    const manifest = JSON.stringify({
      witnessmark: 1,
      session: 'outer',
      files: [{ path: 'recorded.jsonl' }, { path: 'replay.jsonl' }],
    });
    const other = JSON.stringify({ witnessmark: 1, session: 'inner', files: [] });
    const files = { ...ADMISSIBLE, 'z.json': manifest, 'a/incident.json': other };
    expect(codesOf(await inputOf(files, 'a/incident.json'))).toContain('manifest-malformed');
    expect((await findingsOf(files)).sessions[0]?.id).toBe('outer');
  });

  it('says of each file that is no evidence what is wrong with it, and reads the rest', async () => {
    const bad: Readonly<Record<string, readonly [content: string, code: string]>> = {
      'not.json': ['hello, I am a text', 'format-unknown'],
      'null.json': ['null', 'not-evidence'],
      'empty.json': ['', 'empty'],
      'blank.json': ['  \n', 'empty'],
      'cut.json': ['{"some": [1, 2', 'truncated'],
      'brackets.json': ['['.repeat(1_000_000), 'too-deep'],
      'list.json': ['[]', 'not-evidence'],
      'zip.zip': ['PK\u0003\u0004 and then nothing', 'archive-damaged'],
      'newer.jsonl': ['{"record":"session","schema":"witnessmark.calls/9"}\n', 'newer-version'],
      'manifest.json': ['{"witnessmark":7}', 'newer-version'],
    };
    for (const [path, [content, code]] of Object.entries(bad)) {
      const findings = await findingsOf({ [path]: content, ...ADMISSIBLE });
      const all = [
        ...findings.problems,
        ...findings.inputs.filter((input) => input.path === path).flatMap(({ problems }) => problems),
      ];
      expect(
        all.map((problem) => problem.code),
        path,
      ).toContain(code);
      expect(all[0]?.said, path).toMatch(/^\S.*\.$/s);
      expect(
        findings.sessions.map(({ id }) => id),
        path,
      ).toContain('s-1');
    }
  });

  it('is not opened when nothing in it can be read, and the document says why', async () => {
    for (const files of [{}, { 'a.txt': 'nothing' }, { 'incident.json': '{"witnessmark":1,"files":[]}' }]) {
      const { result } = await openFiles(files);
      expect(result.is).toBe('nothing-read');
      const { sessions, inputs } = await findingsOf(files);
      expect(sessions).toEqual([]);
      expect(inputs.map(({ path }) => path)).toEqual(Object.keys(files));
    }
  });

  it('comes out the same in whatever order its files are given', async () => {
    const files: Files = {
      ...DIVERGENT,
      'trace.json': OVERLAPPING,
      'other.json': otlp([{ id: 'cc00000000000001', name: 'GET /', from: 0, to: 9 }], 'f'.repeat(32)),
      'notes.txt': 'no evidence',
      'copy.json': OVERLAPPING,
    };
    const first = await findingsOf(files);
    for (let turn = 0; turn < 6; turn++) {
      const shuffled = Object.entries(files).sort(([a], [b]) => hash(a, turn) - hash(b, turn));
      expect(await findingsOf(Object.fromEntries(shuffled))).toEqual(first);
    }
    expect(first.sessions).toHaveLength(3);
  });
});

const hash = (text: string, salt: number): number =>
  [...`${salt}${text}`].reduce((sum, one) => (sum * 31 + one.charCodeAt(0)) % 9973, 7 + salt);

describe('a source', () => {
  const failing = (code: string): ByteSource => ({
    ...memorySource('secret.jsonl', new Uint8Array(9)),
    read: () => Promise.reject(Object.assign(new Error(code), { code })),
  });
  const open = (
    sources: readonly ByteSource[],
    store: CaseStore = createMemoryStore(),
    signal = new AbortController().signal,
  ) =>
    createEngine({ store, documents: documentWriters }).open(
      { caseId: CASE, title: '', sources },
      () => undefined,
      signal,
    );

  it('that cannot be read becomes a problem and bars completeness', async () => {
    const engine = createEngine({ store: createMemoryStore(), documents: documentWriters });
    const sources = [failing('EACCES'), ...sourcesOf(ADMISSIBLE)];
    await engine.open({ caseId: CASE, title: '', sources }, () => undefined, new AbortController().signal);
    const assumed = { pins: [], assumedParents: [], expectSealed: false };
    const findings = await engine.ask({ is: 'findings', caseId: CASE, assumed });
    expect(findings.problems).toEqual([
      {
        code: 'file-unreadable',
        severity: 'error',
        file: 'secret.jsonl',
        said: 'The file cannot be read: it may not be read.',
        hint: 'Make it readable and try again; nothing is known of what is in it.',
      },
    ]);
    expect(findings.sessions[0]).toMatchObject({
      outcome: 'hypothesis',
      reasons: ['completeness-records-lost'],
    });
  });

  it('whose failure is a bug of ours is not swallowed', async () => {
    await expect(open([failing('not a code of a disk')])).rejects.toThrow('not a code of a disk');
  });

  it('that is cancelled in mid-reading leaves nothing behind', async () => {
    const cancel = new AbortController();
    const store = createMemoryStore();
    const slow: ByteSource = {
      ...memorySource('trace.json', new TextEncoder().encode(OVERLAPPING)),
      async *stream() {
        yield new TextEncoder().encode(OVERLAPPING.slice(0, 100));
        cancel.abort();
        yield new TextEncoder().encode(OVERLAPPING.slice(100));
      },
    };
    await expect(open([slow], store, cancel.signal)).rejects.toMatchObject({ name: 'AbortError' });
    expect(await store.load(CASE)).toBeUndefined();
  });

  it('that the store has no room for is taken out again', async () => {
    let abandoned = 0;
    const full: CaseStore = {
      load: async () => undefined,
      source: () => Promise.reject(new StoreFailure('evicted', 'It is gone.')),
      stage: async () => ({
        putFiles: () => Promise.reject(new StoreFailure('full', 'The disk is full.')),
        putEvidence: async () => undefined,
        commit: async () => undefined,
        abandon: async () => void abandoned++,
      }),
    };
    expect(await open(sourcesOf(ADMISSIBLE), full)).toEqual({ is: 'not-stored', said: 'The disk is full.' });
    expect(abandoned).toBe(1);
  });
});
