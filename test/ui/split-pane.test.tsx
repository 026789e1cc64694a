import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { SplitPane } from '../../src/ui/SplitPane.tsx';

afterEach(cleanup);

function Panes() {
  const [share, setShare] = useState(40);
  return (
    <SplitPane
      label="width"
      direction="row"
      share={share}
      onShare={setShare}
      first={<p>a</p>}
      second={<p>b</p>}
    />
  );
}

describe('a split pane', () => {
  it('is moved by keyboard, within its bounds', () => {
    render(<Panes />);
    const divider = screen.getByRole('separator', { name: 'width' });
    const share = () => divider.getAttribute('aria-valuenow');
    fireEvent.keyDown(divider, { key: 'ArrowRight' });
    expect(share()).toBe('42');
    fireEvent.keyDown(divider, { key: 'End' });
    fireEvent.keyDown(divider, { key: 'ArrowRight' });
    expect(share()).toBe('90');
    fireEvent.keyDown(divider, { key: 'Home' });
    expect(share()).toBe('10');
    fireEvent.keyDown(divider, { key: 'ArrowDown' });
    expect(share()).toBe('10');
  });
});
