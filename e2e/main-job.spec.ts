import { expect, test } from '@playwright/test';
import {
  chooseFolder,
  dropBundle,
  expectAccessible,
  forgetKeys,
  giveKey,
  gotoScreen,
  openPage,
  openSample,
  outcome,
  redo,
  undo,
  waitUntilIdle,
  writeFinding,
} from './workbench.ts';

const SAMPLE = 'public/samples/limits-incident.zip';
const SAMPLE_KEY = 'public/samples/limits-incident.key';

test('the sample incident: outcome, the edited decision, a finding, and all of it after a reload', async ({
  page,
}) => {
  await openPage(page);
  await openSample(page);
  await expect(outcome(page)).toHaveText('divergent');
  await expect(page.getByRole('heading', { name: 'What makes it divergent' })).toBeVisible();

  await gotoScreen(page, 'Decisions');
  await expect(page.getByRole('button', { name: '44 unchecked' })).toBeVisible();
  await giveKey(page, SAMPLE_KEY);
  await expect(outcome(page)).toHaveText('refused');
  await page.getByRole('button', { name: '1 refused' }).click();
  await waitUntilIdle(page);
  await expect(page.getByText('Unread evidence: the record as it stands in the file')).toBeVisible();
  await expect(page.getByText(/Refused at the link/)).toBeVisible();
  await forgetKeys(page);
  await expect(outcome(page)).toHaveText('divergent');

  await gotoScreen(page, 'Findings');
  await writeFinding(page, {
    title: 'The config write did something else',
    text: 'Three lines were recorded, five were replayed.',
    severity: 'high',
  });
  await expect(page.getByRole('heading', { name: 'The config write did something else' })).toBeVisible();
  await undo(page);
  await expect(page.getByText('No finding yet')).toBeVisible();
  await redo(page);

  await page.reload();
  await waitUntilIdle(page);
  await expect(page.getByRole('option', { name: /The config write did something else/ })).toBeVisible();
  await expect(outcome(page)).toHaveText('divergent');
});

test('a zip that is dropped becomes a case in the list, with its size and outcome', async ({ page }) => {
  await openPage(page);
  await dropBundle(page, [SAMPLE]);
  await expect(outcome(page)).toHaveText('divergent');
  await page.getByRole('link', { name: 'Witnessmark' }).click();
  const row = page.getByRole('row', { name: /The limits.yaml incident/ });
  await expect(row).toContainText('divergent');
  await expect(row).toContainText('KiB');
  await row.getByRole('button', { name: /delete/ }).click();
  await page.getByRole('button', { name: 'Delete it' }).click();
  await expect(page.getByText('No case yet')).toBeVisible();
  await waitUntilIdle(page);
  await page.reload();
  await waitUntilIdle(page);
  await expect(page.getByText('No case yet')).toBeVisible();
});

test('a folder, and a file that is no evidence', async ({ page }) => {
  await openPage(page);
  await chooseFolder(page, 'docs');
  await expect(page.getByRole('alert').getByText(/No case was made of docs/)).toBeVisible();
  await dropBundle(page, ['LICENSE']);
  await expect(page.getByRole('alert').getByText('LICENSE', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('No case yet')).toBeVisible();
});

test('axe finds nothing on any screen', async ({ page }) => {
  await openPage(page);
  await expectAccessible(page);
  await openSample(page);
  for (const name of ['Triage', 'Graph', 'Calls', 'Decisions', 'Findings', 'Ledger'] as const) {
    await gotoScreen(page, name);
    await expectAccessible(page);
  }
});
