import { expect, test } from 'vitest';
import { accountsPaths, signUpCodeIn } from './paths.ts';

test.each([
  [accountsPaths.signIn('HARBOR'), 'HARBOR'],
  [accountsPaths.signUp('a/b c'), 'a/b c'],
  [accountsPaths.forgotPassword('HARBOR'), 'HARBOR'],
  [accountsPaths.resetPassword('link', 'HARBOR'), 'HARBOR'],
  [accountsPaths.resetPassword('link'), undefined],
  [accountsPaths.signIn(), undefined],
  ['/signup/%E0%A4%A', undefined],
  ['/webappscan/HARBOR', undefined],
  ['/invite-link/HARBOR', undefined],
])('the subscription id in %s is %s', (pathname, expected) => {
  expect(signUpCodeIn(pathname)).toBe(expected);
});
