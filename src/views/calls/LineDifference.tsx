import { type ReactNode, useState } from 'react';
import { formatPlural } from '../../lib/format-size.ts';
import type { DiffLine } from '../../queries/answers.ts';
import { EvidenceText } from '../../ui/EvidenceText.tsx';

interface Props {
  readonly lines: readonly DiffLine[];
  /** The contents, to unfold equal lines from; undefined where one was cut or is not there. */
  readonly recorded: string | undefined;
  readonly replayed: string | undefined;
}

type Row =
  | { readonly is: 'line'; readonly line: DiffLine; readonly key: string }
  | { readonly is: 'fold'; readonly from: number; readonly count: number };

/** A table of some thousand rows holds the page up: the others are shown when they are asked for. */
const SHOWN = 150;

/** Lines recorded and replayed; equal lines far from a difference are folded. */
export function LineDifference({ lines, recorded, replayed }: Props): ReactNode {
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set());
  const [shown, setShown] = useState(SHOWN);
  const whole = recorded === undefined ? undefined : linesOf(recorded);
  const rows = rowsOf(lines, whole, unfolded);
  return (
    <div className="wm-lines">
      <p className="wm-soft">
        {countWords(lines, whole?.length, replayed === undefined ? undefined : linesOf(replayed).length)}
      </p>
      <table className="wm-lines-table">
        <thead className="wm-spoken">
          <tr>
            <th scope="col">line recorded</th>
            <th scope="col">line replayed</th>
            <th scope="col">side</th>
            <th scope="col">text</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map((row) => {
            if (row.is === 'line') return <Line key={row.key} line={row.line} />;
            return (
              <tr key={`fold-${row.from}`} className="wm-lines-fold">
                <td colSpan={4}>
                  {whole === undefined ? (
                    `⋯ ${formatPlural(row.count, 'equal line')}`
                  ) : (
                    <button
                      type="button"
                      className="wm-link"
                      onClick={() => setUnfolded(new Set([...unfolded, row.from]))}
                    >
                      ⋯ {formatPlural(row.count, 'equal line')}
                    </button>
                  )}
                </td>
              </tr>
            );
          })}
          {rows.length <= shown ? undefined : (
            <tr className="wm-lines-fold">
              <td colSpan={4}>
                <button type="button" className="wm-link" onClick={() => setShown(shown + SHOWN)}>
                  ⋯ {formatPlural(rows.length - shown, 'further line')}: show more
                </button>
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}

const SIDES = {
  same: { sign: '', spoken: 'both' },
  'recorded-only': { sign: '−', spoken: 'recorded only' },
  'replayed-only': { sign: '+', spoken: 'replayed only' },
} as const;

function Line({ line }: { readonly line: DiffLine }): ReactNode {
  const side = SIDES[line.is];
  return (
    <tr className={`wm-line wm-line-${line.is}`}>
      <td className="wm-number">{line.recordedLine}</td>
      <td className="wm-number">{line.replayedLine}</td>
      <td>
        <span aria-hidden="true">{side.sign}</span>
        <span className="wm-spoken">{side.spoken}</span>
      </td>
      <td>
        <EvidenceText text={line.text.replace(/\n$/, '')} look="block" />
      </td>
    </tr>
  );
}

/** A text that ends in a line feed has no line after it. */
function linesOf(text: string): readonly string[] {
  const lines = text.split('\n');
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

function countWords(
  lines: readonly DiffLine[],
  recorded: number | undefined,
  replayed: number | undefined,
): string {
  const count = (side: DiffLine['is']): number => lines.filter(({ is }) => is === side).length;
  const [left, right] = [count('recorded-only'), count('replayed-only')];
  if (left + right === 0) return 'Every line is equal.';
  const differs = `${formatPlural(left, 'line')} only recorded, ${formatPlural(right, 'line')} only replayed`;
  return recorded === undefined || replayed === undefined
    ? `${differs}.`
    : `${formatPlural(recorded, 'line')} recorded, ${formatPlural(replayed, 'line')} replayed: ${differs}.`;
}

/** The engine leaves equal lines out; where the numbers jump, a fold stands, or the lines if it was opened. */
function rowsOf(
  lines: readonly DiffLine[],
  whole: readonly string[] | undefined,
  unfolded: ReadonlySet<number>,
): readonly Row[] {
  const rows: Row[] = [];
  let [recorded, replayed] = [1, 1];
  const add = (line: DiffLine): void => {
    rows.push({ is: 'line', line, key: `${line.recordedLine ?? ''}:${line.replayedLine ?? ''}` });
    if (line.recordedLine !== null) recorded = line.recordedLine + 1;
    if (line.replayedLine !== null) replayed = line.replayedLine + 1;
  };
  const fold = (to: number): void => {
    if (to <= recorded) return;
    if (whole === undefined || !unfolded.has(recorded)) {
      rows.push({ is: 'fold', from: recorded, count: to - recorded });
      replayed += to - recorded;
      recorded = to;
      return;
    }
    while (recorded < to) {
      add({ is: 'same', text: whole[recorded - 1] ?? '', recordedLine: recorded, replayedLine: replayed });
    }
  };
  for (const line of lines) {
    // what follows the last line feed is no line
    if (whole !== undefined && line.is === 'same' && (line.recordedLine ?? 0) > whole.length) continue;
    if (line.recordedLine !== null) fold(line.recordedLine);
    else if (line.replayedLine !== null) fold(recorded + line.replayedLine - replayed);
    add(line);
  }
  fold((whole?.length ?? 0) + 1);
  return rows;
}
