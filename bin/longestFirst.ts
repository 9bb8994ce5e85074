import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Journeys that take over a minute: begun first, none of them is still running alone when all others are done. */
const longest = [
  'accessibilityOfTools',
  'accessibility',
  'trainingCourses',
  'firstScan',
  'training',
  'signIn',
  'recovery',
  'maturity',
  'monitoring',
];

const placeOf = ({ moduleId }: TestSpecification): number => {
  const at = longest.indexOf(path.basename(moduleId, '.test.ts'));
  return at < 0 || path.basename(path.dirname(moduleId)) !== 'e2e' ? longest.length : at;
};

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}
