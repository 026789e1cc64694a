import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { generateCorpus } from './generate-corpus.ts';
import { measure, PARSE_LINES } from './measure.ts';
import { servePage } from './served-page.ts';

/**
 * The page over a corpus in one file: from the choice of the file to all sessions judged, and a reload of the stored
 * case; beside JSON.parse of each line of the same bytes in Node. The longest task of the page's thread over each.
 */
const SIZES = [4_000, 40_000];
const SPANS = 25;
const PATIENCE = 900_000;

const folder = mkdtempSync(join(tmpdir(), 'witnessmark-bench-'));
const { address, browser, close } = await servePage();
try {
  for (const sessions of SIZES) {
    const path = join(folder, `${sessions}.jsonl`);
    const bytes = await generateCorpus(path, sessions, SPANS);
    const parse = await measure(['-e', PARSE_LINES, path]);
    const found = await measureCorpus(browser, path);
    const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
    console.log(
      `${String(sessions).padStart(6)} sessions ${(bytes / 1e6).toFixed(0)} MB   judged ${seconds(found.judged)} ` +
        `(${(found.judged / parse.ms).toFixed(1)} × JSON.parse)   longest task ${task(found.longest)}   ` +
        `reload: first answer ${seconds(found.first)}, judged ${seconds(found.again)}, longest task ${task(found.longestAgain)}`,
    );
    rmSync(path);
  }
} finally {
  await close();
  rmSync(folder, { recursive: true, force: true });
}

async function measureCorpus(from: Browser, path: string) {
  const page = await from.newPage({ viewport: { width: 1280, height: 800 } });
  await page.addInitScript(() => {
    const watch = { longest: 0 };
    Object.assign(window, { watch });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) watch.longest = Math.max(watch.longest, duration);
    }).observe({ entryTypes: ['longtask'] });
  });
  await page.goto(address);
  await page.waitForFunction(() => window.__witnessmarkIdle !== undefined);
  const begin = performance.now();
  await page.getByTestId('choose-files').setInputFiles(path);
  await untilJudged(page);
  const judged = performance.now() - begin;
  const longest = await longestTask(page);
  const reload = performance.now();
  await page.reload();
  await page.locator('.wm-corpus-head').waitFor({ timeout: PATIENCE });
  const first = performance.now() - reload;
  await untilJudged(page);
  const again = performance.now() - reload;
  const longestAgain = await longestTask(page);
  await page.close();
  return { judged, longest, first, again, longestAgain };
}

/** Until the head of the corpus stands there and counts no more. */
async function untilJudged(page: Page): Promise<void> {
  await page.locator('.wm-corpus-head').waitFor({ timeout: PATIENCE });
  await page
    .getByRole('progressbar', { name: 'Judging the sessions' })
    .waitFor({ state: 'detached', timeout: PATIENCE });
}

function longestTask(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as { watch: { longest: number } }).watch.longest);
}

function task(ms: number): string {
  return ms === 0 ? 'under 50 ms' : `${Math.round(ms)} ms`;
}
