import path from 'node:path';
import { expect, test } from 'vitest';
import { courseFolders, readCourse } from './courses.ts';

const dir = path.resolve(import.meta.dirname, '../../../../content/training/v1');

test.each(courseFolders(dir))('%s has nothing that a player could stumble over', (name) => {
  expect(readCourse(dir, name).problems.map(({ file, place, problem }) => `${file}: ${place} ${problem}`)).toEqual([]);
});
