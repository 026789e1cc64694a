#!/usr/bin/env node
import { ensureCliBuilt } from '../scripts/build-cli.mjs';

// Nothing is printed here: standard output belongs to the document.
const { main } = await import(await ensureCliBuilt());
process.exitCode = await main(process.argv.slice(2));
