import { describe, expect, it } from 'vitest';
import { cookieKind, readSetCookie } from '#probes/web/cookies.ts';

describe('cookieKind', () => {
  it.each([
    'PHPSESSID',
    'JSESSIONID',
    'ASP.NET_SessionId',
    'connect.sid',
    'laravel_session',
    '__Host-session',
    'sid',
    'auth_token',
    'remember_me',
    '_app_session',
    'access_token',
    'wordpress_logged_in_abc',
    'JSESSIONID.node1',
    'express.sid',
    'roundcube_sessid',
    'MoodleSession',
    'DokuWiki',
    'next-auth.session-token',
    'sb-access-token',
  ])('%s keeps someone signed in', (name) => expect(cookieKind(name, 'x')).toBe('session'));
  it.each(['csrftoken', 'XSRF-TOKEN', '_csrf', '__RequestVerificationToken_csrf', 'csrf_token'])(
    '%s guards forms',
    (name) => expect(cookieKind(name, 'x')).toBe('csrf'),
  );
  it.each([
    'rl_session',
    'ai_session',
    '_pendo_session',
    'NEXT_LOCALE',
    '_ga',
    '_gid',
    '_fbp',
    '__cf_bm',
    'AWSALB',
    'ARRAffinity',
    'OptanonConsent',
    'hubspotutk',
    'lang',
    'theme',
    'SERVERID',
  ])('%s measures or remembers taste', (name) => expect(cookieKind(name, 'x')).toBe('tracking'));
  it('knows a token by its value', () =>
    expect(cookieKind('x', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc')).toBe('session'));
  it.each(['wordpress_test_cookie', 'session_theme', 'session.sig', 'basket', 'last_visit', 'ab_group'])(
    '%s is something else',
    (name) => expect(cookieKind(name, 'x')).toBe('other'),
  );
});

describe('readSetCookie', () => {
  it('reads name, value and attributes', () => {
    const cookie = readSetCookie('id=a=b; Path=/; SECURE; HttpOnly ;SameSite=Lax');
    expect(cookie?.name).toBe('id');
    expect(cookie?.value).toBe('a=b');
    expect([...(cookie?.attributes ?? [])]).toEqual([
      ['path', '/'],
      ['secure', ''],
      ['httponly', ''],
      ['samesite', 'Lax'],
    ]);
  });
  it.each(['', '=x', 'novalue', '; Secure'])('refuses %j', (line) => expect(readSetCookie(line)).toBeNull());
});
