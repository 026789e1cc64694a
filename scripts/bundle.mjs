import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './install.mjs';

/**
 * Bundles a TypeScript entry for Node into one file, `main.js` in a folder that is put into place at once. Prints
 * nothing.
 */
export async function bundle(entry, folder) {
  const { build } = await import('vite');
  const fresh = `${folder}.${process.pid}`;
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    // one file that needs no node_modules starts three times as fast as a tree of modules
    // (Playwright and SQLite bring files of their own that they look for beside themselves)
    ssr: { noExternal: true, external: ['playwright', 'node-sqlite3-wasm'] },
    build: {
      ssr: join(ROOT, entry),
      target: 'node20',
      outDir: fresh,
      emptyOutDir: true,
      minify: false,
      rollupOptions: { output: { entryFileNames: 'main.js', format: 'es' } },
    },
  });
  const old = `${fresh}.old`;
  if (existsSync(folder)) renameSync(folder, old);
  renameSync(fresh, folder);
  rmSync(old, { recursive: true, force: true });
}
