import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  test: {
    globalSetup: ['src/app/testDatabase.ts'],
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'checks/**/*.test.ts', 'content/**/*.test.ts', 'e2e/**/*.test.ts'],
    environment: 'node',
    setupFiles: ['src/app/testSetup.tsx'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    reporters: process.env.PORTAL_TEST_REPORT ? ['default', './bin/closingLine.ts'] : ['default'],
  },
});
