import { describe, expect, it } from 'vitest';
import type { Handler, Visit } from '../../../sites/serve.ts';
import type { BrowserTools, BrowserVisit } from '../../browser/tools.ts';
import { redirect } from './redirect.ts';
import { escaped, get, page, post, tryOut } from './testing/trial.ts';

const asked = (visit: Visit) => visit.url.searchParams.get('next') ?? visit.form.get('next') ?? '';
const to = (target: string) => ({ status: 302, headers: { Location: target.replace(/[^\x20-\x7e]/g, '') } });
const known = 'partner.example';

const leading: [string, Handler][] = [
  ['by header', (visit) => to(asked(visit))],
  ['by a refresh', (visit) => page(`<meta http-equiv="refresh" content="0; url=${escaped(asked(visit))}">`)],
  [
    'by a script under a condition',
    (visit) =>
      page(
        `<script>if (window.top === window) { location = "${asked(visit).replace(/["<\\]/g, '')}"; }</script>`,
      ),
  ],
  [
    'by a refresh header',
    (visit) => ({ headers: { Refresh: `0; url=${asked(visit).replace(/[^\x20-\x7e]/g, '')}` }, body: 'x' }),
  ],
  [
    'by a script',
    (visit) =>
      page(
        `<script>window.location.href = ${JSON.stringify(asked(visit)).replaceAll('<', '\\u003c')};</script>`,
      ),
  ],
  [
    'by a script when the page has loaded',
    (visit) =>
      page(
        `<script>setTimeout(function () { location.replace('${asked(visit).replace(/[<'\\]/g, '')}'); }, 100);</script>`,
      ),
  ],
  ['with https:// taken away', (visit) => to(asked(visit).replace(/https?:\/\//i, ''))],
  ['with a slash at the beginning', (visit) => to(asked(visit).startsWith('/') ? asked(visit) : '/')],
  ['with one slash only', (visit) => to(/^\/(?!\/)/.test(asked(visit)) ? asked(visit) : '/')],
  ['with a known beginning', (visit) => to(asked(visit).startsWith(`https://${known}`) ? asked(visit) : '/')],
  ['with a known part', (visit) => to(asked(visit).includes(known) ? asked(visit) : '/')],
  ['with a known end', (visit) => to(asked(visit).endsWith(known) ? asked(visit) : '/')],
  [
    'behind our own name',
    (visit, response) => to(`http://${response.req.headers.host!.split(':')[0]}${asked(visit)}`),
  ],
];

describe('addresses that lead to a value', () => {
  it.each(leading)('are found %s', async (_how, handler) => {
    const path = `/go?next=${encodeURIComponent(`https://${known}`)}`;
    const { findings } = await tryOut([redirect], handler, get(path), { level: 'full' });
    expect(findings.map(({ rule }) => rule)).toEqual(['active.open-redirect']);
    expect(findings[0]!.places[0]!.evidence).toContain('.example');
  });

  it('are found with the first try in most programs, by name or by value', async () => {
    const byName = await tryOut([redirect], (visit) => to(asked(visit)), get('/login?next=home'), {
      level: 'safe',
    });
    expect([byName.rules, byName.requests]).toEqual([['active.open-redirect'], 1]);
    const byValue = await tryOut(
      [redirect],
      (visit) => to(visit.url.searchParams.get('x1') ?? ''),
      get('/login?x1=%2Fhome'),
      {
        level: 'safe',
      },
    );
    expect(byValue.rules).toEqual(['active.open-redirect']);
  });

  it('are found in a form', async () => {
    const handler: Handler = (visit) => (visit.method === 'POST' ? to(asked(visit)) : page('Sign in'));
    expect(
      (await tryOut([redirect], handler, post('/login', ['next', '/home'], ['user', 'ann']))).rules,
    ).toEqual(['active.open-redirect']);
  });

  it('are found in the path of the server', async () => {
    const handler: Handler = (_visit, response) => {
      const raw = (response.req as { url?: string }).url!;
      return raw.endsWith('/') ? page('Lamps') : to(`${raw.replaceAll('%2e', '.')}/`);
    };
    expect((await tryOut([redirect], handler, null)).rules).toEqual(['active.open-redirect']);
  });

  it('are found by what the page does in a browser', async () => {
    const browser: BrowserTools = {
      visit: ({ url }) =>
        Promise.resolve({
          url,
          reports: [{ to: new URL(url).searchParams.get('next') }, null, 'x'],
          executed: [],
        } as unknown as BrowserVisit),
      close: () => Promise.resolve(),
    };
    const handler: Handler = () =>
      page('<script>location.href = new URLSearchParams(location.search).get("next");</script>');
    const { findings } = await tryOut([redirect], handler, get('/go?next=%2Fhome'), { browser });
    expect(findings.map(({ rule, places }) => [rule, places[0]!.evidence])).toEqual([
      ['active.open-redirect', expect.stringContaining('In a browser')],
    ]);
  });
});

describe('addresses that lead to no other website', () => {
  it.each<[string, Handler]>([
    ['a path put together', (visit) => to(`/p/${encodeURIComponent(asked(visit))}`)],
    ['the value in the query', (visit) => to(`/login?next=${encodeURIComponent(asked(visit))}`)],
    ['the value in the fragment', (visit) => to(`/#${asked(visit)}`)],
    [
      'our own origin only',
      (visit, response) => {
        const site = `http://${response.req.headers.host}`;
        const url = URL.canParse(asked(visit), site) ? new URL(asked(visit), site) : new URL(site);
        return to(url.origin === site ? url.pathname : '/');
      },
    ],
    [
      'a link to follow',
      (visit) => page(`<p>You are leaving us: <a href="${escaped(asked(visit))}">go on</a></p>`),
    ],
    [
      'a script that names the value',
      (visit) =>
        page(
          `<script>var next = ${JSON.stringify(asked(visit)).replaceAll('<', '\\u003c')}; track("location = " + next);</script>`,
        ),
    ],
    [
      'a script that waits for a click',
      (visit) =>
        page(
          `<script>function go() { location.href = "${asked(visit).replace(/["<\\]/g, '')}"; }</script><button onclick="go()">Go</button>`,
        ),
    ],
    [
      'a script with the value behind a path',
      (visit) =>
        page(
          `<script>location.href = "/login?next=" + ${JSON.stringify(asked(visit)).replaceAll('<', '\\u003c')};</script>`,
        ),
    ],
    [
      'a method of a script',
      (visit) =>
        page(
          `<script>const shop = { go() { location.href = "${asked(visit).replace(/["<\\]/g, '')}"; } };</script>`,
        ),
    ],
    [
      'a comment in a script',
      (visit) =>
        page(`<script>// location.href = "${asked(visit).replace(/["<\\\n]/g, '')}"\nvar a = 1;</script>`),
    ],
    [
      'code shown to a reader',
      (visit) => page(`<pre>&lt;script&gt;location.href = "${escaped(asked(visit))}"&lt;/script&gt;</pre>`),
    ],
    [
      'data for scripts',
      (visit) =>
        page(
          `<script type="application/json">{"location":"${asked(visit).replace(/["<\\]/g, '')}"}</script>`,
        ),
    ],
    [
      'an address without redirect',
      (visit) => ({
        status: 200,
        headers: { Location: asked(visit).replace(/[^\x20-\x7e]/g, '') },
        body: 'Lamps',
      }),
    ],
    [
      'a refusal',
      (visit) => (asked(visit).startsWith('http') ? { status: 400, body: 'Not allowed' } : to('/')),
    ],
  ])('are left alone: %s', async (_what, handler) => {
    expect((await tryOut([redirect], handler, get('/go?next=%2Fhome'), { level: 'full' })).rules).toEqual([]);
  });

  it('are left alone where the server cleans its paths', async () => {
    const handler: Handler = (visit) =>
      visit.path.endsWith('/') ? page('Lamps') : to(`${visit.path.replace(/^\/+/, '/')}/`);
    expect((await tryOut([redirect], handler, null, { level: 'full' })).rules).toEqual([]);
  });
});
