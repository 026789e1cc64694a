import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = join(fileURLToPath(import.meta.url), '..', '..');

/** Imports that break the table and wait to be mended. It may only shrink. */
const DEBT: readonly string[] = [];

/** What a folder may import beside `lib` and `model`; `type:` allows types only. Read out of ARCHITECTURE.md. */
const MAY_IMPORT: ReadonlyMap<string, readonly string[]> = new Map(
  [...readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8').matchAll(/^\| ([a-z]+) \| ([^|]+) \|$/gm)].flatMap(
    ([, folder = '', rules = '']) =>
      folder === 'folder' ? [] : [[folder, rules === '–' ? [] : rules.split(', ')] as const],
  ),
);

/** Packages that live in some folders only. */
const PACKAGES: readonly { readonly name: RegExp; readonly folders: readonly string[] }[] = [
  { name: /^react(-dom)?(\/|$)|^@tanstack\/react-query$/, folders: ['queries', 'ui', 'views', 'app'] },
  { name: /^zustand$/, folders: ['queries', 'ui', 'views', 'app'] },
  { name: /^zustand\/vanilla$/, folders: ['state'] },
  { name: /^dexie$/, folders: ['casefile'] },
  { name: /^d3(-[a-z]+)?$/, folders: ['views'] },
  { name: /^@zip\.js\/zip\.js/, folders: ['intake', 'report'] },
  { name: /^hyparquet(\/|$)/, folders: ['intake'] },
  { name: /^hash-wasm$/, folders: ['lib', 'intake'] },
  { name: /^node-sqlite3-wasm$/, folders: ['replay'] },
  { name: /^node:/, folders: ['cli', 'intake', 'replay'] },
];

/** Names of the browser's page; workers and the command line have none of them. */
const PAGE_GLOBALS =
  /(?<![.\w])((localStorage|sessionStorage|navigator)\.|(window|document)\.(add|remove|create|query|get|body|head|location|document|match|request|visibility))/;
const PAGE_TYPES =
  /\b(HTML\w*Element|SVG\w*Element|CanvasRenderingContext2D|OffscreenCanvas\w*|IDB\w+|FileList|DataTransfer\w*|DOMRect|MouseEvent|KeyboardEvent|PointerEvent)\b/;
const MAY_USE_PAGE =
  /^(intake|casefile|queries|ui|views|app)\/|^engine\/client\.ts$|^state\/preferences\.ts$/;

interface Import {
  readonly file: string;
  readonly target: string;
  readonly typeOnly: boolean;
}

/** Why an import may not be; undefined when it may. Paths are relative to `src/`. */
function breach({ file, target, typeOnly }: Import): string | undefined {
  const [folder = ''] = file.split('/');
  if (!target.startsWith('.')) {
    const rule = PACKAGES.find(({ name }) => name.test(target));
    return rule === undefined || rule.folders.includes(folder) || typeOnly
      ? undefined
      : `${file} imports ${target}, which lives in ${rule.folders.join(', ')}`;
  }
  const path = relative('.', join(file, '..', target));
  const [into = ''] = path.split('/');
  if (into === folder) {
    const [, own] = file.split('/');
    const [, other] = path.split('/');
    return folder === 'views' && own !== other
      ? `${file} imports ${path}: one screen imports another`
      : undefined;
  }
  if (into === 'lib' && folder !== 'lib') return undefined;
  if (into === 'model' && folder !== 'lib') return undefined;
  const allowed = (MAY_IMPORT.get(folder) ?? []).some((rule) => {
    if (rule.startsWith('type:')) return typeOnly && rule.slice(5) === into;
    return rule === into || path === `${rule}.ts`;
  });
  return allowed ? undefined : `${file} imports ${path}`;
}

function importsOf(file: string, text: string): readonly Import[] {
  const found: Import[] = [];
  const statement = /^\s*(?:import|export)\s+(type\s+)?([^;'"]*?\sfrom\s+)?['"]([^'"]+)['"]/gm;
  for (const [, type, names = '', target = ''] of text.matchAll(statement)) {
    const list = /\{([^}]*)\}/.exec(names)?.[1];
    const eachIsType =
      list !== undefined &&
      !/\}\s*,|,\s*\{/.test(names) &&
      list.split(',').every((name) => /^\s*(type\s|$)/.test(name));
    found.push({ file, target, typeOnly: type !== undefined || eachIsType });
  }
  for (const [, target = ''] of text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]\s*\)/g)) {
    found.push({ file, target, typeOnly: false });
  }
  return found;
}

