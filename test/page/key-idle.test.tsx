import { act, cleanup, fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderWorkbench } from './render-workbench.tsx';

const MINUTE = 60_000;

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const idle = (minutes: number): Promise<unknown> => act(() => vi.advanceTimersByTimeAsync(minutes * MINUTE));

async function withKey(keyIdleMinutes: number) {
  const { workbench } = renderWorkbench();
  await act(async () => {
    workbench.preferences.setState({ keyIdleMinutes });
    workbench.keys.getState().given('00112233aabbccdd');
  });
  return () => workbench.keys.getState().keyIds;
}

test('keys are forgotten after the time that the examiner set; a key press or a click starts it anew', async () => {
  const keyIds = await withKey(5);
  await idle(4);
  fireEvent.keyDown(window, { key: 'j' });
  await idle(4);
  fireEvent.pointerDown(window);
  await idle(4);
  expect(keyIds()).toEqual(['00112233aabbccdd']);
  await idle(1);
  expect(keyIds()).toEqual([]);
});

test('with no time set they stay', async () => {
  const keyIds = await withKey(0);
  await idle(600);
  expect(keyIds()).toHaveLength(1);
});
