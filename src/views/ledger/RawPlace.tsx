import { type ReactNode, useState } from 'react';
import { formatCount } from '../../lib/format-size.ts';
import type { InputSummary } from '../../queries/answers.ts';
import { useLedgerRows } from '../../queries/use-rows.ts';
import { useRaw } from '../../queries/use-verdicts.ts';
import { SEVERITY_LOOK } from '../../queries/words.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { EvidenceText } from '../../ui/EvidenceText.tsx';
import { Glyph } from '../../ui/Glyph.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { HexTable } from './HexTable.tsx';
import { intoSight } from './into-sight.ts';
import { ReadAs } from './ReadAs.tsx';

interface Props {
  /** Position in `inputs`. */
  readonly file: number;
  readonly input: InputSummary;
  readonly byte: number;
  readonly onClose: () => void;
}

/** One page of raw bytes. A multiple of the 16 bytes of a hex line. */
const PAGE_BYTES = 4096;

/** The raw file around a place: as text and as hex, page by page. */
export function RawPlace({ file, input, byte, onClose }: Props): ReactNode {
  // places count in what was read, which is longer than the file where that was packed or UTF-16
  const size = input.decodedBytes ?? input.bytes;
  // what is cut is told at the end, behind the last byte
  const place = Math.max(0, Math.min(byte, size - 1));
  const [page, setPage] = useState(Math.floor(place / PAGE_BYTES));
  const [look, setLook] = useState<'text' | 'hex'>('text');
  const offset = page * PAGE_BYTES;
  const { data: bytes, error } = useRaw(file, offset, PAGE_BYTES);
  const pages = Math.max(1, Math.ceil(size / PAGE_BYTES));
  const marked = place >= offset && place < offset + PAGE_BYTES ? place - offset : undefined;
  return (
    <section className="wm-raw" aria-label="Raw file">
      <header className="wm-raw-head">
        <h2>
          <EvidenceText text={input.path} look="name" />
        </h2>
        <span className="wm-soft wm-raw-range">
          bytes {formatCount(offset)}–{formatCount(Math.min(offset + PAGE_BYTES, size))} of{' '}
          {formatCount(size)}
        </span>
        <IconButton label="first page" glyph="up" disabled={page === 0} onClick={() => setPage(0)} />
        <IconButton
          label="page before"
          glyph="left"
          disabled={page === 0}
          onClick={() => setPage(page - 1)}
        />
        <IconButton
          label="next page"
          glyph="right"
          disabled={page + 1 >= pages}
          onClick={() => setPage(page + 1)}
        />
        <IconButton label="close the raw file" glyph="cross" onClick={onClose} />
      </header>
      <ReadAs input={input} />
      <Said input={input} byte={byte} />
      <div className="wm-raw-body">
        <Tabs
          label="How the bytes are shown"
          tabs={[
            { id: 'text', label: 'Text' },
            { id: 'hex', label: 'Hex' },
          ]}
          chosen={look}
          onChoose={setLook}
        >
          {error === null ? undefined : (
            <EmptyState title="The bytes cannot be read" glyph="error">
              {error.message}
            </EmptyState>
          )}
          {bytes === undefined ? undefined : look === 'hex' ? (
            <HexTable bytes={bytes} offset={offset} marked={marked} />
          ) : (
            <TextPage bytes={bytes} marked={marked} />
          )}
        </Tabs>
      </div>
    </section>
  );
}

/** The problems of this place, in full. */
function Said({ input, byte }: { readonly input: InputSummary; readonly byte: number }): ReactNode {
  const { total, row } = useLedgerRows({ file: input.path, byte }, 0, SHOWN_PROBLEMS);
  const here = Array.from({ length: Math.min(total, SHOWN_PROBLEMS) }, (_, i) => row(i)).filter(
    (problem) => problem !== undefined,
  );
  if (here.length === 0) return undefined;
  return (
    <ul className="wm-raw-said">
      {here.map((problem, i) => {
        const look = SEVERITY_LOOK[problem.severity];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list in which sentences may repeat
          <li key={i} className={`wm-tone-${look.tone}`}>
            <Glyph name={look.glyph} />
            <span>
              <EvidenceText text={problem.said} look="wrap" />{' '}
              {problem.hint === undefined ? undefined : (
                <span className="wm-soft">
                  <EvidenceText text={problem.hint} look="wrap" />
                </span>
              )}{' '}
              <code className="wm-soft">{problem.code}</code>
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** Of one place; a file that is wrong in every line has them all at different places. */
const SHOWN_PROBLEMS = 20;

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Text of one page; the line of the marked byte is lit. A page may start and end inside a character. */
function TextPage({
  bytes,
  marked,
}: {
  readonly bytes: Uint8Array;
  readonly marked: number | undefined;
}): ReactNode {
  const from = marked === undefined ? undefined : bytes.lastIndexOf(0x0a, marked - 1) + 1;
  const next = marked === undefined ? -1 : bytes.indexOf(0x0a, marked);
  const to = next < 0 ? bytes.length : next;
  const text = (start: number, end: number): string => decoder.decode(bytes.subarray(start, end));
  if (bytes.length === 0) return <EmptyState title="There is no byte here" />;
  if (from === undefined || marked === undefined) {
    return (
      <div className="wm-raw-text">
        <EvidenceText text={text(0, bytes.length)} look="block" />
      </div>
    );
  }
  return (
    <div className="wm-raw-text">
      <EvidenceText text={text(0, Math.max(0, from - 1))} look="block" />
      <div className="wm-raw-marked" ref={intoSight}>
        <span className="wm-spoken">the place: </span>
        <EvidenceText text={text(from, to)} look="block" />
      </div>
      <EvidenceText text={text(Math.min(bytes.length, to + 1), bytes.length)} look="block" />
    </div>
  );
}
