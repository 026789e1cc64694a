import { type ReactNode, useState } from 'react';
import { formatCount, formatPlural, formatSize } from '../../lib/format-size.ts';
import type { Outcome } from '../../model/verdict.ts';
import type { CaseListing } from '../../queries/answers.ts';
import { useCases, useDeleteCase, usePersisted } from '../../queries/use-cases.ts';
import { OUTCOME_LOOK } from '../../queries/words.ts';
import { useWorkbench } from '../../queries/workbench.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { EvidenceText } from '../../ui/EvidenceText.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { useSay } from '../../ui/Toaster.tsx';

/** The stored cases, the newest first. */
export function CaseList(): ReactNode {
  const { data: cases, error } = useCases();
  const [leaving, setLeaving] = useState<CaseListing | undefined>(undefined);
  return (
    <section className="wm-cases" aria-labelledby="wm-cases-title">
      <div className="wm-cases-head">
        <h2 id="wm-cases-title">Cases</h2>
        <Kept />
      </div>
      {error === null ? undefined : <p role="alert">The stored cases cannot be read: {error.message}</p>}
      {cases?.length === 0 ? (
        <EmptyState title="No case yet">
          A bundle that you drop becomes a case. It is kept in this browser, so that you can come back to it
          when the files are gone.
        </EmptyState>
      ) : undefined}
      {cases === undefined || cases.length === 0 ? undefined : (
        <table className="wm-table">
          <thead>
            <tr>
              <th scope="col">Case</th>
              <th scope="col">Outcome</th>
              <th scope="col" className="wm-number">
                Files
              </th>
              <th scope="col" className="wm-number">
                Size
              </th>
              <th scope="col" className="wm-number">
                Spans
              </th>
              <th scope="col" className="wm-number">
                Calls
              </th>
              <th scope="col" className="wm-number">
                Problems
              </th>
              <th scope="col">Stored</th>
              <th scope="col">
                <span className="wm-spoken">Delete</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {cases.map((listing) => (
              <CaseRow key={listing.summary.id} listing={listing} onDelete={() => setLeaving(listing)} />
            ))}
          </tbody>
        </table>
      )}
      {leaving === undefined ? undefined : (
        <DeleteDialog listing={leaving} onClose={() => setLeaving(undefined)} />
      )}
    </section>
  );
}

function CaseRow({
  listing,
  onDelete,
}: {
  readonly listing: CaseListing;
  readonly onDelete: () => void;
}): ReactNode {
  const { hrefOf } = useWorkbench();
  const { summary, state, storedAt } = listing;
  const href = hrefOf({
    is: 'case',
    caseId: summary.id,
    screen: 'triage',
    session: undefined,
    selection: undefined,
  });
  return (
    <tr>
      <th scope="row">
        <a href={href}>
          <EvidenceText text={summary.title} look="name" />
        </a>
      </th>
      <td>
        {state === 'evicted' ? (
          <Chip tone="bad" glyph="broken" hint="The browser has removed evidence of this case.">
            evidence evicted
          </Chip>
        ) : (
          <Outcomes outcomes={summary.outcomes} />
        )}
      </td>
      <td className="wm-number">{formatCount(summary.files)}</td>
      <td className="wm-number">{formatSize(summary.bytes)}</td>
      <td className="wm-number">{formatCount(summary.spans)}</td>
      <td className="wm-number">{formatCount(summary.calls)}</td>
      <td className="wm-number">{formatCount(summary.problems)}</td>
      <td className="wm-soft wm-cut">{storedAt.slice(0, 16).replace('T', ' ')}</td>
      <td>
        <IconButton label={`delete the case ${summary.title}`} glyph="trash" onClick={onDelete} />
      </td>
    </tr>
  );
}

const WORST_FIRST: readonly Outcome[] = ['refused', 'divergent', 'hypothesis', 'admissible'];

function Outcomes({ outcomes }: { readonly outcomes: CaseListing['summary']['outcomes'] }): ReactNode {
  const sessions = WORST_FIRST.reduce((sum, outcome) => sum + (outcomes[outcome] ?? 0), 0);
  if (sessions === 0) return <span className="wm-soft">no session</span>;
  return (
    <span className="wm-cases-outcomes">
      {WORST_FIRST.map((outcome) => {
        const count = outcomes[outcome] ?? 0;
        const look = OUTCOME_LOOK[outcome];
        return count === 0 ? undefined : (
          <Chip key={outcome} tone={look.tone} glyph={look.glyph} hint={look.said}>
            {sessions === 1 ? look.word : `${formatCount(count)} ${look.word}`}
          </Chip>
        );
      })}
    </span>
  );
}

function DeleteDialog({
  listing,
  onClose,
}: {
  readonly listing: CaseListing;
  readonly onClose: () => void;
}): ReactNode {
  const remove = useDeleteCase();
  const say = useSay();
  const { summary } = listing;
  const perform = (): void =>
    remove.mutate(summary.id, {
      onSuccess: () => say('The case is deleted.'),
      onError: (error) => say(`The case could not be deleted: ${error.message}`, 'bad'),
      onSettled: onClose,
    });
  return (
    <Dialog
      title="Delete this case?"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button look="danger" glyph="trash" onClick={perform} disabled={remove.isPending}>
            Delete it
          </Button>
        </>
      }
    >
      <p>
        <strong>
          <EvidenceText text={summary.title} look="name" />
        </strong>{' '}
        with {formatPlural(summary.files, 'file')} ({formatSize(summary.bytes)}) and everything that was made
        of it: pins, notes, findings and the action log. This cannot be undone.
      </p>
    </Dialog>
  );
}

/** What the browser promised about keeping the cases. */
function Kept(): ReactNode {
  const persisted = usePersisted();
  if (persisted === undefined) return undefined;
  if (persisted === 'granted') return <span className="wm-soft">The browser has promised to keep them.</span>;
  return (
    <Chip
      tone="warn"
      glyph="warning"
      look="outline"
      hint="The browser was asked to keep the cases and did not promise it. When the disk is full it may remove them. Keep the original files."
    >
      the browser may evict them: keep the original files
    </Chip>
  );
}
