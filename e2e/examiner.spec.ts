import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { newFolder } from './bundles.ts';
import { runsOfOneAgent } from './traces.ts';
import {
  dropBundle,
  expectAccessible,
  gotoScreen,
  openPage,
  openSample,
  outcome,
  stepToDivergence,
  undo,
  waitUntilIdle,
} from './workbench.ts';

test('sub-agents are folded into one node, in the drawing and in the tree, and unfolded again', async ({
  page,
}) => {
  await openPage(page);
  await openSample(page);
  await gotoScreen(page, 'Graph');
  const grid = page.getByRole('treegrid', { name: 'Steps' });
  const drawing = page.getByRole('img', { name: /^Graph of / });
  const rows = Number(await grid.getAttribute('aria-rowcount'));
  const nodes = Number(/Graph of (\d+) nodes/.exec((await drawing.getAttribute('aria-label')) ?? '')?.[1]);
  await page.keyboard.press('Shift+E');
  await waitUntilIdle(page);
  expect(Number(await grid.getAttribute('aria-rowcount'))).toBeLessThan(rows);
  await expect(drawing).not.toHaveAttribute('aria-label', new RegExp(`^Graph of ${nodes} nodes`));
  await page.keyboard.press('Shift+E');
  await waitUntilIdle(page);
  await expect(grid).toHaveAttribute('aria-rowcount', String(rows));
  await expect(drawing).toHaveAttribute('aria-label', new RegExp(`^Graph of ${nodes} nodes`));
});

test('the table of index names is edited; what it would do is told before, and undo takes it back', async ({
  page,
}) => {
  await openPage(page);
  await dropBundle(page, [await runsOfOneAgent()]);
  await gotoScreen(page, 'Graph');
  await expect(page.getByText('2 orders possible')).toBeVisible();
  await page.keyboard.press('i');
  await waitUntilIdle(page);
  await expectAccessible(page);
  await page.getByLabel('what acme.seq_no numbers').selectOption('call');
  await page.getByLabel('the scope of acme.seq_no').selectOption('parent');
  await expect(
    page.getByText('It changes the order of 2 sessions; 2 of them come into another bucket.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Use this table' }).click();
  await waitUntilIdle(page);
  await expect(page.getByText('1 order possible')).toBeVisible();
  await undo(page);
  await expect(page.getByText('2 orders possible')).toBeVisible();
});

test('two traces are compared as a recording and its replay, by the examiner’s word', async ({ page }) => {
  await openPage(page);
  await dropBundle(page, [await runsOfOneAgent()]);
  // the head is a row
  const sessions = page.getByRole('grid', { name: 'Sessions' });
  await expect(sessions).toHaveAttribute('aria-rowcount', '3');
  await page.getByLabel('Its replay is the session').fill('2'.padStart(32, '0'));
  await page.getByRole('button', { name: 'Compare them' }).click();
  await waitUntilIdle(page);
  await expect(outcome(page)).toHaveText('divergent');
  await expect(page.getByText(/is read as the replay of this session/)).toBeVisible();
  await expectAccessible(page);
  await gotoScreen(page, 'Calls');
  await expect((await stepToDivergence(page)).getByText('output-differs').first()).toBeVisible();
  await undo(page);
  await gotoScreen(page, 'Triage');
  await expect(sessions).toHaveAttribute('aria-rowcount', '3');
});

test('a replay that still runs is chosen again: its log has grown, the screen stays', async ({ page }) => {
  const folder = await newFolder();
  const [recorded, replay] = [join(folder, 'recorded.jsonl'), join(folder, 'replay.jsonl')];
  const line = (record: object): string => `${JSON.stringify(record)}\n`;
  const header = (role: string): string =>
    line({ record: 'session', schema: 'witnessmark.calls/1', role, session_id: 's-1', attempt: 'r1' });
  const call = (turn_index: number): string =>
    line({
      record: 'call',
      turn_index,
      call_index: 0,
      tool: 'step',
      input: {},
      output: 'ok',
      post_state: [],
    });
  await writeFile(recorded, header('recorded') + call(0) + call(1) + line({ record: 'end', calls: 2 }));
  await writeFile(replay, header('replayed') + call(0));
  await openPage(page);
  await dropBundle(page, [recorded, replay]);
  await gotoScreen(page, 'Calls');
  await page.keyboard.press('End');
  await waitUntilIdle(page);
  const missing = page.getByText('replay-missing');
  await expect(missing.first()).toBeVisible();
  await appendFile(replay, call(1) + line({ record: 'end', calls: 2 }));
  await dropBundle(page, [recorded, replay]);
  await expect(page.getByRole('link', { name: 'Calls' })).toHaveAttribute('aria-current', 'page');
  await expect(missing).toHaveCount(0);
});
