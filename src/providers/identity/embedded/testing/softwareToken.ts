import {
  goodPassword,
  refused,
  setUpApp,
  signedInPerson,
  signIn,
  type TestPool,
} from '../../testing/pool.ts';
import { codeAt } from '../codes/oneTimeCodes.ts';

/** People who sign in with an app for codes. */

export const email = 'ann@example.com';
export const wrongCode = refused('CodeMismatchException', 'Invalid code received for user');
export const used = refused('ExpiredCodeException', 'Your software token has already been used once.');
export const session = (what: string) =>
  refused('NotAuthorizedException', `Invalid session for the user${what}.`);

export const now = (pool: TestPool, secret: string, seconds = 0) =>
  codeAt(secret, new Date(pool.clock.now().getTime() + seconds * 1000));
/** A code that is none of those near the present. */
export const wrongFor = (pool: TestPool, secret: string) => {
  const near = [-60, -30, 0, 30, 60].map((seconds) => now(pool, secret, seconds));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code))!;
};

export async function personWithApp(pool: TestPool, name = email) {
  const tokens = await signedInPerson(pool, name);
  const secret = await setUpApp(pool, tokens.AccessToken);
  pool.clock.advance(60);
  return { tokens, secret };
}
export const begin = async (pool: TestPool, name = email, password = goodPassword): Promise<string> =>
  (await signIn(pool, name, password)).Session;
