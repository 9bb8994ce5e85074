import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { flawedSiteExpectations, serveFlawedSite } from '../testing/flawed.ts';
import { serveHardenedSite } from '../testing/hardened.ts';
import {
  serveBroken,
  serveCopies,
  serveHuge,
  servePlainCatchAll,
  serveSlow,
  serveTarPit,
  serveSoftNotFound,
} from '../testing/odd.ts';
import { serve } from '../sites/serve.ts';
import type { ScanProgress, ScanResult } from '../port.ts';
import { scan, using } from './testing/engine.ts';

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
