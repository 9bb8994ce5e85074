import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const shared = { environment: 'node', setupFiles: ['src/app/testSetup.tsx'], hookTimeout: 120_000 } as const;

export default defineConfig({
  plugins: [react()],
  test: {
    reporters: process.env.PORTAL_TEST_REPORT ? ['default', './bin/closingLine.ts'] : ['default'],
    projects: [
      {
        extends: true,
        test: {
          ...shared,
          name: 'parts',
          include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'checks/**/*.test.ts'],
          globalSetup: ['src/app/testDatabase.ts'],
          testTimeout: 60_000,
          // a screen waits for its server about as long as it works
          maxWorkers: 3,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'journeys',
          include: ['e2e/**/*.test.ts'],
          testTimeout: 180_000,
          expect: { poll: { timeout: 15_000 } },
          // each journey runs the whole product and a browser, and waits for more than half of its time
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
