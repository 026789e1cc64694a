import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './build-page.mjs';
import { findChromium } from './chromium.mjs';
import { countTests } from './count-tests.mjs';
import { freePort } from './free-port.mjs';
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

console.log('\n— the page');
const built = ensureBuilt();
const chromium = built ? await findChromium() : undefined;
if (!built) failed.push('the build of the page, so no end-to-end test was run');
else if (chromium === undefined) failed.push('a Chromium for the end-to-end tests');
else {
  console.log(`Chromium: ${chromium}`);
  step('end-to-end tests', ['playwright', 'test'], {
    CHROMIUM_PATH: chromium,
    E2E_PORT: String(await freePort()),
    PLAYWRIGHT_JSON_OUTPUT_NAME: e2eReport,
  });
}

const count = countTests(unitReport, e2eReport);
console.log(failed.length === 0 ? '\nAll of it holds.' : `\nFailed: ${failed.join(', ')}.`);
console.log(`${count.passed} passed, ${count.failed} failed`);
process.exitCode = failed.length === 0 ? 0 : 1;
