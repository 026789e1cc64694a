import type { ReactNode } from 'react';
import { formatCount, formatPlural } from '../../lib/format-size.ts';
import { NONE } from '../../model/span-table.ts';
import { useGo } from '../../queries/use-route.ts';
import { useSession } from '../../queries/use-verdicts.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { EvidenceText } from '../../ui/EvidenceText.tsx';
import { AssumeParent } from './AssumeParent.tsx';
import { type GraphModel, nodeOfRow } from './graph-model.ts';

interface Props {
  readonly session: string;
  readonly model: GraphModel;
}

/** What another tool would draw without saying so, beside what the evidence says. The drawing shows the same in violet. */
export function NaivePanel({ session, model }: Props): ReactNode {
  const { data, error } = useSession(session);
  const go = useGo();
  const select = (row: number): void => {
    const step = model.graph.step[nodeOfRow(model, row)] ?? NONE;
    go({ selection: step === NONE ? { is: 'span', row } : { is: 'step', step } });
  };
  const groups = model.openGroups.length;
  return (
    <section className="wm-naive" aria-label="What a naive tool would do">
      <h2>What a naive tool would do</h2>
      <p className="wm-soft">
        Drawn over the graph in violet. Nothing here is evidence: it is where other tools quietly decide.
      </p>
      {error === null ? undefined : <p>{error.message}</p>}
      {groups === 0 ? undefined : (
        <section>
          <h3>Sort by timestamp</h3>
          <p>
            It would put {formatPlural(groups, 'unordered group')} into the order of their starts (the numbers
            in the graph). The truth: no witness saw that order, so it is open until it is pinned, as an
            assumption.
          </p>
        </section>
      )}
      {data === undefined || data.orphans.length === 0 ? undefined : (
        <section>
          <h3>Hang {formatPlural(data.card.orphanCount, 'orphan')} from the root</h3>
          <p>The truth: the parent is named and is not in the data. It is drawn as a dashed ghost.</p>
          <ul className="wm-naive-orphans">
            {data.orphans.map((orphan) => (
              <li key={orphan.row}>
                <button type="button" className="wm-link" onClick={() => select(orphan.row)}>
                  <EvidenceText text={orphan.name} look="name" />
                </button>
                <p className="wm-soft">
                  <EvidenceText text={orphan.said} look="wrap" />
                </p>
                <AssumeParent session={session} span={orphan.spanId} />
              </li>
            ))}
          </ul>
          {data.card.orphanCount > data.orphans.length ? (
            <p className="wm-soft">and {formatCount(data.card.orphanCount - data.orphans.length)} more</p>
          ) : undefined}
        </section>
      )}
      {data === undefined || data.remarks.length === 0 ? undefined : (
        <section>
          <h3>Where two engines would differ</h3>
          <ul>
            {data.remarks.map((remark) => (
              <li key={remark.said}>
                <EvidenceText text={remark.said} look="wrap" />
              </li>
            ))}
          </ul>
        </section>
      )}
      {groups === 0 && data?.orphans.length === 0 && data.remarks.length === 0 ? (
        <EmptyState title="The same as here" glyph="check">
          No step is unordered and no parent is missing: a naive tool has nothing to invent.
        </EmptyState>
      ) : undefined}
    </section>
  );
}
