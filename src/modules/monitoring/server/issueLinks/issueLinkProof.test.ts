import { describe, expect, test } from 'vitest';
import { placeForDeveloper } from './issueLinkProof.ts';

const place = (changes: object = {}) => ({
  method: 'GET',
  url: 'https://shop.example/a?q=1',
  parameter: 'q',
  evidence: 'seen',
  request:
    'GET /a?q=1 HTTP/1.1\nHost: shop.example\nCookie: session=***\nX-Our-Key: hunter2hunter2\nUser-Agent: scanner\n\nq=1',
  response: 'HTTP/1.1 200 OK\nServer: nginx\nSet-Cookie: id=abc\nX-Session-Token: abc\n\n<p>1</p>',
  payload: '1',
  ...changes,
});

describe('what a developer sees of a place', () => {
  test('has no header with which the scan signed in, and no cookie that the website set', () => {
    const { request, response } = placeForDeveloper('active.sql-injection', place(), true);
    expect(request).toBe(
      'GET /a?q=1 HTTP/1.1\nHost: shop.example\nUser-Agent: scanner\n(other headers left out)\n\nq=1',
    );
    expect(response).toBe('HTTP/1.1 200 OK\nServer: nginx\n\n<p>1</p>');
  });

  test('has the header that the issue is in, unless that is a cookie or a key', () => {
    const shell = place({ parameter: 'X-Test', request: 'GET / HTTP/1.1\nX-Test: () { :; };\n\n' });
    expect(placeForDeveloper('active.shellshock', shell, true).request).toContain('X-Test');
    expect(
      placeForDeveloper('active.sql-injection', place({ parameter: 'Cookie' }), true).request,
    ).not.toContain('session');
    expect(
      placeForDeveloper('active.sql-injection', place({ parameter: 'X-Our-Key' }), true).request,
    ).not.toContain('hunter2');
  });

  test.each(['exposure.env', 'leaks.secret', 'content.session-in-url'])(
    'says only where the secret of %s lies',
    (rule) => {
      const shown = placeForDeveloper(
        rule,
        place({ url: 'https://shop.example/.env?sid=1', evidence: 'DB_PASSWORD=x' }),
        true,
      );
      expect(shown).toMatchObject({
        url: 'https://shop.example/.env',
        evidence: '',
        request: '',
        response: '',
      });
    },
  );

  test('has no session in its address', () => {
    expect(
      placeForDeveloper(
        'active.reflected-xss',
        place({ url: 'https://shop.example/a?PHPSESSID=abc&q=1' }),
        true,
      ).url,
    ).toBe('https://shop.example/a?PHPSESSID=***&q=1');
  });

  test('has no excerpts beyond the first places', () => {
    expect(placeForDeveloper('active.reflected-xss', place(), false)).toMatchObject({
      request: '',
      response: '',
      evidence: 'seen',
    });
  });
});
