import { revlWal } from '../../../src/formats/revl-wal/revl-wal.ts';
import { memorySource } from '../../../src/intake/byte-source.ts';
import type { EvidenceKey } from '../../../src/model/seal.ts';
import type { WalFile } from '../../../src/model/wal.ts';
import { importEvidenceKey } from '../../../src/verdicts/seal/evidence-key.ts';
import { HEADER, logText, type Plain } from '../../sealer.ts';

/** A log as the format reads it, from records or from a text that a test has damaged. */
export async function logOf(content: readonly Plain[] | string): Promise<WalFile> {
  const text = typeof content === 'string' ? content : logText([HEADER, ...content]);
  const logs: WalFile[] = [];
  await revlWal.parse(
    memorySource('run.wal', new TextEncoder().encode(text)),
    0,
    {
      span: () => {},
      callLog: () => {},
      wal: (log) => logs.push(log),
      problem: () => {},
      progress: () => {},
    },
    new AbortController().signal,
  );
  return logs[0] as WalFile;
}

export async function keyOf(bytes: Uint8Array): Promise<EvidenceKey> {
  const key = await importEvidenceKey(new Uint8Array(bytes));
  if (!key.ok) throw new Error('an empty key');
  return key.value;
}
