import { expect, test } from 'vitest';
import { goalIdSchema } from '#modules/organization/contract.ts';
import { policyGoals } from '../goals.ts';
import { policyTemplates } from './templates/templates.ts';

test('each goal suggests policies that there are', () => {
  expect(Object.keys(policyGoals).filter((id) => !policyTemplates().has(id))).toEqual([]);
  for (const goal of goalIdSchema.options)
    expect(
      Object.values(policyGoals).some((serves) => serves.includes(goal)),
      goal,
    ).toBe(true);
});
