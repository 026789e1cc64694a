import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { generateSession } from './generate-session.ts';
import { servePage } from './served-page.ts';

/**
 * The built page over generated sessions, in a real browser: from the choice of a file to the first picture, to all
 * verdicts, to the graph, and from an answer to its effect; the longest task of the page's thread over all of that, and
 * the time of a frame while the graph is panned; beside raw reading and JSON.parse of the same bytes on another page of
 * the same browser. Run after `npm run build`.
 */
const SIZES = [1_000, 10_000, 100_000];
const PAN_STEPS = 60;

interface Figures {
  readonly firstPicture: number | undefined;
  readonly verdicts: number;
  readonly graph: number;
  readonly frame: number;
  /** From the key to everything that is shown of a pin. */
  readonly answer: number;
  /** Undefined: none took the 50 ms from which on a browser counts. */
  readonly longestTask: number | undefined;
  readonly read: number;
  readonly parse: number;
}

const folder = mkdtempSync(join(tmpdir(), 'witnessmark-bench-'));
const { address, browser, close } = await servePage();
try {
  for (const spans of SIZES) {
    const path = join(folder, `${spans}.jsonl`);
    const { bytes } = await generateSession(path, { spans, form: 'lines' });
    tell(spans, bytes, await measurePage(browser, path));
  }
} finally {
  await close();
  rmSync(folder, { recursive: true, force: true });
}

async function measurePage(browser: Browser, path: string): Promise<Figures> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  await page.goto(address);
  await page.waitForFunction(() => window.__witnessmarkIdle !== undefined);
  const { read, parse } = await measureFloor(browser, path);
  await page.evaluate(() => {
    const marks = { chosen: 0, picture: 0, longest: 0 };
    Object.assign(window, { marks });
    document.addEventListener('change', () => (marks.chosen = performance.now()), {
      capture: true,
      once: true,
    });
    new MutationObserver(() => {
      if (marks.picture === 0 && document.querySelector('.wm-import-sketch') !== null)
        marks.picture = performance.now();
    }).observe(document.body, { childList: true, subtree: true });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) marks.longest = Math.max(marks.longest, duration);
    }).observe({ entryTypes: ['longtask'] });
  });
  await page.getByTestId('choose-files').setInputFiles(path);
  await page.getByTestId('outcome').waitFor({ timeout: 300_000 });
  const { now, marks } = await page.evaluate(() => ({
    now: performance.now(),
    marks: (window as unknown as { marks: { chosen: number; picture: number } }).marks,
  }));
  const untilIdle = async (act: () => Promise<void>): Promise<number> => {
    const begin = performance.now();
    await act();
    await page.evaluate(() => window.__witnessmarkIdle?.());
    return performance.now() - begin;
  };
  await untilIdle(async () => undefined);
  const screens = page.getByRole('navigation', { name: 'Screens' });
  const graph = await untilIdle(() => screens.getByRole('link', { name: 'Graph' }).click());
  const frame = await measurePan(page);
  await untilIdle(() => page.keyboard.press('q'));
  const answer = await untilIdle(() => page.keyboard.press('Shift+A'));
  await page.getByRole('tab', { name: /Assumptions\s*1/ }).waitFor();
  const longestTask = await page.evaluate(
    () => (window as unknown as { marks: { longest: number } }).marks.longest,
  );
  await page.close();
  return {
    firstPicture: marks.picture === 0 ? undefined : marks.picture - marks.chosen,
    verdicts: now - marks.chosen,
    graph,
    frame,
    answer,
    longestTask: longestTask === 0 ? undefined : longestTask,
    read,
    parse,
  };
}

/** Median time between frames while the drawing is dragged. */
async function measurePan(page: Page): Promise<number> {
  const canvas = page.locator('main canvas').first();
  const box = await canvas.boundingBox();
  if (box === null) return Number.NaN;
  await page.evaluate(() => {
    const frames: number[] = [];
    Object.assign(window, { frames });
    const next = (now: number): void => {
      frames.push(now);
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let i = 1; i <= PAN_STEPS; i++) await page.mouse.move(x + Math.sin(i / 6) * 200, y + i);
  await page.mouse.up();
  return page.evaluate(() => {
    const { frames } = window as unknown as { frames: number[] };
    const gaps = frames.slice(1).map((at, i) => at - (frames[i] ?? at));
    return gaps.sort((a, b) => a - b)[gaps.length >> 1] ?? Number.NaN;
  });
}

/** Reading the file alone, and JSON.parse of each of its lines, on a page without our policy. */
async function measureFloor(browser: Browser, path: string): Promise<{ read: number; parse: number }> {
  const blank = await browser.newPage();
  await blank.setContent('<input type="file">');
  await blank.locator('input').setInputFiles(path);
  const found = await blank.evaluate(async () => {
    const file = document.querySelector('input')?.files?.[0];
    if (file === undefined) throw new Error('no file');
    const begin = performance.now();
    for await (const _ of file.stream() as unknown as AsyncIterable<Uint8Array>);
    const read = performance.now() - begin;
    const start = performance.now();
    let rest = '';
    let spans = 0;
    const text = file.stream().pipeThrough(new TextDecoderStream()) as unknown as AsyncIterable<string>;
    for await (const piece of text) {
      const lines = (rest + piece).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) spans += JSON.parse(line).resourceSpans.length;
    }
    return { read, parse: performance.now() - start, spans };
  });
  await blank.close();
  return found;
}

function tell(spans: number, bytes: number, figures: Figures): void {
  const ms = (value: number | undefined): string => (value === undefined ? '–' : `${Math.round(value)} ms`);
  console.log(
    `${String(spans).padStart(7)} spans ${(bytes / 1e6).toFixed(1).padStart(6)} MB   first picture ${ms(figures.firstPicture)}` +
      `   all verdicts ${ms(figures.verdicts)} (${(figures.verdicts / figures.parse).toFixed(1)} × JSON.parse, ` +
      `${(figures.verdicts / figures.read).toFixed(1)} × reading)   graph ${ms(figures.graph)}   frame ${figures.frame.toFixed(1)} ms   ` +
      `an answer ${ms(figures.answer)}   longest task ${figures.longestTask === undefined ? 'under 50 ms' : ms(figures.longestTask)}`,
  );
}
