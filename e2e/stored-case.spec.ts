import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { bigTrace } from './bundles.ts';
import {
  giveKey,
  gotoScreen,
  openPage,
  openSample,
  outcome,
  startDrop,
  waitUntilIdle,
  writeFinding,
} from './workbench.ts';

const SAMPLE_KEY = 'public/samples/limits-incident.key';

test('a page that dies in mid-import leaves no case', async ({ page, context }) => {
  const path = await bigTrace(30_000);
  await openPage(page);
  await startDrop(page, [path]);
  await expect(page.getByRole('progressbar')).toBeVisible();
  await page.close();
  const after = await context.newPage();
  await openPage(after);
  await expect(after.getByText('No case yet')).toBeVisible();
});

test('a cancelled import leaves no case', async ({ page }) => {
  const path = await bigTrace(30_000);
  await openPage(page);
  await startDrop(page, [path]);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await waitUntilIdle(page);
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await page.reload();
  await waitUntilIdle(page);
  await expect(page.getByText('No case yet')).toBeVisible();
});

test('a second tab reads only, follows the first, and takes over when it is gone', async ({
  page,
  context,
}) => {
  await openPage(page);
  await openSample(page);
  await gotoScreen(page, 'Findings');
  const second = await context.newPage();
  await openPage(second, page.url());
  await expect(second.getByText('read only')).toBeVisible();
  await expect(second.getByRole('button', { name: 'New finding' })).toBeDisabled();
  await writeFinding(page, { title: 'Seen from both', text: '', severity: 'low' });
  await expect(second.getByRole('option', { name: /Seen from both/ })).toBeVisible();
  await page.close();
  await expect(second.getByRole('button', { name: 'New finding' })).toBeEnabled();
});

test('a database that the browser removed is told, never shown as an empty case', async ({ page }) => {
  await openPage(page);
  await openSample(page);
  const address = page.url();
  await page.goto('about:blank');
  await page.goto(new URL('/icon.svg', address).href);
  await page.evaluate(
    () =>
      new Promise<void>((done, fail) => {
        const request = indexedDB.deleteDatabase('witnessmark');
        request.onsuccess = () => done();
        request.onerror = () => fail(request.error);
      }),
  );
  await openPage(page, address);
  await expect(page.getByRole('heading', { name: 'Evidence evicted' })).toBeVisible();
  await openPage(page);
  await expect(page.getByText('evidence evicted')).toBeVisible();
});

test('a key is nowhere but in memory', async ({ page }) => {
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  await openPage(page);
  await openSample(page);
  await gotoScreen(page, 'Decisions');
  await giveKey(page, SAMPLE_KEY);
  await expect(outcome(page)).toHaveText('refused');
  const key = (await readFile(SAMPLE_KEY)).toString('utf8').trim();
  const spellings = [key, Buffer.from(key).toString('hex'), Buffer.from(key).toString('base64')];
  const stored = await page.evaluate(async () => {
    const texts: string[] = [JSON.stringify(localStorage), JSON.stringify(sessionStorage), location.href];
    const text = (value: unknown): string =>
      JSON.stringify(value, (_, part: unknown) => {
        if (typeof part === 'bigint') return String(part);
        if (part instanceof Map) return [...part];
        if (ArrayBuffer.isView(part))
          return [...new Uint8Array(part.buffer)].map((byte) => String.fromCharCode(byte)).join('');
        return part;
      });
    for (const { name } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((done) => {
        const request = indexedDB.open(name ?? '');
        request.onsuccess = () => done(request.result);
      });
      for (const store of database.objectStoreNames) {
        const rows = await new Promise<unknown[]>((done) => {
          const request = database.transaction(store).objectStore(store).getAll();
          request.onsuccess = () => done(request.result);
        });
        for (const row of rows) {
          texts.push(text(row));
          const { bytes } = row as { bytes?: Blob };
          if (bytes instanceof Blob) texts.push(await bytes.text());
        }
      }
      database.close();
    }
    return texts.join('\n');
  });
  // the case itself was really looked at
  expect(stored).toContain('limits-2207');
  expect(stored).toContain('give a key');
  for (const spelling of spellings) {
    expect(stored).not.toContain(spelling);
    expect(said.join('\n')).not.toContain(spelling);
    expect(await page.content()).not.toContain(spelling);
  }
});

test('100,000 spans open, answer and come back after a reload', async ({ page }) => {
  const path = await bigTrace(100_000);
  await openPage(page);
  await startDrop(page, [path]);
  await expect(page.getByRole('navigation', { name: 'Screens' })).toBeVisible({ timeout: 30_000 });
  await waitUntilIdle(page);
  await expect(page.getByText('100\u2009000 spans')).toBeVisible();
  await gotoScreen(page, 'Ledger');
  await page.reload();
  await waitUntilIdle(page);
  await gotoScreen(page, 'Triage');
  await expect(page.getByText('100\u2009000 spans')).toBeVisible();
});
