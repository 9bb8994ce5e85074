import { describe, expect, it } from 'vitest';
import { serveSlow, serveSoftNotFound } from '../testing/odd.ts';
import { serve } from '../sites/serve.ts';
import { runScan } from './engine.ts';
import { scan, using } from './testing/engine.ts';

describe('borders', () => {
  it('refuses a private target without permission', () =>
    using(serveSoftNotFound(), async (site) => {
      await expect(scan(site, { allowPrivate: undefined })).rejects.toMatchObject({
        name: 'ScanFailure',
        code: 'restricted',
      });
      expect(site.visits).toEqual([]);
    }));

  it('refuses a name that leads to a private address', async () => {
    await expect(
      runScan(
        { url: 'http://inside.test', level: 'safe' },
        { signal: new AbortController().signal, lookup: async () => ['10.0.0.7'] },
      ),
    ).rejects.toMatchObject({ code: 'restricted' });
  });

  it('does not follow a redirect, link or script to another host or port', async () => {
    const other = await serve(() => ({ body: 'secret' }));
    await using(
      serve((visit) =>
        visit.path === '/'
          ? {
              body: `<a href="${other.url}/a">a</a><script src="${other.url}/s.js"></script><a href="/hop">h</a><img src="http://169.254.169.254/latest/meta-data/">`,
            }
          : visit.path === '/hop'
            ? { status: 302, headers: { Location: `${other.url}/hopped` } }
            : undefined,
      ),
      async (site) => {
        const result = await scan(site);
        expect(result.pages).toBe(1);
        expect(other.visits).toEqual([]);
      },
    );
    await other.close();
  });

  it('tells when the site leads to another website', () =>
    using(
      serve(() => ({ status: 302, headers: { Location: 'https://elsewhere.example/' } })),
      async (site) =>
        expect((await scan(site, { level: 'lightning' })).coverage.skipped.join(' ')).toMatch(
          /another website/,
        ),
    ));
});

describe('what is sent, left out and stopped', () => {
  it('sends the session cookie to the target only, and identifies itself', async () => {
    const heard: string[] = [];
    await using(
      serve((visit) => {
        heard.push(
          `${visit.headers.cookie ?? ''} ${visit.headers['user-agent'] ?? ''} ${visit.headers['x-safety-scan'] ?? ''}`,
        );
        return { body: 'x', headers: { 'Set-Cookie': ['session=other; Path=/', 'b=2; Path=/'] } };
      }),
      async (site) => {
        await scan(
          site,
          { cookie: 'session=mine' },
          { userAgent: 'WebsiteSafetyScanner/1.0 (+https://portal.example/scanner)' },
        );
      },
    );
    expect(heard[0]).toMatch(
      /^session=mine WebsiteSafetyScanner\/1\.0 \(\+https:\/\/portal\.example\/scanner\) zq[0-9a-f]{8}$/,
    );
    expect(heard.every((line) => !line.includes('session=other'))).toBe(true);
    expect(heard.some((line) => line.startsWith('session=mine; b=2'))).toBe(true);
  });

  it('respects robots.txt while following links, and looks at what it names', () =>
    using(
      serve((visit) => {
        if (visit.path === '/robots.txt')
          return { type: 'text/plain', body: 'User-agent: *\nDisallow: /hidden/\nDisallow: /*.pdf$\n' };
        if (visit.path === '/') return { body: '<a href="/hidden/page">h</a><a href="/open">o</a>' };
        return visit.path === '/open' ? { body: 'open' } : undefined;
      }),
      async (site) => {
        const result = await scan(site);
        expect(site.visits).toContain('GET /open');
        expect(site.visits).not.toContain('GET /hidden/page');
        expect(site.visits).toContain('GET /hidden/');
        expect(result.coverage.skipped.join(' ')).toMatch(/robots\.txt/);
      },
    ));

  it.each([
    ['http://127.0.0.1:9', 'unreachable', /Nothing answers/],
    ['http://missing.invalid', 'unreachable', /does not exist/],
    ['ftp://example.com', 'unreachable', /must begin with/],
  ])('explains why %s cannot be scanned', async (url, code, message) => {
    const lookup = async () => Promise.reject(new Error('ENOTFOUND'));
    const failed = runScan(
      { url, level: 'lightning', allowPrivate: 'all' },
      { signal: new AbortController().signal, lookup },
    );
    await expect(failed).rejects.toMatchObject({
      name: 'ScanFailure',
      code,
      message: expect.stringMatching(message),
    });
  });

  it('stops at once when cancelled', () =>
    using(serveSlow(), async (site) => {
      const cancel = new AbortController();
      const reason = new Error('enough');
      const running = scan(
        site,
        {},
        { signal: cancel.signal, onProgress: (step) => step.percent > 5 && cancel.abort(reason) },
      );
      await expect(running).rejects.toBe(reason);
      const sent = site.visits.length;
      await new Promise((resolve) => setImmediate(resolve));
      expect(site.visits.length).toBe(sent);
    }));
});
