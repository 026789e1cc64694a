import { createEngine } from '../engine/create-engine.ts';
import { createMemoryStore } from '../engine/memory-store.ts';
import { DEFAULT_LIMITS } from '../intake/limits.ts';
import { listNodeSources } from '../intake/node-source.ts';
import type { FindingsDocument } from '../model/findings.ts';
import { documentWriters } from '../report/findings.ts';

export interface Checked {
  readonly findings: FindingsDocument;
  /** Paths and keys that could not be used, a sentence each. */
  readonly complaints: readonly string[];
}

const CASE = 'command-line';

/** All paths as one bundle, read and judged in this process. */
export async function checkBundle(
  paths: readonly string[],
  keys: readonly Uint8Array[],
  expectSealed: boolean,
): Promise<Checked> {
  const { sources, unreadable } = await listNodeSources(paths, DEFAULT_LIMITS.entryBytes);
  const complaints = unreadable.map(({ path, said }) => `${path} cannot be read: ${said}.`);
  const engine = createEngine({ store: createMemoryStore(), documents: documentWriters });
  for (const key of keys) {
    try {
      await engine.giveKey(key);
    } catch (error) {
      complaints.push(error instanceof Error ? error.message : String(error));
    }
  }
  const opened = await engine.open(
    { caseId: CASE, title: paths.join(' '), sources },
    () => undefined,
    new AbortController().signal,
  );
  switch (opened.is) {
    case 'opened': {
      const assumed = { pins: [], assumedParents: [], expectSealed };
      return { findings: await engine.ask({ is: 'findings', caseId: CASE, assumed }), complaints };
    }
    case 'nothing-read':
      return { findings: opened.findings, complaints };
    case 'not-stored':
      throw new Error(`${opened.said} (a bug in Witnessmark: memory is full)`);
  }
}
