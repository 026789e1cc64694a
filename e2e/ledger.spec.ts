import { expect, type Page, test } from '@playwright/test';
import { damagedFile, type Packing } from './damaged-file.ts';
import { chooseFiles, expectAccessible, openPage, waitUntilIdle } from './workbench.ts';

const PACKINGS: readonly Packing[] = ['inside an archive', 'as UTF-16', 'behind 50 MB'];

for (const packing of PACKINGS) {
  test(`a damaged line ${packing} is shown at its place in the raw file, by keyboard alone`, async ({
    page,
  }) => {
    const { path, damage } = await damagedFile(packing);
    await openPage(page);
    await chooseFiles(page, [path]);
    await page.keyboard.press('6');
    await waitUntilIdle(page);
    await tabTo(page, page.getByRole('grid', { name: 'Problems' }));
    await page.keyboard.press('Home');
    const row = page
      .getByRole('grid', { name: 'Problems' })
      .getByRole('row', { name: /breaks the rules of JSON/ });
    for (let at = 0; at < 10 && (await row.getAttribute('aria-selected')) !== 'true'; at++)
      await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await waitUntilIdle(page);
    const raw = page.getByRole('region', { name: 'Raw file' });
    await expect(raw.locator('.wm-raw-marked')).toContainText(damage);
    // the list keeps the focus, and the page its bars
    await expect(page.getByRole('grid', { name: 'Problems' })).toBeFocused();
    await expect(page.getByRole('navigation', { name: 'Screens' })).toBeInViewport();
    await expect(raw.locator('.wm-raw-said')).toContainText('bytes-lost');
    await tabTo(page, raw.getByRole('tab', { name: 'Text' }));
    await page.keyboard.press('ArrowRight');
    await expect(raw.locator('tr[aria-current]')).toBeInViewport();
    await expectAccessible(page);
    await tabTo(page, raw.getByRole('button', { name: 'close the raw file' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(raw).toHaveCount(0);
    await expect(page.getByRole('grid', { name: 'Problems' })).toBeFocused();
  });
}

test('the ledger tells what became of the records of each file, and lists one kind of problem', async ({
  page,
}) => {
  const { path } = await damagedFile('as it is');
  await openPage(page);
  await chooseFiles(page, [path]);
  await page.keyboard.press('6');
  await waitUntilIdle(page);
  const file = page.getByRole('grid', { name: 'Evidence files' }).getByRole('row', { name: /damaged/ });
  // what is lost begins at the span that is cut; nothing else stands in the groups around it
  await expect(file).toContainText(`1 folded, 1 rejected, 5 B lost`);
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('span-rejected');
  await waitUntilIdle(page);
  await expect(page.getByRole('status').filter({ hasText: 'problem' })).toHaveText('1 problem');
  await expectAccessible(page);
});

/** As a hand without a mouse gets there. */
async function tabTo(page: Page, wanted: ReturnType<Page['locator']>, key = 'Tab'): Promise<void> {
  const isThere = (): Promise<boolean> => wanted.evaluate((one) => one === document.activeElement);
  for (let pressed = 0; pressed < 60 && !(await isThere()); pressed++) await page.keyboard.press(key);
  await expect(wanted).toBeFocused();
}
