import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';

/** The page in a user's words. Everything waits on the page's own idle signal (`src/app/idle.ts`), never on time. */

export type ScreenName = 'Triage' | 'Graph' | 'Calls' | 'Decisions' | 'Findings' | 'Ledger';

export async function openPage(page: Page, address = '/'): Promise<void> {
  await page.goto(address);
  await waitUntilIdle(page);
}

export async function waitUntilIdle(page: Page): Promise<void> {
  await page.waitForFunction(() => window.__witnessmarkIdle !== undefined);
  await page.evaluate(() => window.__witnessmarkIdle?.());
}

/** Drops real files and folders on the window, as a desktop would. */
export async function dropBundle(page: Page, paths: readonly string[]): Promise<void> {
  await startDrop(page, paths);
  await waitUntilIdle(page);
}

/** The drop alone: for tests that look at what happens while the bundle is read. */
export async function startDrop(page: Page, paths: readonly string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: paths.map((path) => resolve(path)), dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: 400, y: 300, data });
  }
  await session.detach();
}

export async function chooseFiles(page: Page, paths: readonly string[]): Promise<void> {
  await page.getByTestId('choose-files').setInputFiles([...paths]);
  await waitUntilIdle(page);
}

export async function chooseFolder(page: Page, path: string): Promise<void> {
  await page.getByTestId('choose-folder').setInputFiles(path);
  await waitUntilIdle(page);
}

export async function openSample(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open the sample incident' }).click();
  await expect(page.getByRole('navigation', { name: 'Screens' })).toBeVisible();
  await waitUntilIdle(page);
}

export async function gotoScreen(page: Page, name: ScreenName): Promise<void> {
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name }).click();
  await waitUntilIdle(page);
}

/** On the decisions screen. */
export async function giveKey(page: Page, path: string): Promise<void> {
  await page.getByTestId('key-file').setInputFiles(path);
  await waitUntilIdle(page);
}

export async function forgetKeys(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Forget' }).click();
  await waitUntilIdle(page);
}

/** On the graph screen: answers the open question that is looked at, with this step first. */
export async function pinOrder(page: Page, first: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`${first} first`) }).click();
  await waitUntilIdle(page);
}

/** On the graph screen, by keyboard alone: opens the open steps of the context, moves the first one down, accepts. */
export async function orderGroup(page: Page): Promise<void> {
  await page.keyboard.press('l');
  await waitUntilIdle(page);
  await page.getByRole('listbox', { name: /Steps in the order you assume/ }).focus();
  await page.keyboard.press('Alt+ArrowDown');
  const accept = page.getByRole('button', { name: 'Assume this order' });
  // what it would do is asked for when the hand rests
  await expect(accept).toBeEnabled();
  await accept.focus();
  await page.keyboard.press('Enter');
  await waitUntilIdle(page);
}

/** On the calls screen, by keyboard. @returns the call that is shown then. */
export async function stepToDivergence(page: Page): Promise<Locator> {
  await page.keyboard.press('d');
  await waitUntilIdle(page);
  return page.getByRole('region', { name: 'The call' });
}

/** On the calls screen: one key. */
export async function step(page: Page, keys: string): Promise<void> {
  await page.keyboard.press(keys);
  await waitUntilIdle(page);
}

/** "Call 5 of 8". */
export const currentCall = (page: Page): Locator =>
  page.getByRole('region', { name: 'Stepping' }).getByText(/^Call \d/);

/** On the calls screen, out of the palette: the number, and Enter. */
export async function gotoTurn(page: Page, turn: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type('go to a turn');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Turn' })).toBeFocused();
  await page.keyboard.type(turn);
  await page.keyboard.press('Enter');
  await waitUntilIdle(page);
}

/** On the calls screen. @param what kind of breakpoint, in the words of the dialog. @param value verdict, tool or resource. */
export async function setBreakpoint(page: Page, what: string, value: string): Promise<void> {
  await page.keyboard.press('b');
  const form = page.getByRole('form', { name: 'Another breakpoint' });
  await form.getByRole('combobox', { name: 'What', exact: true }).selectOption(what);
  if (what === 'A verdict')
    await form.getByRole('combobox', { name: 'Verdict', exact: true }).selectOption(value);
  else await form.getByLabel(/as the calls name it/).fill(value);
  await form.getByRole('button', { name: 'Set it' }).focus();
  await page.keyboard.press('Enter');
  await waitUntilIdle(page);
}

export async function removeBreakpoint(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Remove the breakpoint: ${name}` }).focus();
  await page.keyboard.press('Enter');
  await waitUntilIdle(page);
}

/**
 * Drops, and takes the page's process away at the moment the import says this, as a crash of the browser would. The page
 * itself watches: a phase may be over before a test that asks from outside sees it. One that is never painted at all
 * ends with the import.
 */
export async function killWhileImporting(page: Page, paths: readonly string[], phase: string): Promise<void> {
  let tell = (): void => undefined;
  const reached = new Promise<void>((done) => {
    tell = done;
  });
  await page.exposeFunction('tellReached', () => tell());
  await page.evaluate((words) => {
    new MutationObserver(() => {
      const said = document.querySelector('[role=progressbar]')?.getAttribute('aria-label');
      const isOver = document.querySelector('nav[aria-label=Screens]') !== null;
      if (said === words || isOver) (window as unknown as { tellReached(): void }).tellReached();
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
  }, phase);
  await startDrop(page, paths);
  await reached;
  const crashed = page.waitForEvent('crash');
  await page.goto('chrome://crash').catch(() => undefined);
  await crashed;
  await page.close();
}

/** The word on the chip of the selected session. */
export const outcome = (page: Page) => page.getByTestId('outcome');

/** On the findings screen. */
export async function writeFinding(
  page: Page,
  finding: { readonly title: string; readonly text: string; readonly severity: string },
): Promise<void> {
  await page.getByRole('button', { name: 'New finding' }).click();
  await page.getByLabel('Title').fill(finding.title);
  await page.getByLabel('Severity').selectOption(finding.severity);
  await page.getByLabel('Text', { exact: true }).fill(finding.text);
  await page.getByRole('button', { name: 'Store the finding' }).click();
  await waitUntilIdle(page);
}

export async function undo(page: Page): Promise<void> {
  await page.keyboard.press('Control+z');
  await waitUntilIdle(page);
}

export async function redo(page: Page): Promise<void> {
  await page.keyboard.press('Control+Shift+z');
  await waitUntilIdle(page);
}

/** Presses an export button of the findings screen. @returns the text of the file. */
export async function exportText(page: Page, button: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  return readFile(await download.path(), 'utf8');
}

/** No rule of axe is broken on what is shown, in light and in dark. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await waitUntilIdle(page);
    const { violations } = await new AxeBuilder({ page }).analyze();
    const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    expect(told).toEqual([]);
  }
}
