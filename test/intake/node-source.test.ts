import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wholeBytes } from '../../src/intake/derived-sources.ts';
import { hashSource } from '../../src/intake/hash-source.ts';
import { listNodeSources } from '../../src/intake/node-source.ts';
import { text } from './archives.ts';

let root = '';

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'witnessmark-'));
  await mkdir(join(root, 'bundle/states'), { recursive: true });
  await writeFile(join(root, 'bundle/trace.json'), '{}');
  await writeFile(join(root, 'bundle/states/a.yaml'), 'a: 1\n');
  await writeFile(join(root, 'outside.txt'), 'outside');
  await symlink(join(root, 'outside.txt'), join(root, 'bundle/leads-out'));
  await symlink(join(root, 'bundle/trace.json'), join(root, 'bundle/stays-in'));
  await symlink(join(root, 'bundle'), join(root, 'bundle/states/loop'));
});
afterAll(() => rm(root, { recursive: true }));

describe('files and folders of a disk', () => {
  it('lists a folder by places inside it, sorted, and follows no link out of it', async () => {
    const { sources, unreadable } = await listNodeSources([join(root, 'bundle')], 1_000);
    expect(sources.map(({ path, size }) => [path, size])).toEqual([
      ['stays-in', 2],
      ['trace.json', 2],
      ['states/a.yaml', 5],
    ]);
    expect(unreadable.map(({ path }) => path)).toEqual(['leads-out', 'states/loop']);
  });

  it('calls a file by its base name, and streams and reads it', async () => {
    const { sources } = await listNodeSources([join(root, 'bundle/states/a.yaml')], 1_000);
    const [source] = sources;
    if (source === undefined) throw new Error('not listed');
    expect(source.path).toBe('a.yaml');
    expect(text(await wholeBytes(source))).toBe('a: 1\n');
    expect(text(await source.read(3, 100))).toBe('1\n');
    expect(text(await source.read(9, 100))).toBe('');
    const rest: string[] = [];
    for await (const piece of source.stream(1)) rest.push(text(piece));
    expect(rest.join('')).toBe(': 1\n');
    expect(await hashSource(source)).toBe('37b128c59f1f5097f73f82691cb519f1f568667faab5ced1b4ab979d36837eae');
  });

  it('says what is not there', async () => {
    const { sources, unreadable } = await listNodeSources([join(root, 'nothing')], 1_000);
    expect(sources).toEqual([]);
    expect(unreadable).toEqual([{ path: join(root, 'nothing'), said: 'there is no such file' }]);
  });
});
