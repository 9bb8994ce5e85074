import { afterEach, describe, expect, it } from 'vitest';
import type { Reply, Site, Visit } from '../../sites/serve.ts';
import { serve } from '../../sites/serve.ts';
import type { ScanRequest, ScanResult } from '../../port.ts';
import { runScan } from '../engine.ts';

const sites: Site[] = [];
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});

const page = (title: string, body: string): Reply => ({
  body: `<!doctype html><title>${title}</title><h1>${title}</h1>${body}`,
});
const words: Record<string, string> = {
  '/': 'Welcome to our shop for lamps and lights of every kind',
  '/about': 'Founded by two sisters in a small town near the coast long ago',
  '/team': 'Mary paints shades while Joan answers letters from customers',
  '/news': 'Spring brings fresh colors, summer offers longer opening hours',
};
const links =
  '<a href="/about">About</a> <a href="/team">Team</a> <a href="/news">News</a> <a href="/find?word=lamp">Find</a> <a href="/item?id=7">Item</a>';

/** A sound shop: it repeats what visitors look for, escaped, and knows one item. */
function shop({ path, url }: Visit): Reply | undefined {
  if (words[path]) return page(path, `<p>${words[path]}</p>${links}`);
  const text = (name: string) =>
    (url.searchParams.get(name) ?? '').replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
  if (path === '/find') return page('Find', `<p>You looked for ${text('word')} among our many products</p>`);
  if (path === '/item')
    return url.searchParams.get('id') === '7'
      ? page('Item', '<p>A brass lamp with a green shade</p>')
      : undefined;
  return undefined;
}

const loginForm =
  '<form method="post" action="/login"><input name="email"><input name="pw" type="password"><button>Sign in</button></form>';

async function scan(
  handler: (visit: Visit) => Reply | undefined,
  signIn?: (site: Site) => NonNullable<ScanRequest['signIn']>,
): Promise<{ result: ScanResult; site: Site }> {
  const site = await serve(handler);
  sites.push(site);
  const result = await runScan(
    { url: site.url, level: 'safe', allowPrivate: [site.host], ...(signIn ? { signIn: signIn(site) } : {}) },
    {
      signal: new AbortController().signal,
      perSecond: 1000,
      useBrowser: false,
      healthWaits: [0, 10, 10, 10, 10],
    },
  );
  return { result, site };
}

const byForm = (site: Site) => ({
  kind: 'form' as const,
  url: `${site.url}/login`,
  user: 'ann@shop.example',
  password: 'lamp',
});
const notes = ({ coverage }: ScanResult) => [...coverage.blocked, ...coverage.skipped].join(' ');
const active = ({ passed }: ScanResult) => passed.filter((rule) => rule.startsWith('active.'));

/** The shop behind a sign-in. `isOver` is asked at each request inside; `outside` answers visitors without a session. */
function inside(
  isOver: (requests: number) => boolean,
  outside: () => Reply,
  mayOpen: () => boolean = () => true,
  within = shop,
) {
  let session = 0;
  let requests = 0;
  const handler = (visit: Visit): Reply | undefined => {
    if (visit.path === '/login' && visit.method === 'POST') {
      if (!mayOpen() || visit.form.get('pw') !== 'lamp') return page('Login', `Not now. ${loginForm}`);
      session += 1;
      requests = 0;
      return {
        status: 302,
        headers: { Location: '/', 'Set-Cookie': `session=s${session}x; Path=/; HttpOnly; SameSite=Lax` },
      };
    }
    if (visit.path === '/login') return page('Login', loginForm);
    if (visit.headers.cookie?.includes(`session=s${session}x`) !== true || isOver((requests += 1)))
      return outside();
    const reply = within(visit);
    return reply?.body ? { ...reply, body: `${String(reply.body)} <a href="/logout">Sign out</a>` } : reply;
  };
  return { handler, sessions: () => session };
}

describe('a website that signs the scan out', () => {
  it.each([
    ['by a redirect', (): Reply => ({ status: 302, headers: { Location: '/login' } })],
    ['by a refusal', (): Reply => ({ status: 403, body: 'Members only' })],
    [
      'by a page for strangers',
      () => page('Hello stranger', '<p>Please come in through the front door of this house</p>'),
    ],
  ])('%s every 60 requests is signed in to again, and everything is tried', async (_how, outside) => {
    const world = inside((requests) => requests > 60, outside);
    const { result } = await scan(world.handler, byForm);
    expect(world.sessions()).toBeGreaterThan(2);
    expect(result.coverage.incomplete).toBeUndefined();
    expect(notes(result)).toMatch(/signed the scan out (twice|\d+ times)/);
    expect(active(result)).toEqual(expect.arrayContaining(['active.sql-injection', 'active.reflected-xss']));
  });

  it('after fewer requests than a look at its pages takes is tried to the end, without waiting', async () => {
    const rooms = Array.from({ length: 14 }, (_none, at) => `/room${at}`);
    const world = inside(
      (requests) => requests > 11,
      () => ({ status: 302, headers: { Location: '/login' } }),
      undefined,
      (visit) => {
        if (rooms.includes(visit.path))
          return page(visit.path, `<p>The room ${visit.path} has ${visit.path.length} walls</p>`);
        const reply = shop(visit);
        return reply?.body
          ? {
              ...reply,
              body: `${String(reply.body)} ${rooms.map((room) => `<a href="${room}">${room}</a>`).join(' ')}`,
            }
          : reply;
      },
    );
    const { result } = await scan(world.handler, byForm);
    expect(result.coverage.incomplete).toBeUndefined();
    expect(active(result)).not.toEqual([]);
  });

  it('for good leaves the scan incomplete, and what it did not finish is not passed', async () => {
    let requests = 0;
    const world = inside(
      () => (requests += 1) > 300,
      () => ({ status: 302, headers: { Location: '/login' } }),
      () => requests < 300,
    );
    const { result } = await scan(world.handler, byForm);
    expect(result.coverage.incomplete).toMatch(/signed the scan out and did not let it in again/);
    expect(active(result)).toEqual([]);
    expect(result.notTested).toContainEqual({ rule: 'active.sql-injection', reason: 'no session' });
  });
});

