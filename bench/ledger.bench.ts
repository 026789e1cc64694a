import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { servePage } from './served-page.ts';

/**
 * The ledger of a file that is wrong in every line, in a real browser: 60,000 call records that hold a key twice, and
 * 60,000 that are no JSON. The longest task of the page's thread while the file is read, the ledger is opened, walked to
 * its end, filtered, searched, a place is opened, and the stored case is opened again. Run after `npm run build`.
 */
const LINES = 60_000;

const CASES: readonly (readonly [name: string, line: (n: number) => string])[] = [
  ['a key twice', (n) => `{"record":"call","turn_index":${n},"tool":"read","tool":"read_${n % 7}"}`],
  ['no JSON', (n) => `{"record":"call","turn_index":${n},"tool":"read",,}`],
];

const folder = mkdtempSync(join(tmpdir(), 'witnessmark-bench-'));
const { address, browser, close } = await servePage();
try {
  for (const [name, line] of CASES) {
    const path = join(folder, 'calls.jsonl');
    const head = '{"record":"session","schema":"witnessmark.calls/1","role":"recorded"}\n';
    writeFileSync(path, head + Array.from({ length: LINES }, (_, n) => `${line(n)}\n`).join(''));
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
    await page.goto(address);
    await measureLedger(page, name, path);
    await page.close();
  }
} finally {
  await close();
  rmSync(folder, { recursive: true, force: true });
}

async function measureLedger(page: Page, name: string, path: string): Promise<void> {
  await page.waitForFunction(() => window.__witnessmarkIdle !== undefined);
  await watch(page);
  const said: string[] = [];
  const step = async (what: string, act: () => Promise<unknown>): Promise<void> => {
    const begin = performance.now();
    await act();
    await page.evaluate(() => window.__witnessmarkIdle?.());
    const took = performance.now() - begin;
    const longest = await page.evaluate(() => {
      const { marks } = window as unknown as { marks: { longest: number } };
      const { longest: found } = marks;
      marks.longest = 0;
      return found;
    });
    said.push(`${what} ${Math.round(took)} ms (${longest === 0 ? 'under 50' : Math.round(longest)})`);
  };
  const screens = page.getByRole('navigation', { name: 'Screens' });
  const problems = page.getByRole('grid', { name: 'Problems' });
  await step('open', async () => {
    await page.getByTestId('choose-files').setInputFiles(path);
    await page.getByTestId('outcome').first().waitFor({ timeout: 300_000 });
  });
  await step('ledger', () => screens.getByRole('link', { name: /Ledger/ }).click());
  await step('its end', async () => {
    await problems.focus();
    await page.keyboard.press('End');
  });
  await step('errors only', () => page.getByRole('button', { name: /^error/ }).click());
  await step('all again', () => page.getByRole('button', { name: 'Show all' }).click());
  await step('search', () => page.getByRole('searchbox').fill('line 59999'));
  await step('a place', async () => {
    await page.getByRole('searchbox').fill('');
    await problems.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Raw file' }).waitFor();
  });
  await page.reload();
  await page.waitForFunction(() => window.__witnessmarkIdle !== undefined);
  await watch(page);
  await step('again', () => page.getByRole('grid', { name: 'Problems' }).waitFor({ timeout: 300_000 }));
  console.log(`${LINES} lines, ${name} (longest task in brackets, ms): ${said.join(', ')}`);
}

/** Tasks below 50 ms are not reported by a browser. */
function watch(page: Page): Promise<void> {
  return page.evaluate(() => {
    const marks = { longest: 0 };
    Object.assign(window, { marks });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) marks.longest = Math.max(marks.longest, duration);
    }).observe({ entryTypes: ['longtask'], buffered: true });
  });
}
