import type { ByteSource } from '../intake/byte-source.ts';
import type { CaseStore, CaseSummary } from '../model/case-store.ts';
import { StoreFailure } from '../model/case-store.ts';
import type { CorpusRow } from '../model/corpus.ts';
import type { DocumentWriters } from '../model/document-writers.ts';
import type { Problem } from '../model/problem.ts';
import type { Outcome } from '../model/verdict.ts';
import { type CaseReader, createCaseReader, type HeldKeys } from './case-reader.ts';
import type { Assumed, OpenRequest, OpenResult } from './messages.ts';
import { createPace } from './pace.ts';
import { type ReadBundle, readEvidence, type Work } from './read-evidence.ts';

/** What opening a bundle stands on. */
export interface Opening {
  readonly store: CaseStore;
  readonly documents: DocumentWriters;
  readonly held: HeldKeys;
}

/** What people have assumed of a case that was just made. */
export const NOTHING_ASSUMED: Assumed = { pins: [], assumedParents: [], expectSealed: false };

/**
 * Reads a bundle, derives its verdicts and stores it as a case. The reader of the case comes with the result, so that
 * nothing is derived twice. Rejects with AbortError when cancelled: nothing is stored then.
 */
export async function openCase(
  request: OpenRequest,
  { store, documents, held }: Opening,
  work: Work,
): Promise<{ readonly result: OpenResult; readonly reader?: CaseReader }> {
  const read = await readEvidence(request.sources, work, request.problems);
  const reader = createCaseReader(read.evidence, (file) => store.source(request.caseId, file));
  await deriveAll(reader, held, work);
  const problems = await reader.problems(NOTHING_ASSUMED, held);
  if (reader.groups.length === 0) {
    const policy = { expectSealed: false };
    return {
      result: {
        is: 'nothing-read',
        problems: problems.map((problem) => ({ ...documents.problem(problem), file: problem.file })),
        findings: documents.findings({
          evidence: read.evidence,
          sessions: [],
          problems,
          otherSeals: await reader.otherSeals(held),
          policy,
        }),
      },
    };
  }
  const summary = summaryOf(request, read, reader.corpus(NOTHING_ASSUMED, held).rows, problems);
  const refused = await storeCase(request, read, summary, store, work);
  if (refused !== undefined) return { result: { is: 'not-stored', said: refused } };
  return { result: { is: 'opened', summary }, reader };
}

async function deriveAll(reader: CaseReader, held: HeldKeys, work: Work): Promise<void> {
  const pace = createPace(work.signal);
  const total = reader.groups.length;
  const { wals } = reader.evidence;
  const records = reader.evidence.spans.count;
  for (const [i, wal] of wals.entries()) {
    work.onProgress({ phase: 'checking-seals', done: i, total: wals.length, records });
    await reader.log(wal, NOTHING_ASSUMED, held);
    await pace.turn();
  }
  const corpus = reader.corpus(NOTHING_ASSUMED, held);
  // the order of one large session takes long; many small ones are told by how many are done
  if (total === 1) {
    work.onProgress({ phase: 'ordering', done: 0, total, records });
    await pace.turn();
    reader.order(0, NOTHING_ASSUMED);
  }
  while (corpus.rows.length < total) {
    work.onProgress({ phase: 'comparing', done: corpus.rows.length, total, records });
    await corpus.judge(pace, PROGRESS_MS);
  }
}

/** How often progress is told. */
const PROGRESS_MS = 50;

function summaryOf(
  request: OpenRequest,
  { evidence }: ReadBundle,
  rows: readonly CorpusRow[],
  problems: readonly Problem[],
): CaseSummary {
  return {
    id: request.caseId,
    title: evidence.manifest?.title ?? request.title,
    files: evidence.files.length,
    bytes: evidence.files.reduce((sum, { bytes }) => sum + bytes, 0),
    spans: evidence.spans.count,
    calls: rows.reduce((sum, { calls }) => sum + calls, 0),
    problems: problems.length,
    outcomes: countOutcomes(rows),
  };
}

/** A transaction for each of thousands of small files would take longer than all the rest. */
const TOGETHER = { files: 100, bytes: 16 * 1024 * 1024 };

/** The files from here on that are stored in one go: one, and more as long as they are small. */
function storedTogether(sources: readonly ByteSource[], from: number): readonly ByteSource[] {
  let to = from;
  for (let bytes = 0; to < Math.min(from + TOGETHER.files, sources.length); to++) {
    bytes += sources[to]?.size ?? 0;
    if (to > from && bytes > TOGETHER.bytes) break;
  }
  return sources.slice(from, to);
}

/** @returns the sentence of a store that has no room; what was staged is gone then. */
async function storeCase(
  request: OpenRequest,
  { evidence, sources }: ReadBundle,
  summary: CaseSummary,
  store: CaseStore,
  { onProgress, signal }: Work,
): Promise<string | undefined> {
  const total = sources.length + 1;
  const progress = (done: number): void =>
    onProgress({ phase: 'storing', done, total, records: evidence.spans.count });
  try {
    const staged = await store.stage(request.caseId, summary.title);
    try {
      for (let from = 0; from < sources.length; ) {
        signal.throwIfAborted();
        progress(from);
        const some = storedTogether(sources, from);
        await staged.putFiles(from, some);
        from += some.length;
      }
      signal.throwIfAborted();
      progress(sources.length);
      await staged.putEvidence(evidence);
      signal.throwIfAborted();
      await staged.commit(summary);
      progress(total);
      return undefined;
    } catch (error) {
      await staged.abandon();
      throw error;
    }
  } catch (error) {
    if (error instanceof StoreFailure) return error.message;
    throw error;
  }
}

function countOutcomes(rows: readonly CorpusRow[]): CaseSummary['outcomes'] {
  const counts: Partial<Record<Outcome, number>> = {};
  for (const { outcome } of rows) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}
