import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

type FileCount = { passed: number; failed: number; skipped: number; failures: string[] };

function count(module: TestModule): FileCount {
  const counted: FileCount = { passed: 0, failed: 0, skipped: 0, failures: [] };
  for (const test of module.children.allTests()) {
    const { state } = test.result();
    counted[state === 'passed' || state === 'failed' ? state : 'skipped']++;
    if (state === 'failed') counted.failures.push(test.fullName);
  }
  if (module.state() === 'failed' && counted.failed === 0) {
    counted.failed++;
    counted.failures.push('the file could not be set up, or not be ended');
  }
  return counted;
}

/** Writes how the tests of each file ended, the names of those that failed, and how many errors belong to no file, to the path in PORTAL_TEST_REPORT for bin/test.mjs. */
export default class FileCounts implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]) {
    const files = modules.map((module) => [path.relative(process.cwd(), module.moduleId), count(module)]);
    writeFileSync(
      process.env.PORTAL_TEST_REPORT!,
      JSON.stringify({ files: Object.fromEntries(files), errors: errors.length }),
    );
  }
}
