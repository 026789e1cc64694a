import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from '@playwright/test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { contradictedManifest } from './traces.ts';
import {
  chooseFolder,
  dropBundle,
  exportText,
  gotoScreen,
  openPage,
  openSample,
  outcome,
  waitUntilIdle,
  writeFinding,
} from './workbench.ts';

const SAMPLE = 'public/samples/limits-incident.zip';

test('the diverging call: both fingerprints, three lines recorded and five replayed', async ({ page }) => {
  await openPage(page);
  await openSample(page);
  await gotoScreen(page, 'Calls');
  await page.keyboard.press('d');
  await waitUntilIdle(page);
  const call = page.getByRole('region', { name: 'The call' });
  await expect(call.getByRole('heading', { name: 'write_config' })).toBeVisible();
  await expect(call.getByText('After the call: file:///etc/harbor/limits.yaml')).toBeVisible();
  const prints = await call.locator('.wm-fingerprint').allInnerTexts();
  expect(new Set(prints.filter((text) => text.startsWith('sha256:'))).size).toBeGreaterThanOrEqual(2);
  await expect(call.getByText('3 lines recorded, 5 lines replayed')).toBeVisible();
  await expect(call.getByText('northwind: unlimited')).toBeVisible();
  await expect(call.getByRole('link', { name: /Crossing/ })).toBeVisible();
  // on by the keyboard: the gap, then the call that came out of a cache
  await page.keyboard.press('g');
  await waitUntilIdle(page);
  await expect(call.getByRole('heading', { name: 'query_db' })).toBeVisible();
});

test('what is exported is the command line’s document for the same bytes, with the pin and the finding', async ({
  page,
}) => {
  await openPage(page);
  await openSample(page);
  await gotoScreen(page, 'Graph');
  await page.getByRole('button', { name: /fetch first/ }).click();
  await waitUntilIdle(page);
  await gotoScreen(page, 'Findings');
  await writeFinding(page, { title: 'Overwritten', text: 'Five lines instead of three.', severity: 'high' });
  const exported = JSON.parse(await exportText(page, 'Export findings.json'));
  const validate = new Ajv2020({ strict: false }).compile(
    JSON.parse(readFileSync('public/findings.schema.json', 'utf8')),
  );
  expect(validate(exported), JSON.stringify(validate.errors)).toBe(true);
  expect(exported.people.pins).toHaveLength(1);
  expect(exported.people.findings).toMatchObject([{ title: 'Overwritten' }]);
});

test('the document without assumptions is the command line’s', async ({ page }) => {
  await openPage(page);
  await dropBundle(page, [SAMPLE]);
  await gotoScreen(page, 'Findings');
  const exported = JSON.parse(await exportText(page, 'Export findings.json'));
  expect(withoutVolatile(exported)).toEqual(withoutVolatile(checked(SAMPLE)));
});

test('a folder is one bundle, whose files are named by their place in it', async ({ page }) => {
  const [log = ''] = await contradictedManifest();
  await openPage(page);
  await chooseFolder(page, dirname(log));
  await expect(outcome(page)).toHaveText('refused');
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
