import { createEngine } from '../../src/engine/create-engine.ts';
import { createMemoryStore } from '../../src/engine/memory-store.ts';
import type { Assumed, Engine, OpenResult, Progress } from '../../src/engine/messages.ts';
import { type ByteSource, memorySource } from '../../src/intake/byte-source.ts';
import type { FindingsDocument } from '../../src/model/findings.ts';
import { documentWriters } from '../../src/report/findings.ts';
import { parseFindings } from '../report/validate-findings.ts';

export type Files = Readonly<Record<string, string | Uint8Array>>;

export const NOTHING: Assumed = { pins: [], assumedParents: [], expectSealed: false };
export const CASE = 'case-1';

const utf8 = new TextEncoder();

export const sourcesOf = (files: Files): readonly ByteSource[] =>
  Object.entries(files).map(([path, content]) =>
    memorySource(path, typeof content === 'string' ? utf8.encode(content) : content),
  );

export const newEngine = (): Engine =>
  createEngine({ store: createMemoryStore(), documents: documentWriters });

export interface Opened {
  readonly engine: Engine;
  readonly result: OpenResult;
  readonly progress: readonly Progress[];
}

/** An engine that has read some files as one bundle. */
export async function openFiles(files: Files, engine = newEngine()): Promise<Opened> {
  const progress: Progress[] = [];
  const result = await engine.open(
    { caseId: CASE, title: 'a test', sources: sourcesOf(files) },
    (one) => progress.push(one),
    new AbortController().signal,
  );
  return { engine, result, progress };
}

/** The document of some files, validated. */
export async function findingsOf(files: Files, assumed: Partial<Assumed> = {}): Promise<FindingsDocument> {
  const { engine, result } = await openFiles(files);
  if (result.is === 'not-stored') throw new Error(result.said);
  const findings =
    result.is === 'opened'
      ? await engine.ask({ is: 'findings', caseId: CASE, assumed: { ...NOTHING, ...assumed } })
      : result.findings;
  return parseFindings(JSON.stringify(findings));
}
