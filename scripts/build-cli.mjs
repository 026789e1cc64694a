import { existsSync, mkdirSync, rmdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from './bundle.mjs';
import { ROOT } from './install.mjs';
import { newest } from './newest.mjs';

const CACHE = join(ROOT, '.cache');
const BUILT = join(CACHE, 'cli');
const LOCK = join(CACHE, 'cli.lock');
/** A build takes seconds: a lock older than this was left by a process that died. */
const STALE_MS = 120_000;

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
      rmdirSync(LOCK);
    }
  }
  return pathToFileURL(entry).href;
}

function lock() {
  mkdirSync(CACHE, { recursive: true });
  try {
    mkdirSync(LOCK);
    return true;
  } catch {
    try {
      if (Date.now() - statSync(LOCK).mtimeMs > STALE_MS) rmdirSync(LOCK);
    } catch {
      // somebody else removed it just now
    }
    return false;
  }
}
