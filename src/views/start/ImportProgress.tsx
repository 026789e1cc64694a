import { type ReactNode, useEffect, useRef } from 'react';
import { formatPlural, formatSize } from '../../lib/format-size.ts';
import { useImport } from '../../queries/use-import.ts';
import type { Importing, ImportSketch } from '../../state/importing.ts';
import { Button } from '../../ui/Button.tsx';
import { EvidenceText } from '../../ui/EvidenceText.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { useThemeColors } from '../../ui/theme-color.ts';

type Reading = Extract<Importing, { is: 'reading' }>;

/** "Reading n of m", with a first picture of what was read so far, and a way to stop it. */
export function ImportProgress({ now }: { readonly now: Reading }): ReactNode {
  const { cancel } = useImport();
  const words = WORDS.get(now.phase) ?? now.phase;
  return (
    <section className="wm-import" aria-labelledby="wm-import-title">
      <div className="wm-import-head">
        <h2 id="wm-import-title">
          Reading <EvidenceText text={now.title} look="name" />
        </h2>
        <Button onClick={cancel}>Cancel</Button>
      </div>
      <ProgressBar label={words} done={now.done} total={now.total} />
      <p className="wm-import-words" role="status">
        {words}
        {amount(now)}
        {now.records > 0 ? `, ${formatPlural(now.records, 'record')} so far` : ''}
      </p>
      {now.sketch === undefined ? undefined : <Sketch sketch={now.sketch} />}
    </section>
  );
}

const WORDS = new Map([
  ['starting', 'Starting'],
  ['unpacking', 'Unpacking'],
  ['reading', 'Reading'],
  ['hashing', 'Hashing'],
  ['ordering', 'Deriving the order'],
  ['comparing', 'Comparing recorded and replayed calls'],
  ['checking-seals', 'Checking seals'],
  ['storing', 'Storing the case'],
]);

function amount({ phase, done, total }: Reading): string {
  if (total === 0) return '';
  const inBytes = phase === 'reading' || phase === 'hashing' || phase === 'unpacking';
  return inBytes ? ` ${formatSize(done)} of ${formatSize(total)}` : ` ${done} of ${total}`;
}

const KINDS = [
  'kind-span',
  'kind-turn',
  'kind-model',
  'kind-tool',
  'kind-agent',
  'kind-dispatch',
  'kind-ghost',
] as const;
const HEIGHT = 96;

/** Bars of the first spans, by time. A sketch: the order on it is the clock's, and so no statement. */
function Sketch({ sketch }: { readonly sketch: ImportSketch }): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const colors = useThemeColors(KINDS);
  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (element === null || context === null || context === undefined) return;
    const scale = devicePixelRatio;
    const width = element.clientWidth;
    element.width = width * scale;
    element.height = HEIGHT * scale;
    context.scale(scale, scale);
    drawSketch(context, sketch, width, (kind) => colors[KINDS[kind] ?? 'kind-span']);
  }, [sketch, colors]);
  return (
    <figure className="wm-import-sketch">
      <canvas ref={canvas} style={{ height: HEIGHT }} />
      <figcaption>First spans by their clocks. The clock is not the order.</figcaption>
    </figure>
  );
}

function drawSketch(
  context: CanvasRenderingContext2D,
  sketch: ImportSketch,
  width: number,
  color: (kind: number) => string,
): void {
  let last = 1;
  for (const end of sketch.end) if (end > last) last = end;
  const lane = Math.min(10, HEIGHT / Math.max(1, sketch.laneCount));
  for (let i = 0; i < sketch.start.length; i++) {
    const from = ((sketch.start[i] ?? 0) / last) * width;
    const to = ((sketch.end[i] ?? 0) / last) * width;
    context.fillStyle = color(sketch.kind[i] ?? 0);
    context.fillRect(from, (sketch.lane[i] ?? 0) * lane, Math.max(1, to - from), Math.max(1, lane - 1));
  }
}
