import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page, test } from '@playwright/test';
import { hostileBundle, PAYLOADS } from './bundles.ts';
import { dropBundle, gotoScreen, openPage, waitUntilIdle } from './workbench.ts';

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

async function walkScreens(page: Page): Promise<void> {
  for (const name of ['Triage', 'Graph', 'Calls', 'Decisions', 'Findings', 'Ledger'] as const) {
    await gotoScreen(page, name);
  }
}

test('a page full of hostile strings shows them and asks nobody', async ({ page }) => {
  const listener = await listen();
  expect(await (await fetch(`${listener.address}/control`)).text()).toBe('reached');
  expect(listener.hits).toEqual(['/control']);

  let dialogs = 0;
  page.on('dialog', (dialog) => {
    dialogs++;
    void dialog.dismiss();
  });
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  await openPage(page);
  await dropBundle(page, await hostileBundle(listener.address));
  await walkScreens(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Escape');

  // the calls of the evidence picker are a list of every tool name
  await gotoScreen(page, 'Findings');
  await page.getByRole('button', { name: 'New finding' }).click();
  await page.getByRole('button', { name: 'Add evidence…' }).click();
  await waitUntilIdle(page);
  const list = page.getByRole('listbox', { name: 'Evidence' });
  for (const payload of PAYLOADS) {
    const text = shown(payload.replaceAll('{beacon}', listener.address));
    await expect(list.getByText(text).first()).toBeVisible();
  }
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
