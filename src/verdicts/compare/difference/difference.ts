import { scanWholeJson } from '../../../lib/json-scan.ts';
import { isJsonArray, isJsonObject, type Json } from '../../../lib/json-value.ts';
import { firstBadUtf8 } from '../../../lib/utf8.ts';
import { type BytesDifference, deriveBytesDifference } from './bytes-difference.ts';
import { readTextTable } from './csv-rows.ts';
import { deriveLineDifference, type LineDifference } from './line-difference.ts';
import { deriveStructureDifference, type StructureDifference } from './structure-difference.ts';

/** The difference of two contents, told in one way. */
export type Difference = StructureDifference | LineDifference | BytesDifference;

/** Above this many bytes on a side content is no longer parsed, only compared by lines. */
const PARSED_BYTES = 8 * 1024 * 1024;
/** Above this many bytes on a side content is only compared by ranges of bytes. */
const LINED_BYTES = 64 * 1024 * 1024;

/**
 * The difference itself (design.md 4): JSON and tables by structure, text by lines and words, binary by ranges. The
 * first way is the one that says most; a text that is JSON is told by lines as well. Empty when the bytes are equal.
 * YAML is told by lines: to know it by structure takes a YAML reader.
 */
export function deriveDifferences(recorded: Uint8Array, replayed: Uint8Array): readonly Difference[] {
  if (isEqual(recorded, replayed)) return [];
  const longer = Math.max(recorded.length, replayed.length);
  if (longer > LINED_BYTES || !isText(recorded) || !isText(replayed)) {
    return [deriveBytesDifference(recorded, replayed)];
  }
  const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
  const left = utf8.decode(recorded);
  const right = utf8.decode(replayed);
  const lines = deriveLineDifference(left, right);
  if (longer > PARSED_BYTES) return [lines];
  const structure =
    pairOf(jsonOf(recorded), jsonOf(replayed)) ?? pairOf(readTextTable(left), readTextTable(right));
  if (structure === undefined) return [lines];
  const difference = deriveStructureDifference(structure.left, structure.right);
  // equal by structure: it is only spelled another way, and the lines show how
  return difference.changes.length === 0 ? [lines, difference] : [difference, lines];
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

const isText = (bytes: Uint8Array): boolean => !bytes.includes(0) && firstBadUtf8(bytes, 0, bytes.length) < 0;

/** Only what has a structure: a bare number or text is told better by its line. */
function jsonOf(bytes: Uint8Array): Json | undefined {
  const scanned = scanWholeJson(bytes);
  const value = scanned.ok ? scanned.value.value : undefined;
  return isJsonObject(value) || isJsonArray(value) ? value : undefined;
}

function pairOf(left: Json | undefined, right: Json | undefined): { left: Json; right: Json } | undefined {
  return left === undefined || right === undefined ? undefined : { left, right };
}
