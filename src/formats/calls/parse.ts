import type { ByteSource } from '../../intake/byte-source.ts';
import { loadHashes } from '../../lib/hash.ts';
import { skipBlank } from '../../lib/json-scan.ts';
import type { Emit } from '../format.ts';
import { createLogBuilder } from './log-builder.ts';
import { type Arrangement, markLength, readRawRecords } from './raw-records.ts';

/**
 * Reads call logs (design.md 3.1): JSON Lines or an array of records, with a header or in the short form. Emits one
 * log per session record, and every problem with line and byte. A log of a newer version is not read at all.
 */
export async function parseCalls(
  source: ByteSource,
  file: number,
  emit: Emit,
  signal: AbortSignal,
): Promise<void> {
  await loadHashes();
  const builder = createLogBuilder(source.path, source.size, file, emit.problem);
  if ((await markLength(source)) > 0) builder.noteByteOrderMark();
  for await (const raw of readRawRecords(source, await arrangementOf(source))) {
    signal.throwIfAborted();
    if (builder.take(raw) === 'stop') break;
    emit.progress(raw.offset);
  }
  for (const log of builder.end()) emit.callLog(log);
}

/** How many bytes are looked at to see whether the first record ends on its line. */
const FIRST_BYTES = 64 * 1024;

/** An array by its bracket; records over several lines by a first line that is no more than an opened object. */
async function arrangementOf(source: ByteSource): Promise<Arrangement> {
  const head = await source.read(0, FIRST_BYTES);
  const from = skipBlank(head, await markLength(source));
  if (head[from] === 0x5b) return 'array';
  const lf = head.indexOf(0x0a, from);
  const line = head.subarray(from, lf < 0 ? head.length : lf);
  return lf >= 0 && head[from] === 0x7b && skipBlank(line, 1) === line.length ? 'values' : 'lines';
}
