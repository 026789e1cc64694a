import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { VirtualGrid } from '../../src/ui/VirtualGrid.tsx';
import { fillJsdom } from '../page/fill-jsdom.ts';

beforeAll(fillJsdom);
afterEach(cleanup);

function Grid({ count, onOpen }: { readonly count: number; readonly onOpen?: (row: number) => void }) {
  const [active, setActive] = useState<number | undefined>(undefined);
  return (
    <VirtualGrid
      label="Rows"
      columns={[{ id: 'name', header: 'Name', width: '1fr' }]}
      count={count}
      rowHeight={20}
      active={active}
      onActive={setActive}
      cell={(row) => `row ${row}`}
      treePlace={(row) => ({ level: (row % 3) + 1, expanded: row % 3 === 0 ? true : undefined })}
      {...(onOpen === undefined ? {} : { onOpen })}
    />
  );
}

describe('a grid of a million rows', () => {
  it('has only what is on screen in the document, and says the true numbers', () => {
    render(<Grid count={1_000_000} />);
    const grid = screen.getByRole('treegrid', { name: 'Rows' });
    expect(grid.getAttribute('aria-rowcount')).toBe('1000001');
    expect(screen.getAllByRole('row').length).toBeLessThan(60);
    expect(screen.getByText('row 0').closest('[role=row]')?.getAttribute('aria-rowindex')).toBe('2');
    expect(screen.getByText('row 1').closest('[role=row]')?.getAttribute('aria-level')).toBe('2');
    // no browser shows an element of 20 million pixels
    const body = grid.querySelector<HTMLElement>('.wm-grid-body');
    expect(Number.parseFloat(body?.style.height ?? '0')).toBeLessThanOrEqual(8_000_000);
  });

  it('is walked by keyboard with one focus', () => {
    const opened: number[] = [];
    render(<Grid count={50} onOpen={(row) => opened.push(row)} />);
    const grid = screen.getByRole('treegrid');
    const activeRow = () =>
      document.getElementById(grid.getAttribute('aria-activedescendant') ?? '')?.textContent;
    fireEvent.keyDown(grid, { key: 'ArrowDown' });
    fireEvent.keyDown(grid, { key: 'ArrowDown' });
    expect(activeRow()).toBe('row 1');
    fireEvent.keyDown(grid, { key: 'Home' });
    fireEvent.keyDown(grid, { key: 'ArrowUp' });
    expect(activeRow()).toBe('row 0');
    fireEvent.keyDown(grid, { key: 'Enter' });
    expect(opened).toEqual([0]);
  });
});
