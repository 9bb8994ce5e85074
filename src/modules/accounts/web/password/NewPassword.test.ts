import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PASSWORD_RULES } from '#ui/form/passwordRules.ts';
import { isStrongPassword } from '../../rules.ts';

test('the password rules and the checklist on screen agree', () => {
  const letters = fc.constantFrom('a', 'A', '1', 'ä', ' ', '!');
  fc.assert(
    fc.property(
      fc.array(letters, { maxLength: 12 }).map((all) => all.join('')),
      (password) => {
        expect(isStrongPassword(password)).toBe(PASSWORD_RULES.every((rule) => rule.met(password)));
      },
    ),
  );
});
