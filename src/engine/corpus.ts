import type { CorpusRow } from '../model/corpus.ts';
import { corpusRow } from './answers/triage.ts';
import type { CaseReader, HeldKeys } from './case-reader.ts';
import type { Assumed } from './messages.ts';
import type { Pace } from './pace.ts';
import { shareEqual } from './share-equal.ts';

/** Every session of a case as a row, judged one after the other and let go of: a case may have tens of thousands. */
export interface Corpus {
  /** Of the first sessions; as many as were judged. */
  readonly rows: readonly CorpusRow[];
  readonly total: number;
  /** Judges on until all are judged, or the time is over. */
  judge(pace: Pace, forMs?: number): Promise<void>;
}

export function createCorpus(reader: CaseReader, assumed: Assumed, held: HeldKeys): Corpus {
  const rows: CorpusRow[] = [];
  const total = reader.groups.length;
  const once = shareEqual();
  return {
    rows,
    total,
    async judge(pace, forMs = Number.POSITIVE_INFINITY) {
      const end = performance.now() + forMs;
      while (rows.length < total && performance.now() < end) {
        await pace.turn();
        const at = rows.length;
        const { reading } = await reader.session(at, assumed, held);
        // somebody else who waited for the same session may have been first
        if (rows.length !== at) continue;
        const row = corpusRow(reading, reader.evidence);
        rows.push({
          ...row,
          services: once(row.services),
          producers: once(row.producers),
          inputs: once(row.inputs),
          assumes: once(row.assumes),
          quarantine: once(row.quarantine),
        });
      }
    },
  };
}
