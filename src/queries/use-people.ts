import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useStore } from 'zustand';
import type { AssumedParent, IndexName, Pin } from '../model/order.ts';
import type { Claim, Comparison, Finding, Note, PeopleChange } from '../model/people.ts';
import type { Change, Gesture } from '../state/history.ts';
import { inverse } from '../state/history.ts';
import type { Filters } from '../state/view.ts';
import { useCaseScope } from './case-scope.ts';
import { useWorkbench } from './workbench.ts';

/** Everything people can do to a case. Each is one undo and one line of the action log. Rejects when the case is read-only. */
export interface PeopleActions {
  /** Several pins are one gesture; id, author and time are filled in. */
  pin(pairs: readonly Omit<Pin, 'id' | 'author' | 'at'>[], label: string): Promise<void>;
  unpin(pins: readonly Pin[], label?: string): Promise<void>;
  assumeParent(assumed: Omit<AssumedParent, 'id' | 'author' | 'at'>): Promise<void>;
  dropAssumedParent(assumed: AssumedParent): Promise<void>;
  /** Undefined: the built-in table again. */
  setNames(names: readonly IndexName[] | undefined): Promise<void>;
  setExpectSealed(expectSealed: boolean): Promise<void>;
  /** Reads a file as another format; undefined: as it was recognised. */
  setFormat(path: string, format: string | undefined): Promise<void>;
  /** Says that one session is the replay of another. */
  compare(sessions: Pick<Comparison, 'recorded' | 'replayed'>): Promise<void>;
  dropComparison(comparison: Comparison): Promise<void>;
  saveNote(note: Pick<Note, 'on' | 'text'> & { readonly id?: string }): Promise<void>;
  removeNote(note: Note): Promise<void>;
  saveFinding(finding: Omit<Finding, 'id' | 'author' | 'at'> & { readonly id?: string }): Promise<string>;
  removeFinding(finding: Finding): Promise<void>;
  saveClaim(claim: Omit<Claim, 'id' | 'author' | 'at'> & { readonly id?: string }): Promise<string>;
  removeClaim(claim: Claim): Promise<void>;
  setFilters(filters: Filters): void;
  /** A line in the action log that changes nothing: an export, a key given. */
  note(label: string, detail: Readonly<Record<string, string | number | boolean>>): Promise<void>;
}

/** What people made of the open case, live. */
export const usePeople = () => useCaseScope().people;

