import { diffSequences } from '../../../lib/sequence-diff.ts';

/** A stretch of text on one side of a changed line. */
export interface WordRun {
  readonly is: 'same' | 'changed';
  readonly text: string;
}

export type LineRow =
  | {
      readonly is: 'same' | 'recorded-only' | 'replayed-only';
      readonly text: string;
      /** 1-based line on its side; undefined where it has none. */
      readonly recordedLine: number | undefined;
      readonly replayedLine: number | undefined;
      /** Of a line that was changed rather than added or taken away: what in it is another. */
      readonly words?: readonly WordRun[];
    }
  /** Unchanged lines that are not shown. */
  | {
      readonly is: 'folded';
      readonly lines: number;
      readonly recordedLine: number;
      readonly replayedLine: number;
    };

export interface LineDifference {
  readonly is: 'lines';
  readonly rows: readonly LineRow[];
  readonly recordedLines: number;
  readonly replayedLines: number;
  /** Lines on one side only. */
  readonly changed: number;
  /** There are more rows than are listed here. */
  readonly cut: boolean;
}

/** Unchanged lines shown around a change. */
const CONTEXT = 3;
export const LISTED = 10_000;
/** Words of longer lines are not compared: such a line is no prose. */
const WORDY = 4_000;

/** Text by lines, and the words of changed lines; recorded left, replayed right, unchanged folded. */
export function deriveLineDifference(recorded: string, replayed: string): LineDifference {
  const left = recorded.split('\n');
  const right = replayed.split('\n');
  const rows: LineRow[] = [];
  let changed = 0;
  let pending: { from: number; to: number; right: number } | undefined;
  const flushSame = (isFirst: boolean, isLast: boolean): void => {
    if (pending === undefined) return;
    const { from, to, right: other } = pending;
    pending = undefined;
    const head = isFirst ? 0 : CONTEXT;
    const tail = isLast ? 0 : CONTEXT;
    const folded = to - from - head - tail;
    const same = (at: number): void => {
      const line = left[at] ?? '';
      rows.push({ is: 'same', text: line, recordedLine: at + 1, replayedLine: other + at - from + 1 });
    };
    if (folded <= 1) {
      for (let at = from; at < to; at++) same(at);
      return;
    }
    for (let at = from; at < from + head; at++) same(at);
    rows.push({
      is: 'folded',
      lines: folded,
      recordedLine: from + head + 1,
      replayedLine: other + head + 1,
    });
    for (let at = to - tail; at < to; at++) same(at);
  };

  const runs = diffSequences(left, right);
  for (const [i, run] of runs.entries()) {
    if (run.is === 'same') {
      pending = { from: run.leftFrom, to: run.leftTo, right: run.rightFrom };
      flushSame(i === 0, i === runs.length - 1);
      continue;
    }
    if (rows.length > LISTED) break;
    const next = runs[i + 1];
    if (run.is === 'left-only') {
      const partners = next?.is === 'right-only' ? right.slice(next.rightFrom, next.rightTo) : [];
      changed += run.leftTo - run.leftFrom;
      pushOneSide(rows, 'recorded-only', left.slice(run.leftFrom, run.leftTo), run.leftFrom, partners);
    } else {
      const before = runs[i - 1];
      const partners = before?.is === 'left-only' ? left.slice(before.leftFrom, before.leftTo) : [];
      changed += run.rightTo - run.rightFrom;
      pushOneSide(rows, 'replayed-only', right.slice(run.rightFrom, run.rightTo), run.rightFrom, partners);
    }
  }
  return {
    is: 'lines',
    rows: rows.slice(0, LISTED),
    recordedLines: left.length,
    replayedLines: right.length,
    changed,
    cut: rows.length > LISTED,
  };
}

/** Blocks of equally many lines are the same lines changed; their words are compared in pairs. */
function pushOneSide(
  rows: LineRow[],
  is: 'recorded-only' | 'replayed-only',
  lines: readonly string[],
  from: number,
  partners: readonly string[],
): void {
  const paired = partners.length === lines.length;
  for (const [i, text] of lines.entries()) {
    if (rows.length > LISTED) return;
    const partner = partners[i];
    const words = paired && partner !== undefined ? wordRuns(text, partner) : undefined;
    rows.push({
      is,
      text,
      recordedLine: is === 'recorded-only' ? from + i + 1 : undefined,
      replayedLine: is === 'replayed-only' ? from + i + 1 : undefined,
      ...(words === undefined ? {} : { words }),
    });
  }
}

/** What of a line its partner has too; undefined when nothing is, or the lines are too long to be read by words. */
export function wordRuns(line: string, partner: string): readonly WordRun[] | undefined {
  if (line.length > WORDY || partner.length > WORDY) return undefined;
  const words = wordsOf(line);
  const runs: WordRun[] = [];
  for (const run of diffSequences(words, wordsOf(partner))) {
    if (run.is === 'right-only') continue;
    const text = words.slice(run.leftFrom, run.leftTo).join('');
    runs.push({ is: run.is === 'same' ? 'same' : 'changed', text });
  }
  return runs.some((run) => run.is === 'same' && run.text.trim() !== '') ? runs : undefined;
}

/** Words, white space, and every other character by itself. */
const wordsOf = (line: string): readonly string[] =>
  line.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? [];
