import { afterEach, describe, expect, it, test } from 'vitest';
import type { Handler, Reply, Site } from '../../sites/serve.ts';
import { serve } from '../../sites/serve.ts';
import type { Finding, KnownPlaces, ScanRequest } from '../../port.ts';
import { runScan } from '../engine.ts';
import { rules } from '../registry.ts';

const sites: Site[] = [];
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});

async function scan(
  handler: Handler,
  given: Partial<ScanRequest> | ((site: Site) => Partial<ScanRequest>) = {},
) {
  const site = await serve(handler);
  sites.push(site);
  const more = typeof given === 'function' ? given(site) : given;
  const result = await runScan(
    { url: site.url, level: 'safe', allowPrivate: [site.host], ...more },
    { signal: new AbortController().signal, perSecond: 1000, useBrowser: false, healthWaits: [0, 1] },
  );
  return { site, result };
}

const html = (body: string): Reply => ({ body: `<!doctype html><title>Lamps</title><h1>Lamps</h1>${body}` });
const breaks = (value: string | null | undefined) =>
  ((value ?? '').match(/'/g)?.length ?? 0) % 2 === 1 || /'\w+'/.test(value ?? '');
const wrong = {
  status: 500,
  body: "You have an error in your SQL syntax; check the manual that corresponds to your MySQL server version for the right syntax to use near '''",
};

describe('what a scan claims', () => {
  it('is little for a website of one page, and every rule is found, passed or not tested with a reason', async () => {
    const { result } = await scan(({ path }) =>
      path === '/' ? html('<p>We are closed on Mondays</p>') : undefined,
    );
    const reason = (rule: string) => result.notTested?.find((one) => one.rule === rule)?.reason;
    expect(reason('active.sql-injection')).toBe('no forms or parameters found');
    expect(reason('active.reflected-xss')).toBe('no forms or parameters found');
    expect(reason('active.stored-xss')).toBe('level');
    expect(reason('tls.certificate-expired')).toBe('does not apply');
    expect(reason('active.dom-xss')).toBe('no browser');
    expect(reason('headers.cache-personal')).toBe('no session');
    expect(result.passed).toContain('exposure.git');
    for (const rule of result.passed) expect(result.tried?.[rule]?.places, rule).toBeGreaterThan(0);
    const found = new Set(result.findings.map((finding) => finding.rule));
    const all = [...found, ...result.passed, ...result.notTested!.map(({ rule }) => rule)];
    expect(all.sort()).toEqual(rules.map(({ id }) => id).sort());
  });

  it('counts the places of each check and what was sent there', async () => {
    const { result } = await scan(({ path, url }) => {
      if (path === '/') return html('<a href="/find?word=lamp&page=1">Find</a>');
      return path === '/find'
        ? html(`<p>You looked for ${(url.searchParams.get('word') ?? '').replace(/[^\w ]/g, '')}</p>`)
        : undefined;
    });
    expect(result.passed).toContain('active.sql-injection');
    expect(result.tried!['active.sql-injection']!.places).toBeGreaterThanOrEqual(2);
    expect(result.tried!['active.sql-injection']!.requests).toBeGreaterThanOrEqual(4);
    // The same pages at a level that looks at the first one only.
    expect(result.tried!['headers.csp-missing']!.places).toBeGreaterThanOrEqual(2);
  });

  it('does not hold for a check whose payloads a firewall refused', async () => {
    const { result } = await scan(({ path, url }) => {
      if (path === '/') return html('<a href="/find?word=lamp">Find</a>');
      if (path !== '/find') return undefined;
      return /[^\w ]/.test(url.searchParams.get('word') ?? '')
        ? { status: 403, body: 'Forbidden' }
        : html('<p>Nothing found</p>');
    });
    expect(result.passed).not.toContain('active.sql-injection');
    expect(result.notTested).toContainEqual({ rule: 'active.sql-injection', reason: 'blocked' });
    expect(result.coverage.incomplete).toBeUndefined();
  });

  it('says which checks the level leaves out', async () => {
    const { result } = await scan(() => html(''), { level: 'lightning' });
    expect(result.passed.length + result.notTested!.length).toBeLessThan(rules.length + 1);
    expect(result.notTested).toContainEqual({ rule: 'active.sql-injection', reason: 'level' });
  });
});

describe('the place of a finding', () => {
  const of = (findings: readonly Finding[], part: string) =>
    findings
      .filter(({ rule }) => rule === 'active.sql-injection')
      .flatMap(({ places }) => places.filter(({ url }) => url.includes(part)));
  const broken: Handler = ({ path, url }) => {
    if (path === '/') return html('<a href="/item/42?token=0123456789abcdef0123&lang=en">Item</a>');
    const item = /^\/item\/([^/]*)$/.exec(path)?.[1];
    if (item !== undefined)
      return breaks(decodeURIComponent(item))
        ? wrong
        : html(`<p>Item ${url.searchParams.get('lang') ?? ''}</p>`);
    return undefined;
  };

  it('keeps the query of its address without secrets, and a path segment has a name', async () => {
    const { site, result } = await scan(broken);
    const [place] = of(result.findings, '/item/');
    expect(place).toMatchObject({
      url: `${site.url}/item/42?token=***&lang=en`,
      parameter: 'path segment 2 ("42")',
    });
    expect(JSON.stringify(result)).not.toContain('0123456789abcdef0123');
  });

  it('names a cookie', async () => {
    const { result } = await scan(({ path, headers }) => {
      if (path !== '/') return undefined;
      const theme = /theme=([^;]*)/.exec(headers.cookie ?? '')?.[1];
      return theme !== undefined && breaks(decodeURIComponent(theme))
        ? wrong
        : { ...html('<p>Welcome</p>'), headers: { 'Set-Cookie': 'theme=dark; Path=/' } };
    });
    expect(of(result.findings, '/')[0]).toMatchObject({ parameter: 'cookie theme' });
  });

  it('shows the request whose payload made the server contact the scan, although its answer says nothing', async () => {
    const fetched: Promise<unknown>[] = [];
    const { result } = await scan(({ path, url }) => {
      if (path === '/')
        return html('<a href="/preview?feed=http%3A%2F%2Flamps.example%2Ffeed&page=1">Preview</a>');
      if (path !== '/preview') return undefined;
      const feed = url.searchParams.get('feed') ?? '';
      // fetched behind the answer, as a queue does
      if (URL.canParse(feed))
        fetched.push(fetch(feed, { signal: AbortSignal.timeout(2000) }).catch(() => undefined));
      return html('<p>The preview is queued</p>');
    });
    await Promise.all(fetched);
    const [place] = result.findings.find(({ rule }) => rule === 'active.ssrf')?.places ?? [];
    expect(place).toMatchObject({ method: 'GET', parameter: 'feed' });
    expect(place!.url).toContain('/preview?feed=');
    expect(place!.payload).toBeTruthy();
    expect(decodeURIComponent(place!.request.split('\n', 1)[0]!)).toContain(place!.payload);
  });

  it('shows the request that carried the payload, and not the page it led to', async () => {
    let last = '';
    const { result } = await scan(({ path, url }) => {
      if (path === '/') return html('<a href="/go?word=a">Go</a>');
      if (path === '/done') return breaks(last) ? wrong : html('<p>Done</p>');
      if (path !== '/go') return undefined;
      last = url.searchParams.get('word') ?? '';
      return { status: 302, headers: { Location: '/done' } };
    });
    const [place] = of(result.findings, '/go');
    expect(place?.request).toMatch(/^GET \/go\?word=\S*%27/);
  });
});

test('a known issue is fixed only where its own place was tried again or is gone', async () => {
  const known = (site: Site): KnownPlaces[] => {
    const at = (
      id: string,
      path: string,
      parameter: string,
      rule = 'active.sql-injection',
      method = 'GET',
    ) => ({
      id,
      rule,
      places: [{ method, url: `${site.url}${path}`, parameter }],
    });
    return [
      at('mended', '/find?word=lamp', 'word'),
      at('elsewhere', '/find?word=lamp', 'other'),
      at('removed', '/old?word=lamp', 'word'),
      at('unlinked', '/hidden?word=lamp', 'word'),
      at('form', '/send', 'word', 'active.sql-injection', 'POST'),
      at('header', '/about', 'Content-Security-Policy', 'headers.csp-missing'),
      at('closed', '/closed', 'Content-Security-Policy', 'headers.csp-missing'),
    ];
  };
  const policy = { 'Content-Security-Policy': "default-src 'self'; object-src 'none'; base-uri 'none'" };
  const { result } = await scan(
    ({ path }) => {
      if (path === '/') return { ...html('<a href="/find?word=lamp">Find</a>'), headers: policy };
      if (path === '/closed') return { status: 403, body: 'Closed' };
      return ['/find', '/about', '/hidden'].includes(path)
        ? { ...html(`<p>${path}</p>`), headers: policy }
        : undefined;
    },
    (site) => ({ known: known(site) }),
  );
  expect(result.revisited).toEqual({
    mended: 'tried',
    elsewhere: 'not-tried',
    removed: 'gone',
    // The scan reads the pages of known issues even where no link leads to them.
    unlinked: 'tried',
    form: 'not-tried',
    header: 'tried',
    closed: 'not-tried',
  });
});
