import { expect, test } from '@playwright/test';
import { fanOut, jaegerBursts, longSession, tempoOrphans } from './traces.ts';
import {
  dropBundle,
  expectAccessible,
  gotoScreen,
  openPage,
  openSample,
  orderGroup,
  outcome,
  pinOrder,
  redo,
  undo,
  waitUntilIdle,
} from './workbench.ts';

test('the open question of the sample is answered, taken back and answered again', async ({ page }) => {
  await openPage(page);
  await openSample(page);
  await gotoScreen(page, 'Graph');
  await expect(page.getByRole('button', { name: '1 open question' })).toBeVisible();
  await expect(page.getByText('2 orders possible')).toBeVisible();
  await pinOrder(page, 'fetch');
  await expect(page.getByText('1 order possible')).toBeVisible();
  await expect(page.getByText('No order question is open')).toBeVisible();
  await undo(page);
  await expect(page.getByText('2 orders possible')).toBeVisible();
  await redo(page);
  await page.reload();
  await waitUntilIdle(page);
  await expect(page.getByText('1 order possible')).toBeVisible();
  // a pin is no witness: the session stays what the evidence makes it
  await expect(outcome(page)).toHaveText('divergent');
  await page.getByRole('tab', { name: /Assumptions/ }).click();
  await expect(page.getByRole('button', { name: /take .*back|remove/i }).first()).toBeVisible();
});

test('200 calls at once: their order is assumed by keyboard in one gesture, which is one undo', async ({
  page,
}) => {
  await openPage(page);
  await dropBundle(page, [await fanOut(200)]);
  await gotoScreen(page, 'Graph');
  await expect(page.getByRole('button', { name: '19 900 open questions' })).toBeVisible();
  await orderGroup(page);
  await expect(page.getByText('1 order possible')).toBeVisible();
  await expect(page.getByText('No order question is open')).toBeVisible();
  await undo(page);
  await expect(page.getByRole('button', { name: '19 900 open questions' })).toBeVisible();
});

test('5,000 steps are drawn, walked and pinned by keyboard', async ({ page }) => {
  await openPage(page);
  await dropBundle(page, [await longSession(5_000)]);
  await gotoScreen(page, 'Graph');
  const questions = page.getByRole('button', { name: '1 666 open questions' });
  await expect(questions).toBeVisible();
  const grid = page.getByRole('treegrid', { name: 'Steps' });
  await expect(grid).toHaveAttribute('aria-rowcount', '5000');
  await grid.focus();
  await page.keyboard.press('End');
  await waitUntilIdle(page);
  await expect(grid.getByRole('row', { name: /write/ }).last()).toBeVisible();
  await page.keyboard.press('q');
  await waitUntilIdle(page);
  await page.keyboard.press('Shift+B');
  await waitUntilIdle(page);
  await expect(page.getByRole('button', { name: '1 665 open questions' })).toBeVisible();
  await undo(page);
  await expect(questions).toBeVisible();
  await expectAccessible(page);
});

test('a Jaeger download of overlapping calls: every pair of a burst is asked', async ({ page }) => {
  await openPage(page);
  await dropBundle(page, [await jaegerBursts()]);
  await expect(page.getByText('12 open questions')).toBeVisible();
  await expect(page.getByText('12 overlaps')).toBeVisible();
  await gotoScreen(page, 'Graph');
  await expect(page.getByText('1 296 orders possible')).toBeVisible();
  await page.getByRole('button', { name: 'Time' }).click();
  await waitUntilIdle(page);
  await expectAccessible(page);
});

test('a Tempo download with lost parents: orphans hang from ghosts, beside what a naive tool would do', async ({
  page,
}) => {
  await openPage(page);
  await dropBundle(page, [await tempoOrphans()]);
  await expect(page.getByText('4 orphans')).toBeVisible();
  await gotoScreen(page, 'Graph');
  await page.getByRole('tab', { name: 'Naive view' }).click();
  await waitUntilIdle(page);
  await expect(page.getByText(/A naive tool would hang it from the root/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Assume a parent' }).first().click();
  await waitUntilIdle(page);
  await expectAccessible(page);
});
