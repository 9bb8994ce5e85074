import { afterEach, describe, expect, it } from 'vitest';
import type { Handler, Reply, Site, Visit } from '../../sites/serve.ts';
import { serve } from '../../sites/serve.ts';
import type { ScanRequest } from '../../port.ts';
import { runScan } from '../engine.ts';

const sites: Site[] = [];
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});

async function scan(handler: Handler, signIn: (site: Site) => NonNullable<ScanRequest['signIn']>) {
  const site = await serve(handler);
  sites.push(site);
  const result = await runScan(
    { url: site.url, level: 'normal', allowPrivate: [site.host], signIn: signIn(site) },
    { signal: new AbortController().signal, perSecond: 1000, useBrowser: false },
  );
  return { site, result };
}

const form =
  '<form method="post" action="/login"><input name="csrf" type="hidden" value="t1"><input name="email"><input name="pw" type="password"><button name="go" value="1">Sign in</button></form>';

/** A shop whose inside only visitors with a session see. `lives` requests later the session is over. */
function shop(lives: number): { handler: Handler; inside: string[]; signIns: () => number } {
  const inside: string[] = [];
  let session = 0;
  let left = 0;
  const handler = (visit: Visit): Reply | undefined => {
    const valid =
      visit.headers.cookie?.includes(`session=s${session}x`) === true && session > 0 && left-- > 0;
    if (visit.path === '/login' && visit.method === 'POST') {
      if (
        visit.form.get('email') !== 'ann@shop.example' ||
        visit.form.get('pw') !== 'lamp' ||
        visit.form.get('csrf') !== 't1' ||
        visit.form.get('go') !== '1'
      )
        return { body: `Wrong. ${form}` };
      session += 1;
      left = lives;
      return {
        status: 302,
        headers: { Location: '/account', 'Set-Cookie': `session=s${session}x; Path=/; HttpOnly` },
      };
    }
    if (visit.path === '/login') return { body: form };
    if (visit.path === '/')
      return {
        body: valid
          ? '<a href="/account">You</a> <a href="/logout">Sign out</a>'
          : '<a href="/login">Sign in</a>',
      };
    if (visit.path === '/logout') {
      left = 0;
      return { body: 'Bye' };
    }
    if (!visit.path.startsWith('/account')) return undefined;
    if (!valid) return { status: 302, headers: { Location: '/login' } };
    inside.push(visit.path);
    const pages = ['orders', 'address', 'cards', 'letters', 'points', 'wishes'].map(
      (name) => `<a href="/account/${name}">${name}</a>`,
    );
    return { body: `Hello Ann <a href="/logout">Sign out</a> ${pages.join('')} <p>${visit.path}` };
  };
  return { handler, inside, signIns: () => session };
}

const given = (site: Site, password = 'lamp') => ({
  kind: 'form' as const,
  url: `${site.url}/login`,
  user: 'ann@shop.example',
  password,
});

describe('sign-in by form', () => {
  it('reads what only signed-in visitors see, and never signs out', async () => {
    const world = shop(10_000);
    const { site, result } = await scan(world.handler, given);
    expect(world.inside).toContain('/account/wishes');
    expect(site.visits.filter((visit) => visit.includes('logout'))).toEqual([]);
    expect(result.coverage.blocked).toEqual([]);
    expect(JSON.stringify(result)).not.toContain('lamp"');
  });

  it('signs in anew when the session ends', async () => {
    const world = shop(12);
    await scan(world.handler, given);
    expect(world.signIns()).toBeGreaterThan(1);
    expect(new Set(world.inside)).toContain('/account/wishes');
  });

  it('says when it did not work, and scans as a stranger', async () => {
    const { result } = await scan(shop(100).handler, (site) => given(site, 'wrong'));
    expect(result.coverage.blocked.join(' ')).toMatch(/nothing shows that it worked.*strangers/i);
  });

  it('says when there is no form', async () => {
    const { result } = await scan(() => ({ body: 'Hello' }), given);
    expect(result.coverage.blocked.join(' ')).toMatch(/no form with a password/);
  });

  it('gives the password to no other website', async () => {
    const other = await serve(() => ({ body: 'thanks' }));
    sites.push(other);
    const { result } = await scan(() => ({ body: form.replace('/login', `${other.url}/steal`) }), given);
    expect(other.visits).toEqual([]);
    expect(result.coverage.blocked.join(' ')).toMatch(/to another website/);
  });
});

describe('sign-in by header, token or cookie', () => {
  it.each([
    [{ kind: 'header', name: 'X-Api-Key', value: 'k1' }, 'x-api-key', 'k1'],
    [{ kind: 'bearer', token: 'abc' }, 'authorization', 'Bearer abc'],
    [{ kind: 'cookie', cookie: 'sid=abc' }, 'cookie', 'sid=abc'],
  ] as const)('sends %o with what it reads', async (signIn, name, value) => {
    const heard: (string | undefined)[] = [];
    await scan(
      (visit) => {
        // What checks send on purpose without it comes later.
        if (visit.path === '/x' && heard.length < 1) heard.push(visit.headers[name] as string | undefined);
        return { body: '<a href="/x">x</a>' };
      },
      () => signIn,
    );
    expect(heard).toEqual([expect.stringMatching(new RegExp(`^${value}`))]);
  });
});
