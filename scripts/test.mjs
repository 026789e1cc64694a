import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './build-page.mjs';
import { findChromium } from './chromium.mjs';
import { ensureInstalled, ROOT } from './install.mjs';

// Everything that has to hold: types, lint, unit tests, the built page, end-to-end tests. Each is run even when one
// before it failed; the last line counts the tests, and the exit status is 0 only when all of it holds.
ensureInstalled();

const REPORTS = join(ROOT, '.cache', 'reports');
rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });
const unitReport = join(REPORTS, 'unit.json');
const e2eReport = join(REPORTS, 'e2e.json');

const failed = [];
const step = (name, words, env = {}) => {
  console.log(`\n— ${name}`);
  const { status } = spawnSync('npx', ['--no-install', ...words], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  if (status !== 0) failed.push(name);
};

step('types', ['tsc', '--noEmit']);
step('types of the worker', ['tsc', '--noEmit', '-p', 'tsconfig.worker.json']);
step('lint', ['biome', 'ci', '.']);
step('unit tests', [
  'vitest',
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${unitReport}`,
]);
ensureBuilt();
const chromium = await findChromium();
if (chromium === undefined) failed.push('a Chromium for the end-to-end tests');
else {
  console.log(`\nChromium: ${chromium}`);
  step('end-to-end tests', ['playwright', 'test'], {
    CHROMIUM_PATH: chromium,
    PLAYWRIGHT_JSON_OUTPUT_NAME: e2eReport,
  });
}

const count = { passed: 0, failed: 0 };
if (existsSync(unitReport)) {
  const report = JSON.parse(readFileSync(unitReport, 'utf8'));
  count.passed += report.numPassedTests;
  count.failed += report.numFailedTests;
}
if (existsSync(e2eReport)) {
  const { stats } = JSON.parse(readFileSync(e2eReport, 'utf8'));
  count.passed += stats.expected + stats.flaky;
  count.failed += stats.unexpected;
}
console.log(failed.length === 0 ? '\nAll of it holds.' : `\nFailed: ${failed.join(', ')}.`);
console.log(`${count.passed} passed, ${count.failed} failed`);
process.exitCode = failed.length === 0 ? 0 : 1;
