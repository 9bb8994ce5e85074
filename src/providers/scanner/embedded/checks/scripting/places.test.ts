import { describe, expect, it } from 'vitest';
import { readPage } from '#probes/web/page.ts';
import { bodyText } from '#probes/http/answer.ts';
import type { Handler, Reply, Visit } from '../../../sites/serve.ts';
import type { ScanLevel } from '../../../port.ts';
import type { PointKind } from '../../points/point.ts';
import { reflectedXss } from './reflected.ts';
import { escaped, openTrial } from './testing/trial.ts';

/** Where a text may come from, and what a policy makes of it: on the page alone, without a browser. */

const page = (body: string, more: Partial<Reply> = {}): Reply => ({
  ...more,
  body: `<!doctype html><html><head><title>Lamps</title></head><body>${body}</body></html>`,
});

async function tried(
  handler: Handler,
  shape: Parameters<Awaited<ReturnType<typeof openTrial>>['point']>[1],
  level: ScanLevel = 'normal',
) {
  const trial = await openTrial(handler, { level });
  await trial.point(reflectedXss, shape);
  await trial.close();
  return trial.findings();
}

async function carried(handler: Handler, kind: PointKind, name: string) {
  const trial = await openTrial(handler, {});
  const url = new URL('/', trial.site.url).href;
  await trial.at(reflectedXss, {
    kind,
    name,
    value: '',
    request: { method: 'GET', url, page: url, source: 'link' },
  });
  await trial.close();
  return trial.findings();
}

describe('places for input', () => {
  const q = (visit: Visit) => (visit.path === '/a' ? (visit.form.get('q') ?? '') : '');
  it('are found in a form', async () => {
    const findings = await tried((visit) => page(`<p>${q(visit)}</p>`), {
      method: 'POST',
      path: '/a',
      body: { kind: 'form', fields: [['q', 'x']] },
    });
    expect(findings).toMatchObject([
      { rule: 'active.reflected-xss', places: [{ method: 'POST', parameter: 'q' }] },
    ]);
  });
  it('are found in JSON that is answered by a page', async () => {
    const handler: Handler = (visit) =>
      visit.method === 'POST' ? page(`<p>${String(JSON.parse(visit.body).user.name)}</p>`) : undefined;
    const findings = await tried(handler, {
      method: 'POST',
      path: '/a',
      body: { kind: 'json', value: { user: { name: 'ann' } } },
    });
    expect(findings).toMatchObject([{ rule: 'active.reflected-xss', places: [{ parameter: 'user.name' }] }]);
  });
  it('are found in a part of the path', async () => {
    const handler: Handler = (visit) =>
      page(`<h1>Lamp ${decodeURIComponent(visit.path.split('/')[2] ?? '')}</h1>`);
    expect(await tried(handler, { method: 'GET', path: '/lamps/17' })).toMatchObject([
      { rule: 'active.reflected-xss' },
    ]);
  });
  it.each<[string, string, boolean]>([
    ['kept, when it is there for whoever asks next', 'active.stored-xss', true],
    ['reflected, when it is shown one time', 'active.reflected-xss', false],
  ])('behind a redirect to the same page for all are %s', async (_what, rule, kept) => {
    let note = '';
    const handler: Handler = (visit) => {
      if (visit.path === '/a') {
        note = visit.form.get('q') ?? '';
        return { status: 303, headers: { Location: '/list' } };
      }
      if (visit.path !== '/list') return undefined;
      const shown = note;
      if (!kept) note = '';
      return page(`<p>${shown}</p>`);
    };
    const findings = await tried(handler, {
      method: 'POST',
      path: '/a',
      body: { kind: 'form', fields: [['q', 'x']] },
    });
    expect(findings).toMatchObject([{ rule, places: [{ method: 'POST', parameter: 'q' }] }]);
  });
  it('are found behind a redirect', async () => {
    const handler: Handler = (visit) =>
      visit.path === '/a'
        ? { status: 302, headers: { Location: `/b?m=${encodeURIComponent(visit.form.get('q') ?? '')}` } }
        : page(`<p>${visit.url.searchParams.get('m') ?? ''}</p>`);
    const findings = await tried(handler, {
      method: 'POST',
      path: '/a',
      body: { kind: 'form', fields: [['q', 'x']] },
    });
    expect(findings).toMatchObject([{ rule: 'active.reflected-xss' }]);
  });
});

