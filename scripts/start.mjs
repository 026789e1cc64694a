import { DIST, ensureBuilt } from './build-page.mjs';
import { ensureInstalled } from './install.mjs';
import { createStaticServer } from './serve.mjs';

// Installs on the first run, builds what is out of date, serves to this machine only.
ensureInstalled();
if (!ensureBuilt()) {
  console.error('The page could not be built; see above.');
  process.exit(1);
}

const wanted = process.env.PORT === undefined ? 4173 : Number(process.env.PORT);
if (!Number.isInteger(wanted) || wanted < 0 || wanted > 65_535) {
  console.error(`PORT=${process.env.PORT} is no port.`);
  process.exit(1);
}
const server = createStaticServer(DIST);
server.on('error', (error) => {
  // somebody else's port: any free one will do, unless this one was asked for
  if (error.code === 'EADDRINUSE' && process.env.PORT === undefined) server.listen(0, '127.0.0.1');
  else {
    console.error(`Port ${wanted} cannot be used: ${error.message}`);
    process.exit(1);
  }
});
server.on('listening', () => {
  console.log(`\n  Witnessmark    http://localhost:${server.address().port}/\n`);
  console.log('  Drop a bundle, or choose "Open the sample incident". Nothing leaves this machine.');
  console.log('  Stop with Ctrl+C.\n');
});
server.listen(wanted, '127.0.0.1');
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(0));
