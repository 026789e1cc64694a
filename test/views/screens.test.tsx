import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Screen } from '../../src/state/route.ts';
import { fakeCard, SMALL_CASE } from '../page/fake-engine.ts';
import { type RenderedWorkbench, renderWorkbench } from '../page/render-workbench.tsx';

afterEach(cleanup);

const openCase = async (rendered: RenderedWorkbench, place: Screen): Promise<void> => {
  await act(async () =>
    rendered.workbench.route
      .getState()
      .go({ is: 'case', caseId: 'c1', screen: place, session: undefined, selection: undefined }),
  );
};

describe('start', () => {
  it('lists cases with outcome and size, and tells what an import failed on', async () => {
    const { workbench, engine } = renderWorkbench();
    expect((await screen.findByRole('link', { name: 'limits.yaml incident' })).getAttribute('href')).toBe(
      '#/case/c1/triage?v=1',
    );
    expect(screen.getByText('302 KiB')).toBeTruthy();
    engine.opens = async () => ({
      is: 'nothing-read',
      problems: [
        { code: 'not-evidence', severity: 'error', said: 'It is a shopping list.', file: 'list.txt' },
      ],
    });
    const input = screen.getByTestId('choose-files');
    await act(async () => fireEvent.change(input, { target: { files: [new File(['milk'], 'list.txt')] } }));
    expect(await screen.findByText('It is a shopping list.')).toBeTruthy();
    expect(workbench.route.getState().route).toEqual({ is: 'start' });
  });

  it('shows n of m while it reads, and cancel goes back', async () => {
    const { engine } = renderWorkbench();
    engine.opens = (_, signal) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))),
      );
    await act(async () =>
      fireEvent.change(screen.getByTestId('choose-files'), { target: { files: [new File(['x'], 'a')] } }),
    );
    expect(await screen.findByText(/Reading 3 B of 12 B, 120 records so far/)).toBeTruthy();
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Cancel' })));
    expect(screen.queryByText(/records so far/)).toBeNull();
  });

  it('deletes only when it is told twice', async () => {
    const { shelf } = renderWorkbench();
    fireEvent.click(await screen.findByRole('button', { name: /delete the case limits/ }));
    expect(shelf.listings).toHaveLength(1);
    await act(async () => fireEvent.click(screen.getByText('Delete it')));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'limits.yaml incident' })).toBeNull());
    expect(shelf.listings).toHaveLength(0);
  });
});

describe('a case that cannot be opened', () => {
  it('says that it was evicted, never an empty case', async () => {
    const rendered = renderWorkbench(undefined, (shelf) => {
      shelf.listings = shelf.listings.map((listing) => ({ ...listing, state: 'evicted' }));
    });
    await openCase(rendered, 'triage');
    expect(await screen.findByText('Evidence evicted')).toBeTruthy();
    expect(rendered.engine.asked).toEqual([]);
  });

  it('says that it is open in another tab, and changes nothing', async () => {
    const rendered = renderWorkbench(undefined, (shelf) => {
      shelf.heldElsewhere = true;
    });
    await openCase(rendered, 'findings');
    expect(await screen.findByText('read only')).toBeTruthy();
    expect((screen.getByRole('button', { name: 'New finding' }) as HTMLButtonElement).disabled).toBe(true);
  });
});

describe('triage', () => {
  it('says the outcome in a sentence, its reasons with cures, axes and conditions', async () => {
    const rendered = renderWorkbench({
      ...SMALL_CASE,
      sessions: [
        fakeCard({ outcome: 'hypothesis', sufficiency: 'the replay was sufficient for these outputs' }),
      ],
    });
    await openCase(rendered, 'triage');
    expect(
      await screen.findByText('hypothesis: a simulation of plausibility, not a reconstruction'),
    ).toBeTruthy();
    expect(screen.getByText('the replay was sufficient for these outputs')).toBeTruthy();
    expect(screen.getByText('Give the key of the log.')).toBeTruthy();
    expect(screen.getByText('not salted')).toBeTruthy();
    expect(screen.getByText('1 open question')).toBeTruthy();
  });

  it('shows altered files first of all', async () => {
    const [first, ...others] = SMALL_CASE.inputs;
    if (first === undefined) throw new Error('no input');
    const altered = { code: 'file-altered', severity: 'error', said: 'altered' } as const;
    const rendered = renderWorkbench({
      ...SMALL_CASE,
      inputs: [{ ...first, problems: [altered] }, ...others],
    });
    await openCase(rendered, 'triage');
    const alarm = await screen.findByRole('alert', { name: 'Altered files' });
    expect(within(alarm).getByText('trace.jsonl')).toBeTruthy();
    expect(document.querySelector('main > section')).toBe(alarm);
  });
});

