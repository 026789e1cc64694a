import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { CONTENT_SECURITY_POLICY } from './scripts/policy.mjs';

/** The policy stands first in the head, so that nothing before it escapes it; the served headers say the same. */
const pagePolicy: Plugin = {
  name: 'page-policy',
  apply: 'build',
  transformIndexHtml: () => [
    {
      tag: 'meta',
      attrs: { 'http-equiv': 'Content-Security-Policy', content: CONTENT_SECURITY_POLICY },
      injectTo: 'head-prepend',
    },
  ],
};

export default defineConfig({
  plugins: [react(), pagePolicy],
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    // data: URLs would need holes in the page's policy
    assetsInlineLimit: 0,
    // the page comes from this machine
    chunkSizeWarningLimit: 2_000,
  },
  worker: { format: 'es' },
  test: {
    // two slow cores, shared, still pass
    testTimeout: 30_000,
    projects: [
      { extends: true, test: { name: 'node', environment: 'node', include: ['test/**/*.test.ts'] } },
      { extends: true, test: { name: 'dom', environment: 'jsdom', include: ['test/**/*.test.tsx'] } },
    ],
  },
});
