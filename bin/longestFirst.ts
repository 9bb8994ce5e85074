import { openSync, closeSync, readSync } from 'node:fs';
import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Journeys that take about a minute or more: begun first, none of them is still running alone when all others are done. */
const longest = [
  // starts, kills and restarts a whole installation
  'production',
  'crawl',
  'accessibilityOfTools',
  'accessibility',
  'trainingCourses',
  'firstScan',
  'training',
  'signIn',
  'recovery',
  // waits for half a minute, and leaves the processor to others
  'session',
  'maturity',
  'monitoring',
];

const journeyPlace = ({ moduleId }: TestSpecification): number => {
  const at = longest.indexOf(path.basename(moduleId, '.test.ts'));
  return at < 0 || !/[\\/]e2e[\\/]/.test(moduleId) ? longest.length : at;
};

/** Whether a file names its environment, as its first line does. */
function namesEnvironment({ moduleId }: TestSpecification): boolean {
  const head = Buffer.alloc(100);
  const file = openSync(moduleId, 'r');
  readSync(file, head);
  closeSync(file);
  return head.includes('@vitest-environment');
}

/** Long journeys first; and what runs in another environment last, because a worker that has loaded the server ends where the next file needs another one. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project.name))];
    const keys = new Map(
      sorted.map((file) => [
        file,
        [projects.indexOf(file.project.name), namesEnvironment(file) ? 1 : 0, journeyPlace(file)],
      ]),
    );
    return sorted.toSorted((a, b) => {
      const [mine, other] = [keys.get(a)!, keys.get(b)!];
      return mine.map((key, at) => key - other[at]!).find((difference) => difference !== 0) ?? 0;
    });
  }
}
