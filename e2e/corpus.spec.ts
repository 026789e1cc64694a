import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { generateCorpus } from '../bench/generate-corpus.ts';
import { newFolder } from './bundles.ts';
import { dropBundle, expectAccessible, exportText, openPage, undo, waitUntilIdle } from './workbench.ts';

const SESSIONS = 200;

/** Two hundred sessions of a few agents; of ten, six are witnessed, two overlap, one lost a parent, one is no agent's. */
async function openCorpus(page: Page): Promise<void> {
  const path = join(await newFolder(), 'corpus.jsonl');
  await generateCorpus(path, SESSIONS, 12);
  await openPage(page);
  await dropBundle(page, [path]);
  await expect(sessionsOf(page)).toHaveAttribute('aria-rowcount', String(SESSIONS + 1));
}

const sessionsOf = (page: Page) => page.getByRole('grid', { name: 'Sessions' });

test('a corpus is judged, filtered by a bucket and a word, and sorted; the filter can be undone', async ({
  page,
}) => {
  await openCorpus(page);
  await expect(page.getByText(/^\d+ of 200 sessions quarantined \(\d+ %\)$/)).toBeVisible();
  await expectAccessible(page);
  const orphaned = page.getByRole('button', { name: /orphaned/ });
  await orphaned.click();
  await waitUntilIdle(page);
  await expect(sessionsOf(page)).toHaveAttribute('aria-rowcount', String(SESSIONS / 10 + 1));
  await page.getByRole('searchbox', { name: /Search the sessions/ }).fill('service-3');
  await waitUntilIdle(page);
  const rows = Number(await sessionsOf(page).getAttribute('aria-rowcount')) - 1;
  expect(rows).toBeGreaterThan(0);
  expect(rows).toBeLessThan(SESSIONS / 10);
  await expect(sessionsOf(page).getByRole('row').nth(1)).toContainText('service-3');
  await page.getByRole('button', { name: 'Show all' }).click();
  await waitUntilIdle(page);
  await expect(sessionsOf(page)).toHaveAttribute('aria-rowcount', String(SESSIONS + 1));
  await undo(page);
  await expect(sessionsOf(page)).toHaveAttribute('aria-rowcount', String(rows + 1));
  await page.getByRole('button', { name: 'Show all' }).click();
  await sessionsOf(page).getByRole('button', { name: 'Open' }).click();
  await waitUntilIdle(page);
  await expect(sessionsOf(page).getByRole('columnheader', { name: /Open/ })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  // the sessions that leave most open come first
  await expect(sessionsOf(page).getByRole('row').nth(1)).toContainText('partial order');
});

test('shares by service and by reason, and what to change: each leads to its sessions', async ({ page }) => {
  await openCorpus(page);
  await page.getByRole('tab', { name: 'Shares' }).click();
  await waitUntilIdle(page);
  const table = page.getByRole('table', { name: 'Sessions by service and bucket' });
  // seven services and a head
  await expect(table.getByRole('row')).toHaveCount(8);
  await expectAccessible(page);
  await table.getByRole('button', { name: 'service-2' }).click();
  await waitUntilIdle(page);
  await expect(page.getByText(/of 29 sessions quarantined/)).toBeVisible();
  await expect(sessionsOf(page)).toHaveAttribute('aria-rowcount', '30');
  await page.getByRole('tab', { name: /What to change/ }).click();
  await expectAccessible(page);
  const cures = page.getByRole('table', { name: /What to change/ });
  const first = cures.getByRole('row').nth(1);
  const helps = Number(await first.getByRole('cell').last().textContent());
  expect(helps).toBeGreaterThan(0);
  await first.getByRole('button').click();
  await waitUntilIdle(page);
  await expect(sessionsOf(page)).toHaveAttribute('aria-rowcount', String(helps + 1));
});

test('the table of what is looked at is saved as CSV and as JSON', async ({ page }) => {
  await openCorpus(page);
  await page.getByRole('button', { name: /orphaned/ }).click();
  await waitUntilIdle(page);
  const lines = (await exportText(page, 'CSV')).trimEnd().split('\r\n');
  expect(lines[0]).toMatch(/^session,title,bucket,/);
  expect(lines).toHaveLength(SESSIONS / 10 + 1);
  const rows = JSON.parse(await exportText(page, 'JSON')) as { bucket: string }[];
  expect(rows).toHaveLength(SESSIONS / 10);
  expect(new Set(rows.map(({ bucket }) => bucket))).toEqual(new Set(['orphaned']));
});