describe('the ledger', () => {
  it('opens the raw place of a problem', async () => {
    const rendered = renderWorkbench();
    await openCase(rendered, 'ledger');
    await act(async () => fireEvent.click(await screen.findByText(/has no end; overlaps/)));
    await waitFor(() => expect(rendered.engine.asked.some(({ is }) => is === 'raw')).toBe(true));
    expect(rendered.workbench.route.getState().route).toMatchObject({
      selection: { is: 'raw', path: 'trace.jsonl', byte: 40 },
    });
    // the override inside the evidence is shown as a token
    expect((await screen.findAllByText('⟨RLO⟩')).length).toBeGreaterThan(0);
    fireEvent.click(screen.getByRole('tab', { name: 'Hex' }));
    expect(screen.getAllByText(/^7b 22 72 65 73 6f 75 72 63 65/).length).toBeGreaterThan(0);
  });

  it('asks by severity, and undo takes the filter back', async () => {
    const rendered = renderWorkbench();
    await openCase(rendered, 'ledger');
    await act(async () => fireEvent.click(await screen.findByRole('button', { name: /^error/ })));
    await waitFor(() =>
      expect(rendered.engine.asked).toContainEqual(
        expect.objectContaining({ is: 'ledger', severity: 'error' }),
      ),
    );
    await act(async () => fireEvent.keyDown(window, { key: 'z', ctrlKey: true }));
    expect(rendered.workbench.view.getState().filters).toEqual({});
  });
});

describe('decisions', () => {
  it('says what is refused and why, and takes a key that it does not keep', async () => {
    const rendered = renderWorkbench();
    await openCase(rendered, 'decisions');
    await act(async () => fireEvent.click(await screen.findByText('AgentLoop/2')));
    expect(await screen.findByText(/altered after it was sealed/)).toBeTruthy();
    const paste = screen.getByLabelText('Paste the key') as HTMLInputElement;
    fireEvent.change(paste, { target: { value: 'open sesame' } });
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Use it' })));
    expect(rendered.engine.keys).toEqual(['1f0e9d8c7b6a5948']);
    expect(paste.value).toBe('');
    expect(document.body.textContent).not.toContain('open sesame');
    expect(await screen.findAllByText('1f0e9d8c7b6a5948')).toBeTruthy();
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Forget' })));
    expect(rendered.engine.keys).toEqual([]);
  });
});

describe('findings', () => {
  it('are written, undone, redone and removed', async () => {
    const rendered = renderWorkbench();
    await openCase(rendered, 'findings');
    fireEvent.click(await screen.findByRole('button', { name: 'New finding' }));
    fireEvent.change(screen.getByLabelText('Title'), { target: { value: 'It wrote five lines' } });
    fireEvent.change(screen.getByLabelText('Severity'), { target: { value: 'high' } });
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Store the finding' })));
    expect((await screen.findAllByText('It wrote five lines')).length).toBe(2);
    const people = () => rendered.shelf.people('c1');
    expect((await people()).findings).toMatchObject([{ title: 'It wrote five lines', severity: 'high' }]);
    await act(async () => fireEvent.keyDown(window, { key: 'z', ctrlKey: true }));
    expect((await people()).findings).toEqual([]);
    await act(async () => fireEvent.keyDown(window, { key: 'z', ctrlKey: true, shiftKey: true }));
    expect((await people()).findings).toHaveLength(1);
    const log = await rendered.shelf.actionLog('c1');
    expect(log.map(({ action }) => action)).toEqual([
      'write a finding',
      'undo: write a finding',
      'redo: write a finding',
    ]);
  });
});

describe('the palette', () => {
  it('offers what is possible here, and the help says the same keys', async () => {
    const rendered = renderWorkbench();
    await openCase(rendered, 'triage');
    await screen.findByText('Axes');
    fireEvent.keyDown(window, { key: 'k', ctrlKey: true });
    const find = await screen.findByRole('combobox', { name: 'Find a command' });
    fireEvent.change(find, { target: { value: 'ledger' } });
    expect(screen.getAllByRole('option').map((option) => option.firstChild?.textContent)).toEqual([
      'Go to Ledger',
    ]);
    await act(async () => {
      fireEvent.keyDown(find, { key: 'Enter' });
      await new Promise((resolve) => setTimeout(resolve));
    });
    expect(rendered.workbench.route.getState().route).toMatchObject({ screen: 'ledger' });
    fireEvent.keyDown(window, { key: '?', shiftKey: true });
    expect(await screen.findByRole('heading', { name: 'Keys and words' })).toBeTruthy();
  });
});
