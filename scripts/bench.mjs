import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { bundle } from './bundle.mjs';
import { findChromium } from './chromium.mjs';
import { ensureInstalled, ROOT } from './install.mjs';

// Runs bench/*.bench.ts, each in a process of its own; `npm run bench -- WORD` runs those with the word in their name.
ensureInstalled();
const words = process.argv.slice(2);
const names = readdirSync(join(ROOT, 'bench'))
  .filter((name) => name.endsWith('.bench.ts'))
  .filter((name) => words.length === 0 || words.some((word) => name.includes(word)))
  .sort();
if (names.length === 0) {
  console.error(`No benchmark in bench/ is named like ${words.join(' or ')}.`);
  process.exit(2);
}
// those of the page need one
const chromium = await findChromium();
for (const name of names) {
  console.log(`\n— ${name}`);
  const folder = join(ROOT, '.cache', 'bench', name);
  await bundle(join('bench', name), folder);
  const { status } = spawnSync(process.execPath, ['--expose-gc', join(folder, 'main.js')], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...(chromium === undefined ? {} : { CHROMIUM_PATH: chromium }) },
  });
  if (status !== 0) process.exitCode = 1;
}
