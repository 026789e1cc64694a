#!/usr/bin/env node
import { ensureCliBuilt } from '../scripts/build-cli.mjs';

// Nothing is printed here: standard output belongs to the document.
const { main } = await import(await ensureCliBuilt());
// a reader that has seen enough (`| head`) is no failure
process.stdout.on('error', (error) => {
  if (error.code !== 'EPIPE') throw error;
});
process.exitCode = await main(process.argv.slice(2));
// an executor may have left something running, and nobody waits for it
if (process.argv[2] === 'replay') process.exit();
