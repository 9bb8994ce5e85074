import { counter } from '#platform/server/log/measures.ts';

const count = counter(
  'sign_in_failures_total',
  'Wrong passwords and codes at the built-in user pool, also for names without an account',
);

export const noteFailedSignIn = (): void => count({});
