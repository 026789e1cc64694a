import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    // data: URLs would need holes in the page's policy
    assetsInlineLimit: 0,
  },
  worker: { format: 'es' },
  test: {
    projects: [
      { extends: true, test: { name: 'node', environment: 'node', include: ['test/**/*.test.ts'] } },
      { extends: true, test: { name: 'dom', environment: 'jsdom', include: ['test/**/*.test.tsx'] } },
    ],
  },
});
