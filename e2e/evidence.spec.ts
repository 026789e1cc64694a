import { execFileSync } from 'node:child_process';
import { dirname } from 'node:path';
import { expect, test } from '@playwright/test';
import { contradictedManifest, jaegerBursts, phoenixFrame } from './traces.ts';
import {
  chooseFolder,
  dropBundle,
  expectAccessible,
  exportText,
  gotoScreen,
  openPage,
  openSample,
  outcome,
  stepToDivergence,
  undo,
  waitUntilIdle,
} from './workbench.ts';

const SAMPLE = 'public/samples/limits-incident.zip';

test('calls are walked by keyboard: the divergence, the gap after it, and from there into the graph and to the crossing', async ({
  page,
}) => {
  await openPage(page);
  await openSample(page);
  await gotoScreen(page, 'Calls');
  const call = await stepToDivergence(page);
  await expect(call.getByRole('heading', { name: 'write_config' })).toBeVisible();
  await page.keyboard.press('g');
  await waitUntilIdle(page);
  await expect(call.getByRole('heading', { name: 'query_db' })).toBeVisible();
  await page.keyboard.press('Shift+D');
  await waitUntilIdle(page);
  await expect(call.getByRole('heading', { name: 'write_config' })).toBeVisible();
  await page.keyboard.press('x');
  await waitUntilIdle(page);
  await expect(page.getByRole('heading', { name: 'Decisions' })).toBeAttached();
  await page.goBack();
  await waitUntilIdle(page);
  await page.keyboard.press('v');
  await waitUntilIdle(page);
  await expect(page.getByRole('tab', { name: 'Step', selected: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'execute_tool write_config' })).toBeVisible();
});

test('what is exported is the command line’s document for the same bytes', async ({ page }) => {
  await openPage(page);
  await dropBundle(page, [SAMPLE]);
  await gotoScreen(page, 'Findings');
  const exported = JSON.parse(await exportText(page, 'Export findings.json'));
  expect(withoutVolatile(exported)).toEqual(withoutVolatile(checked(SAMPLE)));
});

for (const codec of ['SNAPPY', 'GZIP', 'ZSTD'] as const) {
  test(`Parquet is read in the page as on the command line: ${codec}`, async ({ page }) => {
    const frame = await phoenixFrame(codec);
    await openPage(page);
    await dropBundle(page, [frame]);
    await gotoScreen(page, 'Findings');
    const exported = JSON.parse(await exportText(page, 'Export findings.json'));
    expect(withoutVolatile(exported)).toEqual(withoutVolatile(checked(frame)));
    const [{ order }] = exported.sessions;
    expect(order.questions).toEqual([]);
    expect(order.steps.map(({ id }: { id: string }) => Number.parseInt(id, 16))).toEqual([2, 4, 3, 5]);
  });
}

test('a folder is one bundle, dropped or chosen, whose files are named by their place in it', async ({
  page,
}) => {
  const [log = ''] = await contradictedManifest();
  await openPage(page);
  await dropBundle(page, [dirname(log)]);
  await expect(outcome(page)).toHaveText('refused');
  await gotoScreen(page, 'Ledger');
  await expect(page.getByRole('row', { name: /recorded\.jsonl/ }).first()).toBeVisible();
  await page.getByRole('link', { name: 'Witnessmark' }).click();
  await chooseFolder(page, dirname(log));
  await expect(outcome(page)).toHaveText('refused');
});

test('a file is read as what the examiner says, and again as it was recognised', async ({ page }) => {
  await openPage(page);
  await dropBundle(page, [await jaegerBursts()]);
  await expect(page.getByText('12 open questions')).toBeVisible();
  await gotoScreen(page, 'Ledger');
  const files = page.getByRole('grid', { name: 'Evidence files' });
  await files.getByText('download.json').click();
  await waitUntilIdle(page);
  const said = files.getByText('the examiner says so');
  const readAs = page.getByLabel('Read as');
  await readAs.selectOption({ label: 'Zipkin v2' });
  await waitUntilIdle(page);
  await expect(said).toBeVisible();
  await undo(page);
  await expect(said).toHaveCount(0);
  await readAs.selectOption({ label: 'Zipkin v2' });
  await waitUntilIdle(page);
  await page.reload();
  await waitUntilIdle(page);
  await expect(said).toBeVisible();
  await readAs.selectOption({ label: 'as recognised' });
  await waitUntilIdle(page);
  await gotoScreen(page, 'Triage');
  await expect(page.getByText('12 open questions')).toBeVisible();
});

test('files that contradict their manifest: one altered, one not there; the session is refused', async ({
  page,
}) => {
  await openPage(page);
  await dropBundle(page, await contradictedManifest());
  await expect(outcome(page)).toHaveText('refused');
  await gotoScreen(page, 'Ledger');
  await expect(
    page.getByText(/The SHA-256 that the manifest states for recorded.jsonl/).first(),
  ).toBeVisible();
  await expect(page.getByText(/replay.jsonl/).first()).toBeVisible();
});

function checked(path: string): unknown {
  try {
    return JSON.parse(
      execFileSync('npm', ['run', '-s', 'witnessmark', '--', 'check', '--format', 'json', path], {
        encoding: 'utf8',
      }),
    );
  } catch (error) {
    // status 1: some session is not admissible
    return JSON.parse((error as { stdout: string }).stdout);
  }
}

/** What people made, and when: everything else must be equal. */
function withoutVolatile(document: unknown): unknown {
  const { people, actionLog, exported, resultDigest, ...rest } = document as Record<string, unknown>;
  return rest;
}

test('a claim is answered by the evidence, is exported with its support, and is taken back', async ({
  page,
}) => {
  await openPage(page);
  await openSample(page);
  await gotoScreen(page, 'Findings');
  await page.getByRole('tab', { name: /Claims/ }).click();
  await page.getByLabel('Resource, as the calls name it').fill('file:///etc/harbor/limits.yaml');
  await page.keyboard.press('Enter');
  await waitUntilIdle(page);
  const claims = page.getByRole('tabpanel');
  await expect(claims.getByText('It never changed file:///etc/harbor/limits.yaml.')).toBeVisible();
  await expect(claims.getByText('refuted')).toBeVisible();
  await expectAccessible(page);
  const exported = JSON.parse(await exportText(page, 'Export findings.json'));
  expect(exported.people.claims).toMatchObject([{ kind: 'universal', support: 'refuted' }]);
  await undo(page);
  await expect(claims.getByText('No claim yet')).toBeVisible();
});
