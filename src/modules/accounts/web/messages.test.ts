// @vitest-environment happy-dom
import { beforeAll, expect, test } from 'vitest';
import { setBoot, type Boot } from '#platform/web/boot.ts';
import { CallError } from '#platform/web/call.ts';
import { messageOf, wording } from './messages.ts';
import { PoolError } from './userPool/poolError.ts';

beforeAll(() =>
  setBoot({
    config: {
      brand: { brandNameShort: 'Acme Safe', brandNameLong: 'Acme Safe', emailDomain: 'acme.example' },
    },
  } as unknown as Boot),
);

const serverError = 'Server Error. Please try again in some time.';

test.each([
  [
    'UserNotFoundException',
    'Username/client id combination not found.',
    400,
    'Please enter a valid email address.',
  ],
  ['UserNotFoundException', 'User does not exist.', 400, 'Incorrect username or password.'],
  ['NotAuthorizedException', 'Incorrect username or password.', 400, 'Incorrect username or password.'],
  ['NotAuthorizedException', 'Password attempts exceeded', 400, 'Password attempts exceeded'],
  ['Whatever', 'Bad gateway', 502, serverError],
  ['Whatever', 'Away', 503, serverError],
  ['Whatever', 'Too late', 504, serverError],
  [
    'offline',
    'Failed to fetch',
    0,
    'The portal cannot be reached. Check your internet connection and try again.',
  ],
  [
    'UnexpectedAnswer',
    '',
    200,
    'Something went wrong. Try refreshing the page or email support@acme.example.',
  ],
])('the pool says %s %j with %d: %s', (code, message, status, said) => {
  expect(messageOf(new PoolError(code, message, status))).toBe(said);
});

test.each([
  [
    'link-invalid',
    410,
    {},
    'The link is invalid. Request another link, or email support@acme.example for help.',
  ],
  ['identity-unavailable', 503, {}, serverError],
  ['unavailable', 503, {}, serverError],
  [
    'too-many-requests',
    429,
    { retryAfterSeconds: 30 },
    'Too many attempts. Please wait a minute and try again.',
  ],
  [
    'too-many-requests',
    429,
    { retryAfterSeconds: 1200 },
    'Too many attempts. Please wait 20 minutes and try again.',
  ],
  [
    'too-many-requests',
    429,
    { retryAfterSeconds: 7000 },
    'Too many attempts. Please wait 2 hours and try again.',
  ],
  [
    'internal',
    500,
    {},
    'Something went wrong while resetting password. Try again, or email support@acme.example for help.',
  ],
])('the portal says %s with %d', (code, status, detail, said) => {
  expect(messageOf(new CallError(code, status, detail), wording.resetFailed)).toBe(said);
});
