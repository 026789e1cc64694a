import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@playwright/test';
import { hostileBundle, newFolder, PAYLOADS } from './bundles.ts';
import { dropBundle, exportText, gotoScreen, openPage, waitUntilIdle } from './workbench.ts';

/** A listener that counts what reaches it; the driver's own request events also list what was blocked. */
async function listen(): Promise<{ readonly address: string; readonly hits: string[]; close(): void }> {
  const hits: string[] = [];
  const server = createServer((request, response) => {
    hits.push(request.url ?? '');
    response.writeHead(200, { 'Access-Control-Allow-Origin': '*' }).end('reached');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}`, hits, close: () => server.close() };
}

/** What is shown of a payload: the page's own tokens for what would not show as itself. */
const shown = (text: string): string =>
  text
    .replace('\u202e', '⟨RLO⟩')
    .replace('\u202c', '⟨PDF⟩')
    .replace('\u200b', '⟨ZWSP⟩')
    .replace('\u0007', '⟨BEL⟩');

test('a page full of hostile strings shows them and asks nobody', async ({ page, context }) => {
  const listener = await listen();
  expect(await (await fetch(`${listener.address}/control`)).text()).toBe('reached');
  expect(listener.hits).toEqual(['/control']);
  const texts = PAYLOADS.map((payload) => shown(payload.replaceAll('{beacon}', listener.address)));

  let dialogs = 0;
  page.on('dialog', (dialog) => {
    dialogs++;
    void dialog.dismiss();
  });
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  await openPage(page);
  await dropBundle(page, await hostileBundle(listener.address));

  // every step: name, agent, and an attribute whose key and value are the string
  await gotoScreen(page, 'Graph');
  const steps = page.getByRole('treegrid', { name: 'Steps' });
  await steps.focus();
  await page.keyboard.press('Home');
  for (const text of texts) {
    await waitUntilIdle(page);
    await expect(page.getByRole('heading', { name: text })).toBeVisible();
    await expect(page.getByRole('term').filter({ hasText: text }).last()).toBeAttached();
    await page.keyboard.press('ArrowDown');
  }

  // every call: tool, resource, and content by lines
  await gotoScreen(page, 'Calls');
  const call = page.getByRole('region', { name: 'The call' });
  await page.keyboard.press('Home');
  for (const text of texts) {
    await waitUntilIdle(page);
    await expect(call.getByRole('heading', { name: text })).toBeVisible();
    await expect(call.getByText(`After the call: ${text}`)).toBeVisible();
    await page.keyboard.press('ArrowRight');
  }

  // the calls of the evidence picker are a list of every tool name
  await gotoScreen(page, 'Findings');
  await page.getByRole('button', { name: 'New finding' }).click();
  await page.getByRole('button', { name: 'Add evidence…' }).click();
  await waitUntilIdle(page);
  const list = page.getByRole('listbox', { name: 'Evidence' });
  for (const text of texts) await expect(list.getByText(text).first()).toBeVisible();
  await page.keyboard.press('Escape');

  await gotoScreen(page, 'Decisions');
  await gotoScreen(page, 'Ledger');
  await expect(page.getByText('trace <img src=x onerror=alert(1)>.json').first()).toBeVisible();

  // and the report that somebody opens elsewhere
  await gotoScreen(page, 'Findings');
  const report = join(await newFolder(), 'report.html');
  await writeFile(report, await exportText(page, 'Export the HTML report'));
  const reader = await context.newPage();
  reader.on('dialog', () => dialogs++);
  await reader.goto(pathToFileURL(report).href);
  for (const text of texts) await expect(reader.getByText(text).first()).toBeVisible();

  expect(dialogs).toBe(0);
  expect(complaints).toEqual([]);
  expect(listener.hits).toEqual(['/control']);
  listener.close();
});

test('the policy holds in the page and in its worker', async ({ page }) => {
  const listener = await listen();
  await openPage(page);
  const blocked = (address: string): Promise<string> =>
    fetch(address).then(
      () => 'reached',
      () => 'blocked',
    );
  expect(await page.evaluate(blocked, `${listener.address}/page`)).toBe('blocked');
  const [worker] = page.workers();
  if (worker === undefined) throw new Error('the engine has no worker');
  expect(await worker.evaluate(blocked, `${listener.address}/worker`)).toBe('blocked');
  const imported = (address: string): Promise<string> =>
    import(address).then(
      () => 'reached',
      () => 'blocked',
    );
  expect(await worker.evaluate(imported, `${listener.address}/module.js`)).toBe('blocked');
  // nothing but the engine becomes a worker
  const made = await page.evaluate(() => {
    try {
      new Worker('data:text/javascript,0');
      return 'made';
    } catch {
      return 'refused';
    }
  });
  expect(made).toBe('refused');
  expect(listener.hits).toEqual([]);
  listener.close();
});
