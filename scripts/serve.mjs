import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { HEADERS } from './policy.mjs';

const TYPES = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.json', 'application/json; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.ico', 'image/x-icon'],
  ['.wasm', 'application/wasm'],
  ['.zip', 'application/zip'],
  ['.webmanifest', 'application/manifest+json'],
]);

/** A server for one built folder and this machine only; every answer carries the page's policy. */
export function createStaticServer(folder) {
  return createServer((request, response) => {
    const refuse = (status) => response.writeHead(status, HEADERS).end();
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405);
    const path = fileOf(folder, request.url ?? '/');
    if (path === undefined) return refuse(404);
    const type = TYPES.get(extname(path)) ?? 'application/octet-stream';
    // the build's names carry a hash of their content; everything else is asked for anew
    const cache = path.includes(`${sep}assets${sep}`) ? 'public, max-age=31536000, immutable' : 'no-cache';
    response.writeHead(200, {
      ...HEADERS,
      'Content-Type': type,
      'Content-Length': statSync(path).size,
      'Cache-Control': cache,
    });
    if (request.method === 'HEAD') return response.end();
    createReadStream(path).pipe(response);
  });
}

/** The file that an address names; undefined when there is none or it would lie outside of the folder. */
function fileOf(folder, url) {
  let name;
  try {
    name = decodeURIComponent(new URL(`http://localhost${url}`).pathname);
  } catch {
    return undefined;
  }
  if (name.includes('\0')) return undefined;
  const path = normalize(join(folder, name.endsWith('/') ? `${name}index.html` : name));
  if (!path.startsWith(folder + sep)) return undefined;
  return existsSync(path) && statSync(path).isFile() ? path : undefined;
}
