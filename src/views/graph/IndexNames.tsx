import { type ReactNode, useMemo, useState } from 'react';
import { formatPlural } from '../../lib/format-size.ts';
import type { IndexName } from '../../model/order.ts';
import type { IndexNamesView } from '../../queries/answers.ts';
import { useCaseScope } from '../../queries/case-scope.ts';
import { usePeopleActions } from '../../queries/use-people.ts';
import { useAssumedEffect, useIndexNames } from '../../queries/use-verdicts.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useSay } from '../../ui/Toaster.tsx';
import { EffectPreview } from './EffectPreview.tsx';
import { IndexNameTable } from './IndexNameTable.tsx';
import { addedName, changedTable, type NameRow, rowsOf } from './index-name-rows.ts';

interface Props {
  readonly onClose: () => void;
}

/** The table of index names: which keys of the evidence number turns and calls, and in which scope. */
export function IndexNames({ onClose }: Props): ReactNode {
  const { data, error } = useIndexNames();
  return data === undefined ? (
    <Dialog title="Index names" onClose={onClose} width="wide">
      <p className="wm-soft">{error === null ? 'Reading which keys the evidence has…' : error.message}</p>
    </Dialog>
  ) : (
    <Editor view={data} onClose={onClose} />
  );
}

function Editor({ view, onClose }: Props & { readonly view: IndexNamesView }): ReactNode {
  const { readOnly, people } = useCaseScope();
  const { setNames } = usePeopleActions();
  const say = useSay();
  const [table, setTable] = useState(view.table);
  const [key, setKey] = useState('');
  const rows = useMemo(() => rowsOf(table, view.seen), [table, view.seen]);
  const isChanged = !isSameTable(table, view.table);
  const isBuiltIn = isSameTable(table, view.builtIn);
  const effect = useAssumedEffect(
    isChanged ? { ...(isBuiltIn ? {} : { names: table }), assumedParents: people.assumedParents } : undefined,
  );
  const change = (row: NameRow, name: IndexName): void => setTable((now) => changedTable(now, row, name));
  const add = (): void => {
    const wanted = key.trim();
    if (wanted === '') return;
    setTable((now) => addedName(now, wanted));
    setKey('');
  };
  const keep = (): void =>
    void setNames(isBuiltIn ? undefined : table).then(
      () => {
        say(isBuiltIn ? 'The built-in table is in force again.' : 'The edited table is in force.', 'note');
        onClose();
      },
      (failed: unknown) => say(failed instanceof Error ? failed.message : String(failed), 'bad'),
    );
  return (
    <Dialog
      title="Index names"
      onClose={onClose}
      width="wide"
      foot={
        <>
          <Button look="quiet" disabled={isBuiltIn} onClick={() => setTable(view.builtIn)}>
            Built-in table
          </Button>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" disabled={readOnly || !isChanged} onClick={keep}>
            Use this table
          </Button>
        </>
      }
    >
      <p>
        No standard names the index of a turn or of a call; frameworks use keys of their own, and some
        counters say something else than they seem to. This table says what each key means. It is kept with
        the case and exported with the findings.
      </p>
      <IndexNameTable
        caption={`In this evidence: ${formatPlural(view.seen.length, 'key')}`}
        rows={rows.filter(({ seen }) => seen !== undefined)}
        readOnly={readOnly}
        onChange={change}
      />
      <form
        className="wm-index-add"
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <label>
          <span>Another key</span> <input value={key} onChange={(event) => setKey(event.target.value)} />
        </label>
        <Button onClick={add} disabled={readOnly || key.trim() === ''}>
          Add it
        </Button>
      </form>
      <details>
        <summary>Known, and not in this evidence</summary>
        <IndexNameTable
          caption="Names of the table that no span carries"
          rows={rows.filter(({ seen }) => seen === undefined)}
          readOnly={readOnly}
          onChange={change}
        />
      </details>
      <section className="wm-index-effect" aria-label="What it would do" aria-live="polite">
        <h3>What it would do</h3>
        {isChanged ? (
          <EffectPreview effect={effect.isPlaceholderData ? undefined : effect.data} />
        ) : (
          <p className="wm-soft">Nothing is changed yet.</p>
        )}
      </section>
    </Dialog>
  );
}

const isSameTable = (a: readonly IndexName[], b: readonly IndexName[]): boolean =>
  JSON.stringify(a) === JSON.stringify(b);
