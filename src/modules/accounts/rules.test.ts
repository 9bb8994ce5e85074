import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  isEmail,
  normalizeUsername,
  savedRedirect,
  sessionStep,
  stepAfterTouch,
  withoutSecrets,
} from './rules.ts';

test.each<[what: string, expires: number, timeout: number, warn: boolean, checkInSeconds: number]>([
  ['half an hour left: again 297 s before the end', 1800, 1800, false, 1503],
  ['exactly 300 s left is not yet a warning', 300, 1800, false, 3],
  ['299 s left warns; then just after the end', 299, 1800, true, 300],
  ['297 s left, as after a re-check, warns', 297, 1800, true, 298],
  ['one second left', 1, 1800, true, 2],
  ['none left, still valid: just after', 0, 1800, true, 1],
  ['a timeout shorter than the warning warns at once', 60, 60, true, 61],
  ['no timeout configured: each second, without a warning', 43_200, 0, false, 1],
  ['no timeout configured, near the longest time: each second', 10, 0, false, 1],
  ['a very long session stays within what a timer can hold', 10_000_000, 86_400, false, 2_147_483.647],
])('session: %s', (_what, expires, timeout, warn, checkInSeconds) => {
  expect(sessionStep({ authenticated: true, expires }, timeout)).toEqual({
    signOut: false,
    warn,
    checkInMs: checkInSeconds * 1000,
  });
});

test('a session that is not valid signs out, whatever else is said', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 0 }), (expires, timeout) => {
      expect(sessionStep({ authenticated: false, expires }, timeout).signOut).toBe(true);
    }),
  );
});

test.each<[what: string, expires: number, timeout: number, warn: boolean, checkInSeconds: number]>([
  ['the usual timeout', 1800, 1800, false, 1503],
  ['a timeout that is always below the warning waits for its half', 60, 60, false, 30],
  ['the same, noted a little earlier', 50, 60, false, 25],
  ['the longest time is near: activity helps no more', 200, 1800, true, 201],
])('after activity: %s', (_what, expires, timeout, warn, checkInSeconds) => {
  expect(stepAfterTouch({ authenticated: true, expires }, timeout)).toEqual({
    signOut: false,
    warn,
    checkInMs: checkInSeconds * 1000,
  });
});

test('the next check is never in a busy loop and never later than just after the end', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 86_400 }),
      fc.integer({ min: 1, max: 86_400 }),
      (expires, timeout) => {
        const { checkInMs } = sessionStep({ authenticated: true, expires }, timeout);
        expect(checkInMs).toBeGreaterThanOrEqual(1000);
        expect(checkInMs).toBeLessThanOrEqual((expires + 1) * 1000);
      },
    ),
  );
});

test.each([
  ['/webappscan/Shop?tab=2#x', { to: '/webappscan/Shop?tab=2#x', how: 'push' }],
  ['/dashboard', { to: '/dashboard', how: 'push' }],
  ['/api/resources/asset?fileName=a.pdf', { to: '/api/resources/asset?fileName=a.pdf', how: 'navigate' }],
  ['/x/api/y', { to: '/x/api/y', how: 'navigate' }],
  ['/settings/../plan', { to: '/plan', how: 'push' }],
])('redirect: %s is followed', (saved, expected) => {
  expect(savedRedirect(saved)).toEqual(expected);
});

test.each([
  null,
  '',
  '/',
  'dashboard',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/..//evil.example',
  '/./\\evil.example',
  '/%5c/..//evil.example/',
  '/\t/evil.example',
  '/\n/evil.example',
  'https://evil.example/dashboard',
  'javascript:alert(1)',
  ' /dashboard',
  '/signin',
  '/signin/abc?x=1',
  '/verify?username=a',
  `/${'a'.repeat(2001)}`,
])('redirect: %j is not followed', (saved) => {
  expect(savedRedirect(saved)).toBeNull();
});

test('whatever was saved, a redirect stays on the portal as a browser reads it', () => {
  const piece = fc.constantFrom(
    '/',
    '\\',
    '.',
    '..',
    '@',
    ':',
    '?',
    '#',
    '%2f',
    '%5c',
    '%09',
    '\t',
    '\n',
    'evil.example',
    'api',
    'javascript:',
    ' ',
    'a',
  );
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 12 }).map((parts) => `/${parts.join('')}`),
      (saved) => {
        const redirect = savedRedirect(saved);
        if (!redirect) return;
        expect(new URL(redirect.to, 'https://portal.example').origin).toBe('https://portal.example');
        expect(redirect.to).toMatch(/^\/(?![/\\])/);
      },
    ),
    { numRuns: 2000 },
  );
});

test('usernames are trimmed and lower-cased', () => {
  expect(normalizeUsername('  Ada@Example.COM ')).toBe('ada@example.com');
});

test.each(['ada@example.com', 'a.b+c@sub.example.co', "o'neil@example.com", 'ada@exämple.de'])(
  '%s is an address',
  (email) => {
    expect(isEmail(email)).toBe(true);
  },
);
test.each([
  '',
  'ada',
  'ada@',
  '@example.com',
  'ada@example',
  'a b@example.com',
  'a@b@example.com',
  'a..b@example.com',
  '.a@example.com',
  'a@example..com',
  'a@example.com,b@example.com',
  '"><script>@example.com',
  `${'a'.repeat(250)}@example.com`,
])('%j is no address', (email) => {
  expect(isEmail(email)).toBe(false);
});

test.each([
  ['a token', `failed with eyJhbGciOiJSUzI1NiJ9.${'a'.repeat(30)}.sig`, 'failed with [token]'],
  ['a bearer header', 'authorization: Bearer abc.def-123', 'authorization: [removed] [removed]'],
  [
    'a code in an address',
    '/api/accounts/confirmSignup?username=a%40b.co&code=123456',
    '/api/accounts/confirmSignup?username=a%40b.co&code=[removed]',
  ],
  ['a password in JSON', '{"password":"Secret123","x":1}', '{"password":"[removed]","x":1}'],
  [
    'a reset link',
    'at https://p.example/resetPassword/abcDEF-123?x',
    'at https://p.example/resetPassword/[removed]?x',
  ],
  ['an invitation', '/invite-link/zzz', '/invite-link/[removed]'],
  ['a session id', `cookie ${'x'.repeat(43)} end`, 'cookie [removed] end'],
  [
    'a token that begins with a dash',
    `/api/accounts/magicLinkSignupFetch/-${'x'.repeat(42)}`,
    '/api/accounts/magicLinkSignupFetch/[removed]',
  ],
  ['a token behind an encoded slash', `?to=%2Fportal%2F${'x'.repeat(42)}_`, '?to=%2Fportal%[removed]'],
  [
    'ordinary text',
    "Cannot read properties of undefined (reading 'map')",
    "Cannot read properties of undefined (reading 'map')",
  ],
])('a report is kept without %s', (_what, given, kept) => {
  expect(withoutSecrets(given, 1000)).toBe(kept);
});

test('a report is cut, and never ends inside a secret that was only cut in two', () => {
  expect(withoutSecrets('x'.repeat(50), 10)).toBe('x'.repeat(10));
  expect(withoutSecrets(`${'-'.repeat(30)} ${'s'.repeat(43)}`, 40)).not.toContain('s');
});
