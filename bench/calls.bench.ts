import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { generateCalls } from './generate-calls.ts';
import { servePage } from './served-page.ts';

/**
 * The calls screen of the built page over 10,000 calls with 200 MB of states, in a real browser: from the choice of the
 * files to the verdicts, to the calls screen, each kind of step, the state of a resource as of the last call, and the
 * longest task of the page's thread in each of those. Run after `npm run build`.
 */
const CALLS = 10_000;
const STATE_BYTES = 200e6;
const STEPS = 40;

interface Measured {
  readonly ms: number;
  /** 0: no task took the 50 ms from which on a browser counts. */
  readonly longestTask: number;
}

const folder = mkdtempSync(join(tmpdir(), 'witnessmark-bench-'));
const { address, browser, close } = await servePage();
try {
  const { paths, bytes } = await generateCalls(folder, { calls: CALLS, stateBytes: STATE_BYTES });
  console.log(`${CALLS} calls, ${(bytes / 1e6).toFixed(0)} MB of call logs`);
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(address);
  await page.waitForFunction(() => window.__witnessmarkIdle !== undefined);
  await watch(page);

  await tell(page, 'open', async () => {
    await page.getByTestId('choose-files').setInputFiles([...paths]);
    await page.getByTestId('outcome').waitFor({ timeout: 600_000 });
  });
  await tell(page, 'the calls screen', () => page.keyboard.press('3'));
  const steps = async (keys: string, times = STEPS): Promise<void> => {
    for (let i = 0; i < times; i++) {
      await page.keyboard.press(keys);
      await idle(page);
    }
  };
  await tell(page, `${STEPS} calls on`, () => steps('ArrowRight'), STEPS);
  await tell(page, '20 divergences on', () => steps('d', 20), 20);
  await tell(page, '14 gaps back', () => steps('Shift+G', 14), 14);
  await tell(page, `${STEPS} writes on`, () => steps('e'), STEPS);
  await tell(page, 'a large state', async () => {
    await page.keyboard.press('u');
    await page.keyboard.type('499');
    await page.keyboard.press('Enter');
    await idle(page);
    await steps('ArrowRight', 3);
  });
  await tell(page, 'a breakpoint, and 14 runs', async () => {
    await page.keyboard.press('Home');
    await page.keyboard.press('b');
    const form = page.getByRole('form', { name: 'Another breakpoint' });
    await form.getByRole('combobox', { name: 'Verdict', exact: true }).selectOption('not-reexecuted');
    await form.getByRole('button', { name: 'Set it' }).click();
    await idle(page);
    await steps('p', 14);
  });
  await tell(page, 'a resource as of the last call', async () => {
    await page.keyboard.press('End');
    await idle(page);
    await page.keyboard.press('s');
    await idle(page);
    await page.getByRole('grid', { name: /Calls on the resource/ }).waitFor();
  });
  await tell(page, `${STEPS} calls back beside it`, () => steps('ArrowLeft'), STEPS);
  await tell(page, 'dragged along the strip', async () => {
    const box = await page.locator('.wm-strip-overview').boundingBox();
    if (box === null) throw new Error('no overview');
    await page.mouse.move(box.x + 5, box.y + 5);
    await page.mouse.down();
    for (let i = 0; i < STEPS; i++) await page.mouse.move(box.x + 5 + (i * box.width) / STEPS, box.y + 5);
    await page.mouse.up();
  });
} finally {
  await close();
  rmSync(folder, { recursive: true, force: true });
}

async function idle(page: Page): Promise<void> {
  await page.evaluate(() => window.__witnessmarkIdle?.());
}

async function watch(page: Page): Promise<void> {
  await page.evaluate(() => {
    const marks = { longest: 0 };
    Object.assign(window, { marks });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) marks.longest = Math.max(marks.longest, duration);
    }).observe({ entryTypes: ['longtask'] });
  });
}

async function measured(page: Page, act: () => Promise<void>): Promise<Measured> {
  const begin = performance.now();
  await act();
  await idle(page);
  const ms = performance.now() - begin;
  const longestTask = await page.evaluate(() => {
    const { marks } = window as unknown as { marks: { longest: number } };
    const { longest } = marks;
    marks.longest = 0;
    return longest;
  });
  return { ms, longestTask };
}

async function tell(page: Page, what: string, act: () => Promise<void>, steps = 1): Promise<void> {
  const { ms, longestTask } = await measured(page, act);
  const each = steps === 1 ? '' : ` (${(ms / steps).toFixed(0)} ms each)`;
  console.log(
    `${what.padEnd(32)} ${(ms / 1000).toFixed(2).padStart(7)} s${each.padEnd(16)}` +
      `longest task ${longestTask === 0 ? 'under 50 ms' : `${longestTask.toFixed(0)} ms`}`,
  );
}
