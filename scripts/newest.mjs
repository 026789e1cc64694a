import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Time of the newest file below some paths, in ms; 0 where there is none. */
export function newest(paths) {
  let time = 0;
  const open = paths.filter((path) => existsSync(path));
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const stat = statSync(path);
    if (stat.isDirectory()) for (const name of readdirSync(path)) open.push(join(path, name));
    else if (stat.mtimeMs > time) time = stat.mtimeMs;
  }
  return time;
}
