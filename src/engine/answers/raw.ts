import type { Question } from '../messages.ts';
import type { Asking } from './asking.ts';

/** Bytes of an evidence file as they stand in it; fewer at its end. */
export async function answerRaw(
  { file, offset, length }: Extract<Question, { is: 'raw' }>,
  { reader }: Asking,
): Promise<Uint8Array> {
  const source = await reader.source(file);
  const bytes = await source.read(Math.max(0, offset), Math.min(Math.max(0, length), MOST));
  // a copy: what is answered is given away, and the source may hold the bytes
  return new Uint8Array(bytes);
}

/** Bytes of one answer. */
const MOST = 4 * 1024 * 1024;
