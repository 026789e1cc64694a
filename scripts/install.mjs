import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** Installs the locked dependencies when they are not there or older than the lock. Ends the process when that fails. */
export function ensureInstalled() {
  // npm writes this file at the end of every install, so a half-finished one does not count
  const mark = join(ROOT, 'node_modules', '.package-lock.json');
  const lock = join(ROOT, 'package-lock.json');
  if (existsSync(mark) && statSync(mark).mtimeMs >= statSync(lock).mtimeMs) return;
  console.log('Installing the dependencies (npm ci) …');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) {
    console.error('npm ci failed; see above. Witnessmark needs Node 20 or newer and the npm registry.');
    process.exit(status ?? 1);
  }
}
