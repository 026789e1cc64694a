import { defineConfig } from 'vitest/config';

/** Runs against `../shared/samples`, which are not part of the repository; `.ci/run` runs it where they are. */
export default defineConfig({
  test: { environment: 'node', include: ['test/samples/*.samples.ts'] },
});
