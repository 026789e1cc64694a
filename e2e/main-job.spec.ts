import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import {
  chooseFolder,
  dropBundle,
  expectAccessible,
  exportText,
  forgetKeys,
  giveKey,
  gotoScreen,
  openPage,
  openSample,
  orderGroup,
  outcome,
  pinOrder,
  redo,
  stepToDivergence,
  undo,
  waitUntilIdle,
  writeFinding,
} from './workbench.ts';

const SAMPLE = 'public/samples/limits-incident.zip';
const SAMPLE_KEY = 'public/samples/limits-incident.key';
/** SHA-256 of the three lines that were recorded and of the five that the replay left. */
const RECORDED = 'sha256:7169a5d1ebbe9c44663ce75195c8504441eb100f8d0c8722e5bc103bf3f2954c';
const REPLAYED = 'sha256:60fb507a6814a02500021ee5ac4268c8fdd534c7c68fadda430ede191224a4c3';
const LINES = ['default: 600', 'gold: 1500', 'burst_seconds: 10', 'northwind: unlimited', 'audit: off'];
const FINDING = {
  title: 'The config write did something else',
  text: 'Three lines were recorded, five were replayed.',
  severity: 'high',
};

test('the main job: from the drop to the export, and all of it after a reload', async ({ page }) => {
  await openPage(page);
  await dropBundle(page, [SAMPLE]);
  await expect(outcome(page)).toHaveText('divergent');
  await expect(page.getByRole('heading', { name: 'What makes it divergent' })).toBeVisible();

  // the order that nobody witnessed: answered, taken back, ordered as a group by keyboard
  await gotoScreen(page, 'Graph');
  await pinOrder(page, 'fetch');
  await expect(page.getByText('1 order possible')).toBeVisible();
  await undo(page);
  await expect(page.getByText('2 orders possible')).toBeVisible();
  await orderGroup(page);
  await expect(page.getByText('1 order possible')).toBeVisible();

  // the write that diverged behind the same answer
  await gotoScreen(page, 'Calls');
  const call = await stepToDivergence(page);
  await expect(call.getByRole('heading', { name: 'write_config' })).toBeVisible();
  for (const fingerprint of [RECORDED, REPLAYED]) await expect(call.getByText(fingerprint)).toBeVisible();
  await expect(call.getByText('3 lines recorded, 5 lines replayed')).toBeVisible();
  for (const line of LINES) await expect(call.getByText(line).first()).toBeVisible();

  // the decision that somebody edited
  await gotoScreen(page, 'Decisions');
  await expect(page.getByRole('button', { name: '44 unchecked' })).toBeVisible();
  await giveKey(page, SAMPLE_KEY);
  await expect(outcome(page)).toHaveText('refused');
  await page.getByRole('button', { name: '1 refused' }).click();
  await waitUntilIdle(page);
  await expect(page.getByText('Unread evidence: the record as it stands in the file')).toBeVisible();
  await expect(page.getByText(/Refused at the link/)).toBeVisible();
  await forgetKeys(page);
  await expect(outcome(page)).toHaveText('divergent');

  await gotoScreen(page, 'Findings');
  await writeFinding(page, FINDING);
  await undo(page);
  await expect(page.getByText('No finding yet')).toBeVisible();
  await redo(page);
  const exported = await exportedCase(page);
  expect(exported.people.pins).toMatchObject([{ before: expect.any(String), author: expect.any(String) }]);
  expect(exported.people.findings).toMatchObject([FINDING]);

  await page.reload();
  await waitUntilIdle(page);
  await expect(outcome(page)).toHaveText('divergent');
  await expect(page.getByRole('option', { name: new RegExp(FINDING.title) })).toBeVisible();
  const again = await exportedCase(page);
  expect(again.people).toEqual(exported.people);
  expect(again.resultDigest).toEqual(exported.resultDigest);
  await gotoScreen(page, 'Graph');
  await expect(page.getByText('1 order possible')).toBeVisible();
});

test('a zip that is dropped becomes a case in the list, with its size and outcome', async ({ page }) => {
  await openPage(page);
  await dropBundle(page, [SAMPLE]);
  await expect(outcome(page)).toHaveText('divergent');
  await page.getByRole('link', { name: 'Witnessmark' }).click();
  const row = page.getByRole('row', { name: /The limits.yaml incident/ });
  await expect(row).toContainText('divergent');
  await expect(row).toContainText('KiB');
  await row.getByRole('button', { name: /delete/ }).click();
  await page.getByRole('button', { name: 'Delete it' }).click();
  await expect(page.getByText('No case yet')).toBeVisible();
  await waitUntilIdle(page);
  await page.reload();
  await waitUntilIdle(page);
  await expect(page.getByText('No case yet')).toBeVisible();
});

test('a folder, and a file that is no evidence', async ({ page }) => {
  await openPage(page);
  await chooseFolder(page, 'docs');
  await expect(page.getByRole('alert').getByText(/No case was made of docs/)).toBeVisible();
  await dropBundle(page, ['LICENSE']);
  await expect(page.getByRole('alert').getByText('LICENSE', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('No case yet')).toBeVisible();
});

const SCREENS = ['Triage', 'Graph', 'Calls', 'Decisions', 'Findings', 'Ledger'] as const;

for (const screens of [SCREENS.slice(0, 3), SCREENS.slice(3)]) {
  test(`axe finds nothing on ${screens.join(', ')}`, async ({ page }) => {
    await openPage(page);
    await openSample(page);
    for (const name of screens) {
      await gotoScreen(page, name);
      await expectAccessible(page);
    }
  });
}

test('axe finds nothing at the start, in the dialogs, in an editor, with a diverging call and a refused decision', async ({
  page,
}) => {
  await openPage(page);
  await dropBundle(page, ['LICENSE']);
  await expectAccessible(page);
  await openSample(page);
  for (const keys of ['Control+k', '?', 'Control+,']) {
    await page.keyboard.press(keys);
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
  }
  await gotoScreen(page, 'Calls');
  await stepToDivergence(page);
  await expectAccessible(page);
  await gotoScreen(page, 'Findings');
  await page.getByRole('button', { name: 'New finding' }).click();
  await expectAccessible(page);
  await gotoScreen(page, 'Decisions');
  await giveKey(page, SAMPLE_KEY);
  await page.getByRole('button', { name: '1 refused' }).click();
  await expectAccessible(page);
});

/** What "Export findings.json" saves, which keeps to the published schema. */
async function exportedCase(page: Page): Promise<{
  readonly people: { readonly pins: readonly unknown[]; readonly findings: readonly unknown[] };
  readonly resultDigest: unknown;
}> {
  const document = JSON.parse(await exportText(page, 'Export findings.json'));
  const schema = JSON.parse(await readFile('public/findings.schema.json', 'utf8'));
  const validate = new Ajv2020({ strict: false }).compile(schema);
  expect(validate(document), JSON.stringify(validate.errors)).toBe(true);
  return document;
}
