import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONTENT_SECURITY_POLICY } from '../../scripts/policy.mjs';
import { createStaticServer } from '../../scripts/serve.mjs';

let folder: string;
let server: Server;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'witnessmark-serve-'));
  const site = join(folder, 'site');
  mkdirSync(join(site, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'secret.txt'), 'outside');
  mkdirSync(join(folder, 'site-2'));
  writeFileSync(join(folder, 'site-2', 'secret.txt'), 'beside');
  writeFileSync(join(site, 'index.html'), '<!doctype html>');
  writeFileSync(join(site, 'assets', 'worker-1a2b.js'), 'export {};');
  writeFileSync(join(site, 'sample.zip'), 'PK');
  server = createStaticServer(site);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** The path as it is: `fetch` would tidy it up. */
const ask = (path: string, method = 'GET'): Promise<Answer> =>
  new Promise((done, fail) => {
    const { port } = server.address() as AddressInfo;
    request({ port, host: '127.0.0.1', path, method }, (response) => {
      let body = '';
      response.on('data', (part) => {
        body += part;
      });
      response.on('end', () => done({ status: response.statusCode, headers: response.headers, body }));
    })
      .on('error', fail)
      .end();
  });

describe('the server of npm start', () => {
  it('gives the page and its files with their types', async () => {
    expect(await ask('/')).toMatchObject({ status: 200, body: '<!doctype html>' });
    expect((await ask('/')).headers['content-type']).toBe('text/html; charset=utf-8');
    expect((await ask('/assets/worker-1a2b.js')).headers['content-type']).toBe(
      'text/javascript; charset=utf-8',
    );
    expect((await ask('/sample.zip')).headers['content-type']).toBe('application/zip');
    expect(await ask('/', 'HEAD')).toMatchObject({ status: 200, body: '' });
  });

  it('sends the policy with everything, refusals too', async () => {
    for (const path of ['/', '/assets/worker-1a2b.js', '/sample.zip', '/nothing']) {
      expect((await ask(path)).headers).toMatchObject({
        'content-security-policy': `${CONTENT_SECURITY_POLICY}; frame-ancestors 'none'`,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
      });
    }
  });

  it.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/..%5csecret.txt',
    '/../site-2/secret.txt',
    '/..%2fsite-2%2fsecret.txt',
    '/assets',
    '/%00',
    '/%',
    '/nothing',
    '//secret.txt',
  ])('has nothing at %s', async (path) => {
    expect(await ask(path)).toMatchObject({ status: 404, body: '' });
  });

  it('takes nothing', async () => {
    expect(await ask('/', 'POST')).toMatchObject({ status: 405 });
  });
});
