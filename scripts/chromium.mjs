import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';

const KNOWN = [
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/chromium-browser',
];

const runs = (path) => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/**
 * A Chromium for the end-to-end tests: one that is there, else Playwright's own, else Debian's package.
 * @returns its path; undefined when none can be had, after saying what was tried.
 */
export async function findChromium() {
  const tried = [];
  const given = process.env.CHROMIUM_PATH;
  if (given !== undefined && given !== '') {
    if (runs(given)) return given;
    tried.push(`CHROMIUM_PATH=${given}: not an executable file`);
  } else tried.push('CHROMIUM_PATH: not set');
  for (const path of KNOWN) if (runs(path)) return path;
  tried.push(`${KNOWN.join(', ')}: not there`);

  const { chromium } = await import('playwright');
  if (existsSync(chromium.executablePath())) return chromium.executablePath();
  console.log('No Chromium found; trying Playwright’s own …');
  spawnSync('npx', ['--no-install', 'playwright', 'install', 'chromium'], {
    stdio: 'ignore',
    timeout: 300_000,
  });
  if (existsSync(chromium.executablePath())) return chromium.executablePath();
  tried.push('npx playwright install chromium: the download failed');

  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('… and Debian’s package `chromium` …');
    const apt = (...words) =>
      spawnSync('apt-get', words, {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      });
    apt('update', '-qq');
    apt('install', '-y', '-qq', '--no-install-recommends', 'chromium');
    if (runs('/usr/bin/chromium')) return '/usr/bin/chromium';
    tried.push('apt-get install chromium: failed');
  } else tried.push('apt-get install chromium: needs Debian and root');

  console.error(
    `No Chromium for the end-to-end tests. Tried:\n${tried.map((line) => `  - ${line}`).join('\n')}`,
  );
  return undefined;
}
