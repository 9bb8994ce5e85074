import { expect, test } from 'vitest';
import { goalIdSchema } from '#modules/organization/contract.ts';
import { courseGoals } from '../../goals.ts';
import { courses } from '../courses/courses.ts';

test('each goal suggests courses that there are', () => {
  expect(Object.keys(courseGoals).filter((id) => !courses().has(id))).toEqual([]);
  for (const goal of goalIdSchema.options)
    expect(
      Object.values(courseGoals).some((serves) => serves.includes(goal)),
      goal,
    ).toBe(true);
});
