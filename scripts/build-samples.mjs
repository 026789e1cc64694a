import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from './bundle.mjs';
import { ensureInstalled, ROOT } from './install.mjs';

// Writes public/samples/ anew from the builders in test/incidents/; a test demands that the two agree.
ensureInstalled();
const folder = join(ROOT, '.cache', 'samples');
await bundle('test/incidents/samples.ts', folder);
const { buildSamples } = await import(pathToFileURL(join(folder, 'main.js')).href);
const target = join(ROOT, 'public', 'samples');
mkdirSync(target, { recursive: true });
for (const [name, bytes] of await buildSamples()) {
  writeFileSync(join(target, name), bytes);
  console.log(`public/samples/${name}  ${bytes.length} bytes`);
}
