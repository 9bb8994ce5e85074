import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { flawedSiteExpectations, serveFlawedSite } from '../fixtures/flawed.ts';
import { serveHardenedSite } from '../fixtures/hardened.ts';
import {
  serveBroken,
  serveCopies,
  serveHuge,
  servePlainCatchAll,
  serveSlow,
  serveTarPit,
  serveSoftNotFound,
} from '../fixtures/odd.ts';
import type { Site } from '../fixtures/serve.ts';
import { serve } from '../fixtures/serve.ts';
import type { ScanProgress, ScanRequest, ScanResult } from '../port.ts';
import type { EngineOptions } from './engine.ts';
import { runScan } from './engine.ts';

const fast = { perSecond: 1000 };

async function scan(
  site: Site,
  request: Partial<ScanRequest> = {},
  options: Partial<EngineOptions> = {},
): Promise<ScanResult> {
  return runScan(
    { url: site.url, level: 'safe', allowPrivate: [site.host], ...request },
    { signal: new AbortController().signal, ...fast, ...options },
  );
}

async function using<T extends Site>(opening: Promise<T>, work: (site: T) => Promise<void>): Promise<void> {
  const site = await opening;
  try {
    await work(site);
  } finally {
    await site.close();
  }
}

const exposures = (result: ScanResult) =>
  result.findings
    .filter((finding) => /^(exposure|server|active)\./.test(finding.rule))
    .map((finding) => `${finding.rule} ${finding.places[0]?.url}`);

describe('the flawed website', () => {
  let site: Awaited<ReturnType<typeof serveFlawedSite>>;
  let result: ScanResult;
  const progress: ScanProgress[] = [];
  const expected = flawedSiteExpectations;
  beforeAll(async () => {
    site = await serveFlawedSite();
    result = await scan(site, {}, { onProgress: (step) => progress.push(step) });
  });
  afterAll(() => site.close());

  it.each(expected)('shows $rule at $place', ({ rule, place }) => {
    const places = result.findings
      .filter((finding) => finding.rule === rule)
      .flatMap((finding) => finding.places);
    expect(
      places
        .map((seen) => `${seen.url} ${seen.parameter} ${seen.evidence}`)
        .filter((text) => text.includes(place)),
    ).not.toEqual([]);
  });

  it('shows nothing else', () => {
    const allowed = new Set([...expected.map((item) => item.rule), 'leaks.database-error']);
    expect(result.findings.map((finding) => finding.rule).filter((rule) => !allowed.has(rule))).toEqual([]);
  });

  it('changes nothing and does not sign out', () => {
    expect(
      site.visits.filter((visit) => !/^(GET|HEAD|OPTIONS|TRACE) /.test(visit) || visit.includes('logout')),
    ).toEqual([]);
  });

  it('hides secrets in its evidence', () => {
    const told = JSON.stringify(result);
    for (const secret of [
      '4eC39HqLyjWDarjtT1zdp7dcQ9vK2m',
      'Tr33house',
      'Wint3r-Lamp',
      'q1w2e3r4t5y6u7i8o9p0',
      'abcdefghijklmnopqrstu1',
    ])
      expect(told).not.toContain(secret);
  });

  it('tells progress that never falls and ends at 100', () => {
    const percents = progress.map((step) => step.percent);
    expect(percents).toEqual([...percents].sort((a, b) => a - b));
    expect(percents.at(-1)).toBe(100);
    expect(progress.some((step) => /^Reading pages \(\d+ of \d+\)$/.test(step.activity))).toBe(true);
  });

  it('gives the same ids when scanned again', async () => {
    const again = await scan(site);
    expect(again.findings.map((finding) => finding.id).sort()).toEqual(
      result.findings.map((finding) => finding.id).sort(),
    );
  });

  it('needs few requests at lightning and looks at headers and cookies only', async () => {
    const quick = await scan(site, { level: 'lightning' });
    expect(quick.requests).toBeLessThanOrEqual(6);
    expect(new Set(quick.findings.map((finding) => finding.rule.split('.')[0]))).toEqual(
      new Set(['tls', 'headers', 'cookies', 'leaks']),
    );
  });
});

