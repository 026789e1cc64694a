import type { EvidenceKey, LogReading } from '../../model/seal.ts';
import type { WalFile } from '../../model/wal.ts';
import { deriveModes, derivePresent } from '../readiness/planner.ts';
import { type ReadDecisionsOptions, readDecisions } from './read-decisions.ts';

/**
 * Everything the rules say of one write-ahead log. A log that was refused has no decisions and supports no mode: its
 * refusal stands in `wal.reading` and in the ledger.
 */
export async function readLog(
  wal: WalFile,
  keys: readonly EvidenceKey[],
  options: ReadDecisionsOptions,
  signal?: AbortSignal,
): Promise<LogReading> {
  const { file, reading } = wal;
  const records = reading.is === 'read' ? reading.records : [];
  const decisions = await readDecisions(records, file, keys, options, signal);
  const present = derivePresent(decisions);
  return {
    file,
    complete: reading.is === 'read' && reading.complete,
    torn: reading.is === 'read' && reading.torn,
    decisions,
    present,
    modes: deriveModes(present),
  };
}
