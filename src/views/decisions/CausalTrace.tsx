import type { ReactNode } from 'react';
import { formatPlural } from '../../lib/format-size.ts';
import type { CausalTraceView, HopRow } from '../../queries/answers.ts';
import { useHref } from '../../queries/use-route.ts';
import { Chip } from '../../ui/Chip.tsx';
import { EvidenceText } from '../../ui/EvidenceText.tsx';
import { type GridColumn, VirtualGrid } from '../../ui/VirtualGrid.tsx';

const COLUMNS: readonly GridColumn[] = [
  { id: 'crossing', header: 'Hop', width: 'minmax(130px, 1fr)' },
  { id: 'model', header: 'Model (told by the host)', width: 'minmax(130px, 1fr)' },
  { id: 'latency', header: 'Latency (measured)', width: '120px', align: 'end' },
  { id: 'attempts', header: 'Attempts', width: '80px', align: 'end' },
  { id: 'produced', header: 'Its answer was read by', width: 'minmax(140px, 1.2fr)' },
  { id: 'decision', header: 'In the log', width: '110px' },
];

const ROW = 26;
const SHOWN_ROWS = 10;

/** revl's causal trace: each time a model was asked, what is told of it, what is proven of it, and its place in the log. */
export function CausalTrace({ trace }: { readonly trace: CausalTraceView }): ReactNode {
  return (
    <section className="wm-log" aria-label={`Causal trace ${trace.input}`}>
      <header className="wm-log-head">
        <h2>
          <EvidenceText text={trace.input} look="name" />
        </h2>
        <span className="wm-soft">
          causal trace, {formatPlural(trace.events, 'event')}, {formatPlural(trace.hops.length, 'model hop')}
        </span>
      </header>
      {trace.refused === undefined ? undefined : (
        <p>
          <EvidenceText text={trace.refused} look="wrap" />
        </p>
      )}
      {trace.hops.length === 0 ? undefined : (
        <div
          className="wm-log-list"
          style={{ height: (Math.min(trace.hops.length, SHOWN_ROWS) + 1) * ROW + 6 }}
        >
          <VirtualGrid
            label={`Model hops of ${trace.input}`}
            columns={COLUMNS}
            count={trace.hops.length}
            rowHeight={ROW}
            active={undefined}
            onActive={() => undefined}
            cell={(row, column) => {
              const hop = trace.hops[row];
              return hop === undefined ? undefined : <Cell hop={hop} column={column} />;
            }}
          />
        </div>
      )}
      <p className="wm-log-limits">
        An edge from an answer to what read it stands here only where the compiler proved it; an edge that is
        not here may exist. Tokens, cost and model are what the host said.
      </p>
    </section>
  );
}

function Cell({ hop, column }: { readonly hop: HopRow; readonly column: string }): ReactNode {
  const href = useHref();
  switch (column) {
    case 'crossing':
      return (
        <span
          title={hop.activation === undefined ? 'no activation is named' : `activation ${hop.activation}`}
        >
          <EvidenceText text={`${hop.seq} ${hop.crossing}`} />
        </span>
      );
    case 'model':
      return (
        <span title={`${hop.tokens}; prompt: ${hop.prompt ?? 'no digest, since a secret might stand in it'}`}>
          <EvidenceText text={hop.model} />
        </span>
      );
    case 'latency':
      return hop.latency;
    case 'attempts':
      return hop.defect === undefined ? (
        hop.attempts
      ) : (
        <Chip tone="bad" glyph="error" hint={hop.defect}>
          {hop.attempts}
        </Chip>
      );
    case 'produced':
      return hop.produced.length === 0 ? (
        <span className="wm-soft">nothing proven</span>
      ) : (
        <EvidenceText text={hop.produced.join(', ')} />
      );
    default:
      return hop.decision === undefined ? (
        <span className="wm-soft">not joined</span>
      ) : (
        <a href={href({ screen: 'decisions', selection: { is: 'decision', ...hop.decision } })}>
          its decision
        </a>
      );
  }
}