describe('the hardened website', () => {
  it('has no finding, and its passed checks are listed', () =>
    using(serveHardenedSite(), async (site) => {
      const result = await scan(site, {}, { ca: site.ca });
      expect(
        result.findings.map(
          (finding) => `${finding.rule} ${finding.places[0]?.url} ${finding.places[0]?.evidence}`,
        ),
      ).toEqual([]);
      expect(result.passed).toContain('active.reflected-xss');
      expect(result.passed).toContain('tls.certificate-expired');
    }));

  it('is reported as untrusted by whoever does not know its authority', () =>
    using(serveHardenedSite(), async (site) => {
      const result = await scan(site, { level: 'lightning' });
      expect(result.findings.map((finding) => finding.rule)).toEqual(['tls.certificate-untrusted']);
    }));
});

describe('bad encryption', () => {
  it('shows old protocols, weak suites and each flaw of the certificate', () =>
    using(
      serve(() => ({ body: '<h1>x</h1>' }), { tls: 'weak' }),
      async (site) => {
        const result = await scan(site, { level: 'lightning' });
        const rules = result.findings.map((finding) => finding.rule);
        for (const rule of [
          'tls.tls10',
          'tls.tls11',
          'tls.no-forward-secrecy',
          'tls.certificate-expired',
          'tls.certificate-name',
          'tls.certificate-self-signed',
          'tls.certificate-weak-key',
          'tls.hsts-missing',
        ])
          expect(rules).toContain(rule);
        expect(result.findings.find((finding) => finding.rule === 'tls.tls10')?.pciAutoFail).toBe(true);
      },
    ));
});

describe('difficult websites', () => {
  it('finds no files on a site that answers 200 to everything', () =>
    using(serveSoftNotFound(), async (site) => expect(exposures(await scan(site))).toEqual([])));

  it('finds no files where every address gives the same text', () =>
    using(servePlainCatchAll(), async (site) => expect(exposures(await scan(site))).toEqual([])));

  it('reads few of sixty equal pages', () =>
    using(serveCopies(), async (site) => {
      const result = await scan(site);
      const read = new Set(site.visits.filter((visit) => /\/(product\/\d+|item\/name-[\w-]+)$/.test(visit)));
      expect(read.size).toBeLessThanOrEqual(12);
      expect(result.coverage.skipped.join(' ')).toMatch(/look like pages already read/);
    }));

  it('gives up on a page that never ends', () =>
    using(serveSlow(), async (site) => {
      const result = await scan(site, {}, { totalMs: 800 });
      expect(result.coverage.timedOut).toContain(`${site.url}/drip`);
    }));

  it('survives decompression bombs and endless answers', () =>
    using(serveHuge(), async (site) => {
      const result = await scan(site);
      expect(result.pages).toBe(3);
    }));

  it('is not kept busy by text made for it', () =>
    using(serveTarPit(), async (site) => expect((await scan(site)).pages).toBeGreaterThan(20)));

  it('survives broken markup, character sets, encodings and redirects', () =>
    using(serveBroken(), async (site) => {
      const result = await scan(site);
      expect(site.visits).toContain('GET /tail');
      expect(result.findings.length).toBeGreaterThan(0);
    }));

  it('says when a firewall answers in place of the site', () =>
    using(
      serve(() => ({
        status: 403,
        headers: { Server: 'cloudflare', 'cf-mitigated': 'challenge' },
        body: '<title>Just a moment...</title>',
      })),
      async (site) => expect((await scan(site)).coverage.blocked.join(' ')).toMatch(/Cloudflare/),
    ));

  it('slows down when asked to', () => {
    let left = 2;
    return using(
      serve(() => (left-- > 0 ? { status: 429, headers: { 'Retry-After': '0' } } : { body: 'x' })),
      async (site) =>
        expect((await scan(site, { level: 'lightning' })).coverage.skipped.join(' ')).toMatch(/slow down/),
    );
  });

  it('ends within its limits', () =>
    using(serveFlawedSite(), async (site) => {
      const result = await scan(site, {}, { limits: { requests: 40 } });
      expect(result.requests).toBeLessThanOrEqual(40);
      expect(result.coverage.skipped.join(' ')).toMatch(/limit of 40 requests/);
      expect(result.passed).not.toContain('exposure.git');
    }));
});

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
