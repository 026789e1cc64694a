import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from './bundle.mjs';
import { ROOT } from './install.mjs';
import { newest } from './newest.mjs';

const CACHE = join(ROOT, '.cache');
const BUILT = join(CACHE, 'cli');
const LOCK = join(CACHE, 'cli.lock');

/**
 * Bundles the command line when a source is newer than the bundle. Two calls at once are normal: the second waits
 * for the first. Prints nothing.
 * @returns the URL of the bundle.
 */
export async function ensureCliBuilt() {
  const entry = join(BUILT, 'main.js');
  const sources = newest(['src', 'package.json', 'scripts/bundle.mjs'].map((name) => join(ROOT, name)));
  const fresh = () => existsSync(entry) && statSync(entry).mtimeMs >= sources;
  // an installed package has its bundle and no sources
  while (!fresh()) {
    if (!lock()) {
      await new Promise((done) => setTimeout(done, 50));
      continue;
    }
    try {
      if (!fresh()) await bundle('src/cli/main.ts', BUILT);
    } finally {
      rmSync(LOCK, { force: true });
    }
  }
  return pathToFileURL(entry).href;
}

/** Takes the lock, also from a process that died with it. */
function lock() {
  mkdirSync(CACHE, { recursive: true });
  try {
    writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  if (!isHeld()) rmSync(LOCK, { force: true });
  return false;
}

function isHeld() {
  try {
    const holder = Number(readFileSync(LOCK, 'utf8'));
    // just made, not yet written
    if (holder === 0) return Date.now() - statSync(LOCK).mtimeMs < 1_000;
    process.kill(holder, 0);
    return true;
  } catch (error) {
    // EPERM: it lives, and is somebody else's; ENOENT: it was given back just now
    return error.code !== 'ESRCH';
  }
}
