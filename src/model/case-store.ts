import type { Evidence } from './session.ts';
import type { Outcome } from './verdict.ts';

/**
 * Where a case is kept: IndexedDB for the page (`casefile/`), memory for the command line and tests. The engine knows
 * only this. A case is staged, then committed at once; a case that was not committed is never shown.
 */
export interface CaseStore {
  stage(id: string, title: string): Promise<StagedCase>;
  /** Undefined when there is no such committed case. */
  load(id: string): Promise<Evidence | undefined>;
  /** Bytes of an evidence file of a committed case, as it was read. Cheap: nothing else of the case is loaded. */
  source(id: string, file: number): Promise<StoredBytes>;
}

export interface StagedCase {
  /**
   * Copies the bytes of some evidence files, of which the first has this index; after the commit the dropped files are
   * no longer needed.
   */
  putFiles(first: number, files: readonly StoredBytes[]): Promise<void>;
  putEvidence(evidence: Evidence): Promise<void>;
  commit(summary: CaseSummary): Promise<void>;
  /** Removes everything that was staged. */
  abandon(): Promise<void>;
}

/** What `intake/byte-source.ts` calls a ByteSource, without importing it here. */
export interface StoredBytes {
  readonly path: string;
  readonly size: number;
  stream(from?: number): AsyncIterable<Uint8Array>;
  read(offset: number, length: number): Promise<Uint8Array>;
}

/** One line of the list of cases. */
export interface CaseSummary {
  readonly id: string;
  readonly title: string;
  readonly files: number;
  readonly bytes: number;
  readonly spans: number;
  readonly calls: number;
  readonly problems: number;
  /** How many sessions have which; those that none has are left out. */
  readonly outcomes: Readonly<Partial<Record<Outcome, number>>>;
}

/** What a store throws when it has no room, or when what it kept is gone. `message` is a sentence for the screen. */
export class StoreFailure extends Error {
  override readonly name = 'StoreFailure';
  constructor(
    readonly why: 'full' | 'evicted' | 'newer-version' | 'altered',
    said: string,
  ) {
    super(said);
  }
}
