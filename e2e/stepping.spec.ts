import { expect, test } from '@playwright/test';
import { twoAttempts } from './call-logs.ts';
import {
  chooseFiles,
  currentCall,
  expectAccessible,
  gotoScreen,
  gotoTurn,
  openPage,
  openSample,
  removeBreakpoint,
  setBreakpoint,
  step,
} from './workbench.ts';

test('two attempts stand beside each other and one is compared in detail, by keyboard', async ({ page }) => {
  await openPage(page);
  await chooseFiles(page, await twoAttempts());
  await gotoScreen(page, 'Calls');
  await expect(currentCall(page)).toHaveText('Call 1 of 8');
  // the second attempt alone: served from its cache
  await step(page, 'g');
  await expect(currentCall(page)).toHaveText('Call 5 of 8');
  const call = page.getByRole('region', { name: 'The call' });
  await expect(call.getByRole('heading', { name: 'charge' })).toBeVisible();
  await expect(call.getByText('try 1 of 2')).toBeVisible();
  await expect(call.getByText('not re-executed').first()).toBeVisible();
  await expect(call.getByRole('link', { name: /replay-2.jsonl/ })).toBeVisible();
  await step(page, 'Shift+R');
  await expect(call.getByRole('button', { name: 'r1', pressed: true })).toBeVisible();
  await expect(call.getByRole('link', { name: /replay-1.jsonl/ })).toBeVisible();
  // both verdicts stay in view
  await expect(call.getByRole('row', { name: /r2 not re-executed cache-hit/ })).toBeVisible();
  await expect(
    page.getByRole('grid', { name: 'Calls' }).getByRole('row', { selected: true }),
  ).toHaveAttribute(
    'aria-label',
    /call 5, charge, turn 4, try 1 of 2, r1: faithful; r2: not re-executed: cache-hit/,
  );
  await expectAccessible(page);
});

test('stepping by write, tool, turn and breakpoint, by keyboard alone', async ({ page }) => {
  await openPage(page);
  await chooseFiles(page, await twoAttempts());
  await gotoScreen(page, 'Calls');
  await step(page, 'e');
  await expect(currentCall(page)).toHaveText('Call 2 of 8');
  await step(page, 'e');
  await expect(currentCall(page)).toHaveText('Call 7 of 8');
  await step(page, 'Shift+W');
  await expect(currentCall(page)).toHaveText('Call 2 of 8');
  await gotoTurn(page, '5');
  await expect(currentCall(page)).toHaveText('Call 6 of 8');

  await step(page, 'Home');
  await setBreakpoint(page, 'A verdict', 'divergent');
  await setBreakpoint(page, 'Calls of a tool', 'insert_order');
  const bar = page.getByRole('region', { name: 'Breakpoints' });
  await expect(bar.getByRole('listitem')).toHaveText([/divergent 2/, /calls of insert_order 1/]);
  for (const at of ['3', '7', '8']) {
    await step(page, 'p');
    await expect(currentCall(page)).toHaveText(`Call ${at} of 8`);
  }
  await expect(bar.getByRole('button', { name: 'Run' })).toBeDisabled();
  await step(page, 'Shift+F8');
  await expect(currentCall(page)).toHaveText('Call 7 of 8');
  await expectAccessible(page);
  await removeBreakpoint(page, 'divergent');
  await step(page, 'Home');
  await step(page, 'F8');
  await expect(currentCall(page)).toHaveText('Call 3 of 8');
  await expect(bar.getByRole('listitem')).toHaveCount(1);
});

test('a resource as of a call: its state on both sides, who wrote it, and who did so unseen', async ({
  page,
}) => {
  await openPage(page);
  await chooseFiles(page, await twoAttempts());
  await gotoScreen(page, 'Calls');
  await gotoTurn(page, '6');
  await step(page, 'r');
  await step(page, 's');
  const call = page.getByRole('region', { name: 'The call' });
  await expect(call.getByRole('combobox', { name: 'Resource' })).toHaveValue('"file:///etc/limits.yaml"');
  await expect(call.getByText('3 lines recorded, 4 lines replayed')).toBeVisible();
  await expect(
    call.getByText('Somebody whom no call tells of wrote it before read_limits of turn 3.'),
  ).toBeVisible();
  await expect(call.getByText('4 calls on it up to here; 1 later call not listed')).toBeVisible();
  const grid = call.getByRole('grid', { name: /Calls on the resource/ });
  await expect(grid.getByRole('row')).toHaveCount(5);
  await expectAccessible(page);
  // the first of them is opened by keyboard
  await grid.focus();
  await page.keyboard.press('Home');
  await step(page, 'Enter');
  await expect(currentCall(page)).toHaveText('Call 1 of 8');
  await expect(call.getByText('1 call on it up to here')).toBeVisible();
});

test('a call of the sample shows its neighbours in the order and the decision that asked for it', async ({
  page,
}) => {
  await openPage(page);
  await openSample(page);
  await gotoScreen(page, 'Calls');
  await step(page, 'd');
  const place = page.getByRole('region', { name: 'Its place in the order' });
  await expect(place.getByText('data').first()).toBeVisible();
  await expect(place.getByRole('link', { name: /Crossing planner\/17/ })).toBeVisible();
  await expect(place.getByText('unchecked')).toBeVisible();
  await place.getByRole('link', { name: 'Show it in the graph' }).click();
  await expect(page.getByRole('link', { name: 'Graph' })).toHaveAttribute('aria-current', 'page');
});
