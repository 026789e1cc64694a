import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { countTests } from '../../scripts/count-tests.mjs';

const folder = mkdtempSync(join(tmpdir(), 'witnessmark-count-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const report = (name: string, value: object): string => {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(value));
  return path;
};
const passedFile = { status: 'passed', assertionResults: [{ status: 'passed' }] };

it('adds the tests of both runners', () => {
  const unit = report('unit.json', { numPassedTests: 7, numFailedTests: 1, testResults: [passedFile] });
  const e2e = report('e2e.json', { stats: { expected: 3, flaky: 0, unexpected: 2 }, errors: [] });
  expect(countTests(unit, e2e)).toEqual({ passed: 10, failed: 3 });
});

it('counts a file that could not be loaded, and a runner that left no report, as failed', () => {
  const unit = report('broken.json', {
    numPassedTests: 7,
    numFailedTests: 0,
    testResults: [passedFile, { status: 'failed', assertionResults: [] }],
  });
  expect(countTests(unit, join(folder, 'none.json'))).toEqual({ passed: 7, failed: 2 });
});
