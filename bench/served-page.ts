import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import type { Browser } from 'playwright';

/** The built page, served, and a browser to open it with. */
export interface ServedPage {
  readonly address: string;
  readonly browser: Browser;
  close(): Promise<void>;
}

export async function servePage(): Promise<ServedPage> {
  const port = await freePort();
  const server: ChildProcess = spawn(process.execPath, ['scripts/start.mjs'], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((done) => {
    server.stdout?.on('data', (text) => String(text).includes('http://') && done());
  });
  // a name that the bundler cannot see: Playwright finds its parts beside itself
  const playwright = 'playwright';
  const { chromium } = (await import(playwright)) as typeof import('playwright');
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  });
  return {
    address: `http://localhost:${port}/`,
    browser,
    close: async () => {
      await browser.close();
      server.kill();
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => done(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
