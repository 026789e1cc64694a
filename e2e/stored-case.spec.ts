import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { bigTrace } from './bundles.ts';
import {
  giveKey,
  gotoScreen,
  killWhileImporting,
  openPage,
  openSample,
  outcome,
  startDrop,
  waitUntilIdle,
  writeFinding,
} from './workbench.ts';

const SAMPLE_KEY = 'public/samples/limits-incident.key';

for (const phase of ['Reading', 'Deriving the order', 'Storing the case'] as const) {
  test(`a page that is killed while it says "${phase}" leaves the whole case or none`, async ({
    page,
    context,
  }) => {
    const path = await bigTrace(30_000);
    await openPage(page);
    await killWhileImporting(page, [path], phase);
    const after = await context.newPage();
    await openPage(after);
    const cases = after.getByRole('row', { name: /trace-30000/ });
    await expect(after.getByText('No case yet').or(cases)).toBeVisible();
    if ((await cases.count()) === 0) return;
    await cases.getByRole('link').first().click();
    await waitUntilIdle(after);
    await expect(after.getByText('30\u202f000 spans')).toBeVisible();
  });
}

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

// how long the page blocks is measured by `npm run bench -- page`
test('100,000 spans open, pan, are answered and come back after a reload', async ({ page }) => {
  const path = await bigTrace(100_000);
  await openPage(page);
  await startDrop(page, [path]);
  await expect(page.getByRole('navigation', { name: 'Screens' })).toBeVisible({ timeout: 30_000 });
  await waitUntilIdle(page);
  await expect(page.getByText('100\u202f000 spans')).toBeVisible();
  await gotoScreen(page, 'Graph');
  await expect(page.getByRole('button', { name: '1 197 open questions' })).toBeVisible();
  const box = await page.getByRole('img', { name: /graph/i }).boundingBox();
  const [x, y] = [(box?.x ?? 0) + 300, (box?.y ?? 0) + 100];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let i = 1; i <= 20; i++) await page.mouse.move(x - 10 * i, y + 2 * i);
  await page.mouse.up();
  await page.keyboard.press('q');
  await waitUntilIdle(page);
  await page.keyboard.press('Shift+A');
  await waitUntilIdle(page);
  await expect(page.getByRole('button', { name: '1 196 open questions' })).toBeVisible();
  await page.reload();
  await waitUntilIdle(page);
  await expect(page.getByRole('button', { name: '1 196 open questions' })).toBeVisible();
});