describe('headers and cookies', () => {
  const agent: Handler = (visit) => page(`<p>${visit.headers['user-agent']}</p>`);
  it('are milder, because no link makes a visitor send them', async () => {
    const [finding, ...rest] = await carried(agent, 'header', 'User-Agent');
    expect(rest).toEqual([]);
    expect(finding).toMatchObject({ rule: 'active.reflected-xss', severity: 'medium', confidence: 'firm' });
    expect(finding!.title).toContain('header or cookie');
  });
  it('count in full where a shared cache keeps the answer', async () => {
    const handler: Handler = (visit) =>
      page(`<p>${visit.headers['user-agent']}</p>`, { headers: { 'Cache-Control': 'public, max-age=600' } });
    const [finding] = await carried(handler, 'header', 'User-Agent');
    expect(finding!.cvss.score).toBeGreaterThan(7);
    expect(finding!.places[0]!.evidence).toContain('shared caches');
  });
  it('count in full where a link of another website does it', async () => {
    const handler: Handler = (visit) =>
      page(`<p>From ${decodeURIComponent(visit.headers.referer ?? '')}</p>`);
    const [finding] = await carried(handler, 'header', 'Referer');
    expect(finding!.cvss.score).toBeGreaterThan(7);
    expect(finding!.places[0]!.payload).toMatch(/^https:\/\/links\.example\//);
  });
  it('are no flaw when they are escaped', async () => {
    expect(
      await carried(
        (visit) => page(`<p>${escaped(visit.headers['user-agent'] ?? '')}</p>`),
        'header',
        'User-Agent',
      ),
    ).toEqual([]);
  });
});

describe('a policy that keeps scripts of the page from running', () => {
  const open =
    (policy: string): Handler =>
    (visit) =>
      page(`<p>${visit.url.searchParams.get('q') ?? ''}</p>`, {
        headers: { 'Content-Security-Policy': policy },
      });
  it.each([
    "default-src 'self'",
    "script-src 'nonce-r4nd0m'; object-src 'none'",
    "script-src 'unsafe-inline' 'strict-dynamic' 'nonce-a1'",
  ])('makes the finding milder and is named: %s', async (policy) => {
    const [finding] = await tried(open(policy), { method: 'GET', path: '/a?q=x' });
    expect(finding).toMatchObject({ severity: 'medium', confidence: 'firm' });
    expect(finding!.places[0]!.evidence).toContain(policy.slice(0, 20));
  });
  it.each(["default-src *; script-src 'self' 'unsafe-inline'", "img-src 'self'", "frame-ancestors 'none'"])(
    'changes nothing: %s',
    async (policy) => {
      const [finding] = await tried(open(policy), { method: 'GET', path: '/a?q=x' });
      expect(finding!.cvss.score).toBeGreaterThan(7);
    },
  );
});

describe('what no link shows', () => {
  async function guessed(handler: Handler, level: ScanLevel = 'safe') {
    const trial = await openTrial(handler, { level });
    const { scan } = trial;
    const answer = (await scan.ask(new URL('/', scan.base)))!;
    scan.site.pages.push({ url: answer.url, answer, page: readPage(bodyText(answer), answer.url) });
    const before = trial.sent();
    await reflectedXss.run!(scan);
    const sent = trial.sent() - before;
    await trial.close();
    return { findings: trial.findings(), sent };
  }

  it.each<[string, Handler, string]>([
    [
      'a name that many pages read',
      (visit) => page(`<p>${visit.url.searchParams.get('msg') ?? ''}</p>`),
      'msg',
    ],
    [
      'a field without a form',
      (visit) => page(`<input name="lampion"><p>${visit.url.searchParams.get('lampion') ?? ''}</p>`),
      'lampion',
    ],
    [
      'a name that a script of the page reads',
      (visit) =>
        page(
          `<script>new URLSearchParams(location.search); params.get('glow')</script><p>${visit.url.searchParams.get('glow') ?? ''}</p>`,
        ),
      'glow',
    ],
    [
      'any name',
      (visit) =>
        page(
          `<ul>${[...visit.url.searchParams.keys()].map((name) => `<li>${name.slice(0, 200)}</li>`).join('')}</ul>`,
        ),
      'any name',
    ],
    ['the whole address', (visit) => page(`<p>${decodeURIComponent(visit.url.search)}</p>`), 'q'],
    [
      'an address that does not exist',
      (visit) =>
        visit.path === '/'
          ? page('<h1>Home</h1>')
          : page(`<p>No ${decodeURIComponent(visit.path)} here</p>`, { status: 404 }),
      '0',
    ],
  ])('is found: %s', async (_what, handler, parameter) => {
    const { findings } = await guessed(handler);
    expect(findings).toMatchObject([{ rule: 'active.reflected-xss', places: [{ parameter }] }]);
  });

  it.each<[string, Handler]>([
    [
      'an address that is repeated as it is written',
      (visit, response) =>
        page(`<p>${(response.req as { url?: string }).url}</p>${visit.path === '/' ? '' : 'x'}`),
    ],
    [
      'an error page that escapes',
      (visit) =>
        visit.path === '/'
          ? page('Home')
          : page(`<p>${escaped(decodeURIComponent(visit.path))}</p>`, { status: 404 }),
    ],
    ['a page that reads nothing', () => page('<h1>Home</h1>')],
    ['a page for everything', (visit) => page(`<p>Welcome</p><a href="${escaped(visit.url.href)}">here</a>`)],
  ])('is no flaw: %s', async (_what, handler) => {
    const { findings, sent } = await guessed(handler);
    expect(findings).toEqual([]);
    expect(sent).toBeLessThanOrEqual(12);
  });
});
