import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './bin/longestFirst.ts';

const shared = {
  environment: 'node',
  setupFiles: ['src/app/testing/setup.tsx'],
  hookTimeout: 120_000,
} as const;

// a screen waits for its server about as long as it works
const first = { maxWorkers: 3, sequence: { groupOrder: 0 } } as const;

const onDatabase = {
  ...shared,
  ...first,
  globalSetup: ['src/app/testing/database.ts'],
  testTimeout: 60_000,
} as const;

export default defineConfig({
  plugins: [react()],
  test: {
    sequence: { sequencer: LongestFirst },
    reporters: process.env.PORTAL_TEST_REPORT ? ['default', './bin/fileCounts.ts'] : ['default'],
    projects: [
      {
        extends: true,
        // rules read the source and start nothing
        test: {
          ...first,
          name: 'rules',
          include: ['checks/rules/**/*.test.ts'],
          isolate: false,
          // a limit for what hangs: one reads the whole source
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          ...onDatabase,
          name: 'parts',
          // a browser takes seconds to start: what is about it says so
          env: { SCAN_BROWSER: 'off' },
          include: ['src/**/*.test.ts', 'checks/**/*.test.ts'],
          exclude: ['checks/rules/**'],
          // what the server is made of is loaded once for a worker: it keeps nothing between requests
          isolate: false,
          // a twentieth of the time goes into collecting what requests leave behind
          execArgv: ['--max-semi-space-size=64'],
        },
      },
      {
        extends: true,
        test: {
          ...onDatabase,
          name: 'screens',
          env: { SCAN_BROWSER: 'off' },
          // a third of the time went into loading the same screens again; src/app/testing/setup.tsx clears what they keep
          isolate: false,
          include: ['src/**/*.test.tsx'],
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'journeys',
          globalSetup: ['e2e/network.setup.ts'],
          include: ['e2e/**/*.test.ts'],
          testTimeout: 180_000,
          // the example company fills its year of history first, beside two other journeys; a limit for what hangs, not for what is slow
          hookTimeout: 480_000,
          expect: { poll: { timeout: 15_000 } },
          // a worker keeps its browser
          isolate: false,
          // each journey runs the whole product and a browser, and waits for more than half of its time
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
