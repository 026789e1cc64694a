import { scanJson } from '../../lib/json-scan.ts';
import { isJsonObject } from '../../lib/json-value.ts';
import { pythonStrip } from '../../lib/python-strip.ts';
import type { Detection } from '../format.ts';
import { CALL_LOG_KINDS, WAL_KINDS } from './record-kinds.ts';

/** Later lines are looked at only where the first does not say, so that a damaged log is still refused as a log. */
const LINES_LOOKED_AT = 64;

/** A write-ahead log by the `record` member of its lines (revl-wal.md 1.3). An empty file is detected elsewhere. */
export function detectRevlWal(head: Uint8Array): Detection | undefined {
  for (const line of firstLines(head)) {
    const kind = recordKind(line);
    if (kind === undefined) continue;
    if (CALL_LOG_KINDS.has(kind)) return undefined;
    if (WAL_KINDS.has(kind)) {
      // the kind is one of our own closed table, so it may stand in a message
      return line.before === 0
        ? { confidence: 'certain', why: `the first line is a log record of the kind ${kind}` }
        : { confidence: 'likely', why: `a line is a log record of the kind ${kind}` };
    }
  }
  return looksLikeCutRecord(head)
    ? { confidence: 'likely', why: 'the file begins like the first record of a write-ahead log' }
    : undefined;
}

interface HeadLine {
  readonly bytes: Uint8Array;
  /** Content lines before it. */
  readonly before: number;
}

function* firstLines(head: Uint8Array): Generator<HeadLine> {
  let at = hasByteOrderMark(head) ? 3 : 0;
  for (let seen = 0, looked = 0; looked < LINES_LOOKED_AT && at < head.length; looked++) {
    const lf = head.indexOf(0x0a, at);
    const end = lf < 0 ? head.length : lf;
    const text = pythonStrip(head, at, end);
    if (text.from < text.to) {
      yield { bytes: head.subarray(text.from, text.to), before: seen };
      seen++;
    }
    at = end + 1;
  }
}

const hasByteOrderMark = (head: Uint8Array): boolean =>
  head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf;

/** The line's `record`, where the line is an object that has one. */
function recordKind(line: HeadLine): string | undefined {
  const scanned = scanJson(line.bytes, { python: true });
  if (!scanned.ok || !isJsonObject(scanned.value.value)) return undefined;
  const kind = scanned.value.value.get('record');
  return typeof kind === 'string' ? kind : undefined;
}

/**
 * The writer sorts keys, so a header starts with `generation` and `guarantee`, and an effect with `boundary`, whose
 * arguments can be longer than the head. Such a line has no end here to show its `record`.
 */
function looksLikeCutRecord(head: Uint8Array): boolean {
  const start = new TextDecoder('latin1').decode(head.subarray(0, 200));
  return (
    /^\s*\{"generation": ?[^,]{1,40}, ?"guarantee": ?"/.test(start) ||
    /^\s*\{"boundary": ?\{"class": ?"/.test(start)
  );
}
