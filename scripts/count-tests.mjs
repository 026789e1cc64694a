import { existsSync, readFileSync } from 'node:fs';

/** Tests in the reports of Vitest and Playwright. A file that could not be run counts as one failed test. */
export function countTests(unitReport, e2eReport) {
  const count = { passed: 0, failed: 0 };
  if (existsSync(unitReport)) {
    const report = JSON.parse(readFileSync(unitReport, 'utf8'));
    count.passed += report.numPassedTests;
    count.failed += report.numFailedTests;
    count.failed += report.testResults.filter(
      ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
    ).length;
  } else count.failed++;
  if (existsSync(e2eReport)) {
    const { stats, errors } = JSON.parse(readFileSync(e2eReport, 'utf8'));
    count.passed += stats.expected + stats.flaky;
    count.failed += stats.unexpected + errors.length;
  } else count.failed++;
  return count;
}
