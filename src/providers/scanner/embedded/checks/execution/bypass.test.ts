import { describe, expect, it } from 'vitest';
import type { Handler, Visit } from '../../../sites/serve.ts';
import type { Scan } from '../../rule.ts';
import { bypass } from './bypass.ts';
import { page, tryOut } from './testing/trial.ts';

const inside = page(
  '<h1>Orders of all customers</h1><p>Ann ordered three lamps, Ben ordered a table lamp and two candles.</p>',
);
const closed = {
  status: 403,
  body: '<h1>403 Forbidden</h1><p>You do not have permission to see this page.</p>',
};
const rawOf = (response: { req: { url?: string | undefined } }) => response.req.url ?? '/';

/** Reading the site met the locked page. */
const meet = async (scan: Scan) => void (await scan.ask(new URL('/admin', scan.base)));

const tryLock = (handler: Handler, level: 'safe' | 'normal' | 'full') =>
  tryOut([bypass], handler, null, { level, prepare: meet });

const lockedBut =
  (opens: (visit: Visit, raw: string) => boolean): Handler =>
  (visit, response) => {
    const raw = rawOf(response);
    if (opens(visit, raw)) return inside;
    return /^\/admin$/i.test(visit.path) ? closed : undefined;
  };

describe('locked pages that open', () => {
  it.each<[string, Handler, 'safe' | 'normal' | 'full']>([
    ['with X-Original-URL', lockedBut((visit) => visit.headers['x-original-url'] === '/admin'), 'safe'],
    ['with a dot in the path', lockedBut((_visit, raw) => raw === '/%2e/admin'), 'safe'],
    [
      'with another method',
      lockedBut((visit) => visit.path === '/admin' && visit.method === 'POST'),
      'normal',
    ],
    ['with OPTIONS', lockedBut((visit) => visit.path === '/admin' && visit.method === 'OPTIONS'), 'safe'],
    ['with a slash at the end', lockedBut((_visit, raw) => raw === '/admin/'), 'safe'],
    [
      'for whoever says to be the machine itself',
      lockedBut((visit) => visit.path === '/admin' && visit.headers['x-forwarded-for'] === '127.0.0.1'),
      'normal',
    ],
    ['with a semicolon', lockedBut((_visit, raw) => raw === '/admin..;/'), 'full'],
    ['in capitals', lockedBut((_visit, raw) => raw === '/ADMIN'), 'full'],
  ])('%s are found', async (_how, handler, level) => {
    const { findings } = await tryLock(handler, level);
    expect(findings.map(({ rule }) => rule)).toEqual(['active.access-bypass']);
    expect(JSON.stringify(findings)).not.toContain('three lamps');
  });
});

describe('locked pages that stay locked', () => {
  it.each<[string, Handler]>([
    ['always', lockedBut(() => false)],
    [
      'where everything else gives the front page',
      (visit) =>
        visit.path === '/admin'
          ? closed
          : page('<h1>Welcome</h1><p>Lamps for every room of the house, all year round.</p>'),
    ],
    [
      'where everything else gives the same page',
      (visit) =>
        visit.path === '/'
          ? page('Front')
          : visit.path === '/admin' && visit.method === 'GET'
            ? closed
            : inside,
    ],
    [
      'behind a form to sign in',
      (_visit, response) =>
        rawOf(response) === '/admin'
          ? closed
          : page(
              '<h1>Sign in to go on</h1><form method="post"><input type="password" name="p"></form><p>Ask for access.</p>',
            ),
    ],
    [
      'that were closed for a moment only',
      (() => {
        let times = 0;
        return (visit: Visit) =>
          visit.path === '/admin' ? ((times += 1) === 1 ? closed : inside) : undefined;
      })(),
    ],
    [
      'with an answer to OPTIONS that lists methods',
      (visit) =>
        visit.path === '/admin'
          ? visit.method === 'OPTIONS'
            ? { headers: { Allow: 'GET, POST' }, body: '' }
            : closed
          : undefined,
    ],
  ])('%s are left alone', async (_how, handler) => {
    expect((await tryLock(handler, 'full')).rules).toEqual([]);
  });

  it('cost nothing where none was met', async () => {
    expect((await tryOut([bypass], () => page('Lamps'), null)).requests).toBe(0);
  });
});
