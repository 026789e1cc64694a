import { loadHashes } from '../lib/hash.ts';
import type { CaseStore } from '../model/case-store.ts';
import type { DocumentWriters } from '../model/document-writers.ts';
import type { EvidenceKey } from '../model/seal.ts';
import { importEvidenceKey, WEAK_KEY_BYTES } from '../verdicts/seal/evidence-key.ts';
import { answerQuestion } from './answers/answer-question.ts';
import { type CaseReader, createCaseReader, type HeldKeys } from './case-reader.ts';
import type { AnswerTo, Assumed, Engine, GivenKey, Question } from './messages.ts';
import { openCase } from './open-case.ts';
import { createPace } from './pace.ts';
import { rereadEvidence } from './read-evidence.ts';
import { createRecent } from './recent.ts';

export interface EngineParts {
  readonly store: CaseStore;
  /** How readings are spelled as documents (`report/findings.ts`). */
  readonly documents: DocumentWriters;
}

/** Cases whose evidence is held in memory. */
const CASES_KEPT = 2;

/** One engine, in the process of the command line or inside the page's worker. A thin shell: what it says is derived elsewhere. */
export function createEngine({ store, documents }: EngineParts): Engine {
  const cases = createRecent<Promise<CaseReader>>(CASES_KEPT);
  let held: HeldKeys = { version: 0, keys: [] };

  const loadCase = async (caseId: string): Promise<CaseReader> => {
    // a case that is opened again after a reload was read by no reader of this worker
    await loadHashes();
    const evidence = await store.load(caseId);
    if (evidence === undefined) throw new Error('There is no such case: it was deleted, or never stored.');
    return createCaseReader(evidence, (file) => store.source(caseId, file));
  };
  const readAs = async (caseId: string, formats: ReadonlyMap<string, string>): Promise<CaseReader> => {
    const { evidence } = await caseOf(caseId, {});
    const source = (file: number) => store.source(caseId, file);
    const sources = await Promise.all(evidence.files.map(({ index }) => source(index)));
    const again = await rereadEvidence(evidence, sources, formats, new AbortController().signal);
    return createCaseReader(again, source);
  };
  /** A reader for each way of reading the evidence: as it was recognised, or as the examiner chose formats and compares sessions. */
  const caseOf = (
    caseId: string,
    { formats = {}, comparisons = [] }: Pick<Assumed, 'formats' | 'comparisons'>,
  ): Promise<CaseReader> => {
    const chosen = Object.entries(formats).sort();
    const isPlain = chosen.length + comparisons.length === 0;
    const key = isPlain ? caseId : JSON.stringify([caseId, chosen, comparisons]);
    const reader = cases.get(key, async () => {
      if (isPlain) return loadCase(caseId);
      if (comparisons.length === 0) return readAs(caseId, new Map(chosen));
      const { evidence, source } = await caseOf(caseId, { formats });
      return createCaseReader(evidence, source, comparisons);
    });
    // a case that could not be loaded may be there the next time
    reader.catch(() => cases.forget(key));
    return reader;
  };

  return {
    async open(request, onProgress, signal) {
      const { result, reader } = await openCase(request, { store, documents, held }, { onProgress, signal });
      if (reader !== undefined) cases.get(request.caseId, async () => reader);
      return result;
    },
    async ask<Q extends Question>(question: Q, signal?: AbortSignal): Promise<AnswerTo<Q>> {
      const pace = createPace(signal);
      signal?.throwIfAborted();
      const reader = await caseOf(question.caseId, question.assumed);
      const answer = await answerQuestion(question, { reader, held, documents, pace });
      signal?.throwIfAborted();
      return answer as AnswerTo<Q>;
    },
    async giveKey(bytes) {
      const own = new Uint8Array(bytes);
      bytes.fill(0);
      const imported = await importEvidenceKey(own);
      if (!imported.ok) throw new Error('The key is empty.');
      const key = imported.value;
      const others = held.keys.filter(({ keyId }) => keyId !== key.keyId);
      held = { version: held.version + 1, keys: [...others, key] };
      return { keyId: key.keyId, warnings: await warningsOf(key, cases.values()) };
    },
    async forgetKeys() {
      held = { version: held.version + 1, keys: [] };
    },
  };
}

async function warningsOf(
  key: EvidenceKey,
  readers: readonly Promise<CaseReader>[],
): Promise<GivenKey['warnings']> {
  const warnings: string[] = [];
  if (key.bytes < WEAK_KEY_BYTES) {
    warnings.push(`The key has only ${key.bytes} bytes: it can be guessed from a single seal.`);
  }
  if (key.isForgeable === true) {
    warnings.push('As a public key of Ed25519 it would verify any message: it is not used as one.');
  }
  for (const reader of await Promise.all(readers)) {
    for (const { path, sha256 } of reader.evidence.files) {
      if (sha256 !== key.bytesSha256 && sha256 !== key.twinSha256) continue;
      warnings.push(
        `The key lies in the bundle as ${path}: whoever made the bundle can have sealed anything with it.`,
      );
    }
  }
  return warnings;
}
