import type { FileCounts } from '../model/file-counts.ts';
import type { Cost } from '../model/problem.ts';

/** Accounts for the records of one evidence file, by what its format emits and by what the ledger says. */
export interface RecordCounts {
  emitted(records: number): void;
  /** Of the file's format: what it folded or rejected was never emitted. */
  told(cost: Cost): void;
  /** Found when all files were read: what is folded or rejected now was emitted before. */
  toldLate(cost: Cost): void;
  counts(): FileCounts;
}

export function createRecordCounts(): RecordCounts {
  let [accepted, folded, rejected, lostBytes] = [0, 0, 0, 0];
  const told = (cost: Cost): void => {
    folded += cost.folded ?? 0;
    rejected += cost.rejected ?? 0;
    lostBytes += cost.lostBytes ?? 0;
  };
  return {
    emitted(records) {
      accepted += records;
    },
    told,
    toldLate(cost) {
      told(cost);
      accepted -= (cost.folded ?? 0) + (cost.rejected ?? 0);
    },
    counts: () => ({ accepted, folded, rejected, lostBytes }),
  };
}