export function usePeopleActions(): PeopleActions {
  const { people, caseId, readOnly } = useCaseScope();
  const { preferences, history, view } = useWorkbench();
  const write = useWrite(caseId, readOnly);
  return useMemo(() => {
    const stamp = () => ({
      id: crypto.randomUUID(),
      author: preferences.getState().examiner,
      at: new Date().toISOString(),
    });
    const act = async (label: string, changes: readonly PeopleChange[]): Promise<void> => {
      await write(label, changes);
      history.getState().did({ label, changes });
    };
    const save = async <T extends Note | Finding | Claim>(
      is: 'note' | 'finding' | 'claim',
      items: readonly T[],
      item: Omit<T, 'id' | 'author' | 'at'> & { readonly id?: string },
    ): Promise<string> => {
      const before = items.find((known) => known.id === item.id);
      const fresh = stamp();
      const after = { ...item, ...fresh, id: item.id ?? fresh.id };
      const label = `${before === undefined ? 'write' : 'change'} a ${is}`;
      await act(label, [{ is, id: after.id, before, after } as unknown as PeopleChange]);
      return after.id;
    };
    return {
      pin: (pairs, label) =>
        act(
          label,
          pairs.map((pair): PeopleChange => {
            const after: Pin = { ...stamp(), ...pair };
            return { is: 'pin', id: after.id, before: undefined, after };
          }),
        ),
      unpin: (pins, label = 'take back a pin') =>
        act(
          label,
          pins.map((pin) => ({ is: 'pin', id: pin.id, before: pin, after: undefined })),
        ),
      assumeParent: (assumed) => {
        const after: AssumedParent = { ...stamp(), ...assumed };
        return act('assume a parent', [{ is: 'assumed-parent', id: after.id, before: undefined, after }]);
      },
      dropAssumedParent: (assumed) =>
        act('drop an assumed parent', [
          { is: 'assumed-parent', id: assumed.id, before: assumed, after: undefined },
        ]),
      setNames: (names) =>
        act('edit the table of index names', [{ is: 'names', id: '', before: people.names, after: names }]),
      setExpectSealed: (expectSealed) =>
        act(expectSealed ? 'expect seals' : 'expect no seals', [
          {
            is: 'expect-sealed',
            id: '',
            before: people.expectSealed ? true : undefined,
            after: expectSealed ? true : undefined,
          },
        ]),
      setFormat: (path, format) =>
        act(format === undefined ? 'read a file as it was recognised' : 'read a file as another format', [
          { is: 'format', id: path, before: people.formats?.[path], after: format },
        ]),
      compare: (sessions) => {
        const after: Comparison = { ...stamp(), ...sessions };
        return act('compare two sessions', [{ is: 'comparison', id: after.id, before: undefined, after }]);
      },
      dropComparison: (comparison) =>
        act('drop a comparison', [
          { is: 'comparison', id: comparison.id, before: comparison, after: undefined },
        ]),
      saveNote: async (note) => {
        await save('note', people.notes, note);
      },
      removeNote: (note) =>
        act('remove a note', [{ is: 'note', id: note.id, before: note, after: undefined }]),
      saveFinding: (finding) => save('finding', people.findings, finding),
      removeFinding: (finding) =>
        act('remove a finding', [{ is: 'finding', id: finding.id, before: finding, after: undefined }]),
      saveClaim: (claim) => save('claim', people.claims, claim),
      removeClaim: (claim) =>
        act('remove a claim', [{ is: 'claim', id: claim.id, before: claim, after: undefined }]),
      setFilters: (filters) => {
        const before = view.getState().filters;
        view.getState().setFilters(filters);
        history
          .getState()
          .did({ label: 'change a filter', changes: [{ is: 'filters', id: '', before, after: filters }] });
      },
      note: async (label, detail) => {
        if (!readOnly) await write(label, [], detail);
      },
    };
  }, [people, readOnly, preferences, history, view, write]);
}

/** Undo and redo of the last gesture; the labels are undefined when there is nothing to take back. */
export function useUndo(): {
  readonly undoLabel: string | undefined;
  readonly redoLabel: string | undefined;
  undo(): Promise<void>;
  redo(): Promise<void>;
} {
  const { caseId, readOnly } = useCaseScope();
  const { history, view } = useWorkbench();
  const write = useWrite(caseId, readOnly);
  const undos = useStore(history, (state) => state.undos);
  const redos = useStore(history, (state) => state.redos);
  const perform = async (gesture: Gesture, changes: readonly Change[], how: string): Promise<void> => {
    const stored = changes.filter((change): change is PeopleChange => change.is !== 'filters');
    if (stored.length > 0) await write(`${how}: ${gesture.label}`, stored);
    for (const change of changes) {
      if (change.is === 'filters') view.getState().setFilters(change.after ?? {});
    }
  };
  return {
    undoLabel: undos.at(-1)?.label,
    redoLabel: redos.at(-1)?.label,
    undo: async () => {
      const gesture = history.getState().undos.at(-1);
      if (gesture === undefined) return;
      await perform(gesture, inverse(gesture), 'undo');
      history.getState().undid();
    },
    redo: async () => {
      const gesture = history.getState().redos.at(-1);
      if (gesture === undefined) return;
      await perform(gesture, gesture.changes, 'redo');
      history.getState().redid();
    },
  };
}

/** Writes to the case and puts the new state into the cache, so that every question is asked anew with it. */
function useWrite(caseId: string, readOnly: boolean) {
  const { shelf, preferences, pending } = useWorkbench();
  const client = useQueryClient();
  return useCallback(
    async (
      label: string,
      changes: readonly PeopleChange[],
      detail?: Readonly<Record<string, string | number | boolean>>,
    ): Promise<void> => {
      if (readOnly) throw new Error('This case is open in another tab; here it can only be read.');
      const author = preferences.getState().examiner;
      const work = shelf.apply(caseId, {
        author,
        label,
        changes,
        ...(detail === undefined ? {} : { detail }),
      });
      const people = await pending.getState().track(work);
      client.setQueryData(['people', caseId], people);
      await client.invalidateQueries({ queryKey: ['action-log', caseId] });
    },
    [caseId, readOnly, shelf, preferences, pending, client],
  );
}
