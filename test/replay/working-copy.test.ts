import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { copySnapshot, plainFile } from '../../src/replay/working-copy.ts';

const ROOT = mkdtempSync(join(tmpdir(), 'witnessmark-copy-test-'));
afterAll(() => rmSync(ROOT, { recursive: true, force: true }));

let temporary: string;
let snapshot: string;
beforeEach(() => {
  const folder = mkdtempSync(join(ROOT, 'run-'));
  [temporary, snapshot] = [join(folder, 'tmp'), join(folder, 'snapshot')];
  for (const one of [temporary, snapshot, join(snapshot, 'x'), join(snapshot, 'x/y')]) mkdirSync(one);
  writeFileSync(join(snapshot, 'real'), 'one');
  writeFileSync(join(folder, 'outside'), 'secret');
  vi.stubEnv('TMPDIR', temporary);
});

test('is a copy with the links that stay inside, and is gone afterwards', async () => {
  symlinkSync('real', join(snapshot, 'link'));
  symlinkSync('../..', join(snapshot, 'x/y/up'));
  const copy = await copySnapshot(snapshot);
  writeFileSync(join(copy.folder, 'link'), 'two');
  expect(readFileSync(join(copy.folder, 'real'), 'utf8')).toBe('two');
  expect(readFileSync(join(snapshot, 'real'), 'utf8')).toBe('one');
  copy.remove();
  expect(existsSync(copy.folder)).toBe(false);
});

test.each([
  ['an absolute link into the snapshot', 'link', () => join(snapshot, 'real')],
  ['an absolute link elsewhere', 'link', () => '/etc'],
  ['a relative link that goes up', 'link', () => '../outside'],
  ['a link that goes up by another link', 'x/y/link', () => 'up/../outside'],
  ['a link that leaves the snapshot and comes back by its name', 'link', () => '../snapshot/real'],
  ['a link to what is not there', 'link', () => '../new'],
  ['a link to itself', 'link', () => 'link'],
])('%s is refused, and no copy stays', async (_, name, target) => {
  symlinkSync('../..', join(snapshot, 'x/y/up'));
  symlinkSync(target(), join(snapshot, name));
  await expect(copySnapshot(snapshot)).rejects.toThrow(`${name} of the snapshot is a link that leads`);
  expect(readdirSync(temporary)).toEqual([]);
});

test('a file of the copy is found through links inside, and through none that lead out', async () => {
  const copy = await copySnapshot(snapshot);
  symlinkSync('real', join(copy.folder, 'inside'));
  symlinkSync('/etc/hostname', join(copy.folder, 'out'));
  symlinkSync('/etc', join(copy.folder, 'folder'));
  expect(await plainFile(copy.folder, 'inside')).toBe(join(copy.folder, 'real'));
  expect(await plainFile(copy.folder, 'gone')).toBeUndefined();
  for (const path of ['out', 'folder/hostname']) {
    await expect(plainFile(copy.folder, path)).rejects.toThrow('it leads out of the working copy');
  }
  await expect(plainFile(copy.folder, 'x')).rejects.toThrow('it is no plain file');
  copy.remove();
});
