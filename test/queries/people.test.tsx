import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { createWorkbench } from '../../src/app/create-workbench.ts';
import type { Question } from '../../src/engine/messages.ts';
import { CaseScopeProvider } from '../../src/queries/case-scope-provider.tsx';
import { createQueryClient } from '../../src/queries/query-client.ts';
import { type PeopleActions, usePeopleActions, useUndo } from '../../src/queries/use-people.ts';
import { useOverview } from '../../src/queries/use-verdicts.ts';
import { type Workbench, WorkbenchContext } from '../../src/queries/workbench.ts';
import { createFakeEngine, type FakeEngine } from '../page/fake-engine.ts';
import { createFakeShelf } from '../page/fake-shelf.ts';
import { SMALL_SUMMARY } from '../page/render-workbench.tsx';

afterEach(cleanup);

interface Probe {
  readonly engine: FakeEngine;
  readonly workbench: Workbench;
  readonly actions: () => PeopleActions;
  readonly undo: () => ReturnType<typeof useUndo>;
}

interface Held {
  actions?: PeopleActions;
  undo?: ReturnType<typeof useUndo>;
}

function Inside({ held }: { readonly held: Held }) {
  held.actions = usePeopleActions();
  held.undo = useUndo();
  return <p>{useOverview().data === undefined ? 'waiting' : 'there'}</p>;
}

/** The hooks of an open case, without any screen. */
async function openProbe(): Promise<Probe> {
  const listing = { summary: SMALL_SUMMARY, storedAt: '2026-11-30T00:00:00Z', state: 'whole' } as const;
  const engine = createFakeEngine();
  const workbench = createWorkbench(
    {
      engine,
      shelf: createFakeShelf([listing]),
      sourceOf: () => {
        throw new Error('nothing is opened here');
      },
      chosenFiles: () => [],
    },
    undefined,
  );
  const held: Held = {};
  render(
    <QueryClientProvider client={createQueryClient()}>
      <WorkbenchContext value={workbench}>
        <CaseScopeProvider listing={listing} waiting={undefined}>
          <Inside held={held} />
        </CaseScopeProvider>
      </WorkbenchContext>
    </QueryClientProvider>,
  );
  await screen.findByText('there');
  const got = <T,>(value: T | undefined): T => {
    if (value === undefined) throw new Error('not rendered');
    return value;
  };
  return { engine, workbench, actions: () => got(held.actions), undo: () => got(held.undo) };
}

const overviews = ({ engine }: Probe): readonly Question[] =>
  engine.asked.filter(({ is }) => is === 'overview');
const pinsOf = (question: Question | undefined) =>
  question?.assumed.pins.map(({ before, after }) => [before, after]);

describe('a pin', () => {
  it('is sent with every question after it, and undo finds the answer that was there before', async () => {
    const probe = await openProbe();
    expect(overviews(probe)).toHaveLength(1);
    await act(() =>
      probe.actions().pin([{ before: 'a', after: 'b', reason: 'the log says so' }], 'pin an order'),
    );
    await waitFor(() => expect(overviews(probe)).toHaveLength(2));
    expect(pinsOf(overviews(probe)[1])).toEqual([['a', 'b']]);
    expect(probe.undo().undoLabel).toBe('pin an order');
    await act(() => probe.undo().undo());
    expect(probe.undo().undoLabel).toBeUndefined();
    expect(probe.undo().redoLabel).toBe('pin an order');
    // nothing was asked: the state before is known
    expect(overviews(probe)).toHaveLength(2);
    await act(() => probe.undo().redo());
    expect(overviews(probe)).toHaveLength(2);
  });

  it('of a whole group is one gesture', async () => {
    const probe = await openProbe();
    const pairs = Array.from({ length: 200 }, (_, i) => ({
      before: `s${i}`,
      after: `s${i + 1}`,
      reason: '',
    }));
    await act(() => probe.actions().pin(pairs, 'order 201 steps'));
    await waitFor(() => expect(overviews(probe)).toHaveLength(2));
    expect(pinsOf(overviews(probe)[1])).toHaveLength(200);
    await act(() => probe.undo().undo());
    expect(probe.undo().undoLabel).toBeUndefined();
  });
});

describe('a note', () => {
  it('changes no verdict, so nothing is asked again', async () => {
    const probe = await openProbe();
    await act(() => probe.actions().saveNote({ on: { is: 'session', session: 's-41' }, text: 'look here' }));
    expect(probe.undo().undoLabel).toBe('write a note');
    expect(overviews(probe)).toHaveLength(1);
  });
});

describe('a key', () => {
  it('makes every question new', async () => {
    const probe = await openProbe();
    act(() => probe.workbench.keys.getState().given('00ff'));
    await waitFor(() => expect(overviews(probe)).toHaveLength(2));
  });
});
