import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './install.mjs';
import { newest } from './newest.mjs';

export const DIST = join(ROOT, 'dist');

/**
 * Builds the page when a source is newer than the build.
 * @returns whether there is a page that is up to date.
 */
export function ensureBuilt() {
  const sources = [
    'src',
    'public',
    'index.html',
    'vite.config.ts',
    'package-lock.json',
    'scripts/policy.mjs',
  ];
  if (newest([join(DIST, 'index.html')]) > newest(sources.map((name) => join(ROOT, name)))) return true;
  console.log('Building the page …');
  const { status } = spawnSync('npx', ['--no-install', 'vite', 'build', '--logLevel', 'warn'], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  return status === 0;
}
