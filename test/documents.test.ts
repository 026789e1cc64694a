import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FORMATS } from '../src/formats/registry.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const linksOf = (path: string): readonly (readonly [text: string, target: string])[] =>
  [...read(path).matchAll(/\[([^\]]+)\]\(([^)#\s]+)\)/g)]
    .map(([, text = '', target = '']) => [text, target] as const)
    .filter(([, target]) => !/^[a-z]+:/.test(target));

describe.each(['README.md', 'ARCHITECTURE.md'])('%s', (path) => {
  it('links to files that are there', () => {
    expect(linksOf(path).filter(([, target]) => !existsSync(join(ROOT, target)))).toEqual([]);
  });

  it('links names to the files that export them', () => {
    const wrong = linksOf(path).filter(([text, target]) => {
      const name = /^`([A-Za-z_]+)`$/.exec(text)?.[1];
      const exported = `\\bexport (?:async )?(?:function|const|class|interface|type) ${name}\\b`;
      return name !== undefined && !new RegExp(exported).test(read(target));
    });
    expect(wrong).toEqual([]);
  });
});

describe('README.md', () => {
  it('has one row for each format that is read', () => {
    const rows = [...read('README.md').matchAll(/^\| ([^|]+) \| [^|]+ \|$/gm)].map(([, label]) => label);
    expect(rows.slice(1).sort()).toEqual(FORMATS.map(({ label }) => label).sort());
  });
});