const maintenance = page('Maintenance', '<p>We are down for scheduled maintenance and will be back soon</p>');

describe('a website that changes while it is scanned', () => {
  it.each([
    [
      'goes into maintenance with status 503',
      { ...maintenance, status: 503 },
      /maintenance|stopped answering properly/,
      'incomplete',
    ],
    ['goes into maintenance with status 200', maintenance, /went into maintenance/, 'incomplete'],
    [
      'is closed by a firewall with status 403',
      { status: 403, body: 'Forbidden' },
      /began to refuse the scan/,
      'blocked',
    ],
    [
      'is closed by a challenge with status 200',
      page('One moment', '<p>Checking your browser before you continue. Verify you are human.</p>'),
      /began to refuse the scan/,
      'blocked',
    ],
  ] as const)('and %s ends incomplete', async (_what, wall, sentence, reason) => {
    let requests = 0;
    const { result, site } = await scan((visit) => ((requests += 1) > 300 ? wall : shop(visit)));
    expect(result.coverage.incomplete).toMatch(sentence);
    expect(result.coverage.blocked[0]).toBe(result.coverage.incomplete);
    expect(active(result)).toEqual([]);
    expect(result.notTested).toContainEqual({ rule: 'active.sql-injection', reason });
    expect(site.visits.length).toBeLessThan(450);
  });

  it.each([300, 14])(
    'and is away for a while after %i requests is waited for; what was tried meanwhile is repeated',
    async (from) => {
      let requests = 0;
      let away = 15;
      const { result } = await scan((visit) => {
        requests += 1;
        return requests > from && away-- > 0 ? maintenance : shop(visit);
      });
      expect(result.coverage.incomplete).toBeUndefined();
      expect(notes(result)).toMatch(/went into maintenance during the scan \((once|twice)\).*repeated/);
      expect(active(result)).toEqual(
        expect.arrayContaining(['active.sql-injection', 'active.reflected-xss']),
      );
      expect(result.pages).toBeGreaterThanOrEqual(6);
    },
  );

  it('and turns page by page into the sign-in page ends incomplete', async () => {
    let requests = 0;
    const order = ['/item', '/news', '/find', '/team', '/about', '/'];
    const { result } = await scan((visit) => {
      requests += 1;
      const turned = order.slice(0, Math.max(0, Math.floor((requests - 120) / 25)));
      return turned.includes(visit.path) ? page('Login', loginForm) : shop(visit);
    });
    expect(result.coverage.incomplete).toMatch(/asked for a sign-in/);
    expect(active(result)).toEqual([]);
  });
});

describe('a website that was odd from the beginning', () => {
  it.each([
    ['is the same page everywhere', (): Reply => page('Hello', `<p>Come back soon</p>${links}`)],
    ['is the sign-in page everywhere', (): Reply => page('Login', `${loginForm}${links}`)],
    [
      'shows other words at each visit',
      (): Reply =>
        page(
          'Words',
          `${links}${Array.from({ length: 40 }, () =>
            Math.random()
              .toString(36)
              .replace(/[^a-z]/g, ''),
          ).join(' ')}`,
        ),
    ],
    ['is a challenge everywhere', (): Reply => ({ status: 403, body: 'Checking your browser' })],
  ])('and %s is scanned to the end', async (_what, reply) => {
    const { result, site } = await scan(reply);
    expect(result.coverage.incomplete).toBeUndefined();
    expect(site.visits.length).toBeLessThan(3000);
  });

  it('and shows an intro at the first visit only is scanned to the end', async () => {
    let first = true;
    const { result } = await scan((visit) => {
      if (visit.path !== '/' || !first) return shop(visit);
      first = false;
      return page('Intro', '<p>Enter our world of light</p><a href="/about">Enter</a>');
    });
    expect(result.coverage.incomplete).toBeUndefined();
    expect(active(result)).toContain('active.sql-injection');
  });
});