function filesBelow(folder: string, ending: RegExp): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => name.replaceAll('\\', '/'));
}

const sources = filesBelow('src', /\.tsx?$/).map((file) => ({
  file,
  text: readFileSync(join(ROOT, 'src', file), 'utf8'),
}));

describe('the import table', () => {
  it('is kept by every import', () => {
    const breaches = sources.flatMap(({ file, text }) =>
      importsOf(file, text).flatMap((one) => breach(one) ?? []),
    );
    expect(breaches.filter((line) => !DEBT.includes(line))).toEqual([]);
    expect(DEBT.filter((line) => !breaches.includes(line))).toEqual([]);
  });

  it('names every folder', () => {
    expect([...MAY_IMPORT.keys()].sort()).toEqual(
      [...new Set(sources.map(({ file }) => file.split('/')[0]))].sort(),
    );
  });

  it.each([
    ['lib/a.ts', "import { b } from '../model/b.ts';"],
    ['model/a.ts', "import { b } from '../formats/b.ts';"],
    ['verdicts/a.ts', "import { b } from '../intake/b.ts';"],
    ['formats/x/a.ts', "import { b } from '../../intake/b.ts';"],
    ['views/graph/A.tsx', "import { B } from '../calls/B.tsx';"],
    ['views/graph/A.tsx', "import { b } from '../../engine/b.ts';"],
    ['queries/a.ts', "import { b } from '../engine/open-bundle.ts';"],
    ['cli/a.ts', "import { b } from '../casefile/b.ts';"],
    ['engine/a.ts', "import Dexie from 'dexie';"],
    ['layout/a.ts', "import { line } from 'd3';"],
    ['verdicts/a.ts', "import { useState } from 'react';"],
    ['lib/a.ts', "import { readFileSync } from 'node:fs';"],
    ['verdicts/a.ts', "const b = await import('../engine/b.ts');"],
  ])('would see %s with %s', (file, text) => {
    expect(importsOf(file, text).map(breach)).toEqual([expect.stringContaining(file)]);
  });

  it.each([
    ['formats/x/a.ts', "import type { B } from '../../intake/b.ts';"],
    ['formats/x/a.ts', "import { type B, type C } from '../../intake/b.ts';"],
    ['views/graph/a.ts', "import { zoom } from 'd3';"],
    ['views/graph/A.tsx', "import { Button } from '../../ui/Button.tsx';"],
    ['queries/a.ts', "import { createEngineClient } from '../engine/client.ts';"],
  ])('lets %s have %s', (file, text) => {
    expect(importsOf(file, text).map(breach)).toEqual([undefined]);
  });
});

describe('the sources', () => {
  it('touch the page only where there is one', () => {
    const found = sources
      .filter(({ file }) => !MAY_USE_PAGE.test(file))
      .flatMap(({ file, text }) => {
        const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/gm, '');
        const hit = PAGE_GLOBALS.exec(code) ?? PAGE_TYPES.exec(code);
        return hit === null ? [] : [`${file}: ${hit[0]}`];
      });
    expect(found).toEqual([]);
  });

  it('are files that a person can read', () => {
    // "one over 400 should be two" (layout.md), give or take a docstring
    expect(sources.filter(({ text }) => text.split('\n').length > 421).map(({ file }) => file)).toEqual([]);
  });

  it('put no evidence into markup and evaluate nothing', () => {
    const banned =
      /\binnerHTML\b|\bouterHTML\b|insertAdjacentHTML|dangerouslySetInnerHTML|\.html\(|\beval\(|new Function\(/;
    expect(sources.filter(({ text }) => banned.test(text)).map(({ file }) => file)).toEqual([]);
  });

  it('and their tests skip nothing and silence no type', () => {
    // put together here, so that this file does not find itself
    const banned = new RegExp(
      ['\\b(it|test|describe)\\.(skip|on', 'ly|todo)\\b|@ts-', 'ignore|@ts-', 'nocheck'].join(''),
    );
    const files = ['src', 'test', 'e2e', 'bench'].flatMap((folder) =>
      filesBelow(folder, /\.tsx?$/).map((file) => join(folder, file)),
    );
    expect(files.filter((file) => banned.test(readFileSync(join(ROOT, file), 'utf8')))).toEqual([]);
  });
});

describe('package.json', () => {
  it('pins every dependency exactly', () => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
      ([, version]) => !/^\d+\.\d+\.\d+$/.test(String(version)),
    );
    expect(loose).toEqual([]);
  });
});
