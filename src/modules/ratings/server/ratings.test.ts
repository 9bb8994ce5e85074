import { describe, expect, test } from 'vitest';
import { toDay } from '#platform/days.ts';
import { RatingsFailure } from '#providers/ratings/port.ts';
import { aMeasurement } from '#providers/ratings/testing/ratings.ts';
import { ratingsWorld, setCompany, usePlan } from './testing/ratings.ts';
import { rateCompanySpec } from './runs/jobSpecs.ts';

const begun = (queued: { spec: { name: string } }[]): number =>
  queued.filter(({ spec }) => spec.name === rateCompanySpec.name).length;

describe('the first rating', () => {
  test('is begun by the first look and told once it is measured', async () => {
    const { portal, ada, ask, ratings } = await ratingsWorld();
    ratings.observe({ facts: ['dmarc-missing'] });
    const first = await ask();
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({
      data: null,
      pdf: null,
      error: null,
      progress: { percent: 0, activity: 'Waiting for a free place' },
    });
    expect((await ask()).body.progress).not.toBeNull();
    expect(begun(await portal.queued())).toBe(1);
    await portal.runJobs();
    const { data, error, progress, refreshFrom } = (await ask()).body;
    expect({ error, progress }).toEqual({ error: null, progress: null });
    expect(refreshFrom).toBe('2026-03-02T18:00:00.000Z');
    expect(data.ratings).toEqual([{ rating: 820, rating_date: '2026-03-02', rating_color: '#2c4d7f' }]);
    expect(data.rating_details.dmarc).toMatchObject({
      name: 'DMARC',
      category: 'Diligence',
      category_order: 1,
      order: 7,
      beta: false,
      grade: 'F',
      grade_color: '#b24053',
      rating: 250,
    });
    expect(data.rating_details.dmarc.info.findings[0]).toMatchObject({
      fact: 'dmarc-missing',
      grade: 'BAD',
      gain: 80,
      notOurs: false,
    });
    expect(data.industry_grade).toEqual({ average_rating: 684, industry: 'Retail', basis: 'reference' });
    expect(data).toMatchObject({
      domain: 'acme-widgets.com',
      verified: false,
      canPlan: true,
      source: { id: 'estimate' },
      changes: [],
    });
    expect(ratings.requests).toEqual([
      {
        url: 'www.acme-widgets.com/shop',
        companyName: 'Acme Widgets Inc.',
        industry: 'RETAIL',
        verified: false,
        dkimSelectors: [],
      },
    ]);
    expect(begun(await portal.queued())).toBe(0);
    expect(
      (await ada.post('/ratings/fastRatings', { url: 'https://acme-widgets.com', pdf: false })).body.data
        .ratings,
    ).toHaveLength(1);
  });

  test('begins once for two who look at the same moment', async () => {
    const { portal, ask } = await ratingsWorld();
    await Promise.all([ask(), ask(), ask(), ask()]);
    expect(begun(await portal.queued())).toBe(1);
  });

  test.each([
    ['other-tools.com'],
    ['acme-widgets.com.evil.com'],
    ['evil.com/acme-widgets.com'],
    ['acme-widgets.com@evil.com'],
    [''],
    ['10.0.0.1'],
  ])('is refused for %s, which is another address', async (url) => {
    const { portal, ask } = await ratingsWorld();
    const { status, body } = await ask({ url });
    expect({ status, code: body.error.code }).toEqual({ status: 403, code: 'other-url' });
    expect(begun(await portal.queued())).toBe(0);
  });
});

describe('a first rating that cannot be made', () => {
  test('needs an address of the company', async () => {
    const { ada, ask } = await ratingsWorld();
    await setCompany(ada, '');
    expect((await ask()).body.error.code).toBe('no-company-url');
    expect((await ada.get('/ratings/ownership')).body.error.code).toBe('no-company-url');
  });

  test('of an address that is no domain tells that nothing was found', async () => {
    const { portal, ada, ask } = await ratingsWorld();
    await setCompany(ada, 'github.io');
    expect((await ask({ url: 'http://github.io' })).body).toMatchObject({
      data: null,
      error: 'No events were found for the provided URL',
    });
    expect(begun(await portal.queued())).toBe(0);
  });

  test('that comes to too little invents nothing', async () => {
    const { portal, ask, ratings } = await ratingsWorld();
    ratings.observe({
      unmeasured: ['ssl_certificates', 'ssl_configurations', 'dmarc', 'application_security'],
    });
    await ask();
    await portal.runJobs();
    expect((await ask()).body).toMatchObject({
      data: null,
      pdf: null,
      error: 'No events were found for the provided URL',
      progress: null,
    });
    ratings.script(async () => {
      throw new RatingsFailure('no-events', 'no one is there');
    });
    portal.clock.advance(3700);
    await ask();
    await portal.runJobs();
    expect((await ask()).body).toMatchObject({
      data: null,
      error: 'No events were found for the provided URL',
    });
  });

  test('is not there for a plan without ratings, nor for whoever is not signed in', async () => {
    const { portal, ada, ask } = await ratingsWorld();
    await usePlan(portal, ada.orgId, 'free');
    expect((await ask()).body.error.code).toBe('module-inactive');
    expect((await ask({}, portal.browser())).status).toBe(401);
  });
});

test('each organisation sees its own rating alone, also of the same domain', async () => {
  const { portal, ada, ask, data, ratings } = await ratingsWorld();
  const eve = await portal.member('eve@elsewhere.com', 'Elsewhere');
  await usePlan(portal, eve.orgId, 'plus');
  await setCompany(eve, 'acme-widgets.com', 'Elsewhere');
  ratings.observe({ facts: ['dmarc-missing'] });
  await ask();
  await portal.runJobs();
  expect((await ask({}, eve)).body.data).toBeNull();
  ratings.observe({});
  await portal.runJobs();
  expect((await data(eve)).ratings[0]!.rating).toBe(900);
  expect((await data(ada)).ratings[0]!.rating).toBe(820);
});

test('an agency’s verdict stands as it is, with its own past and vectors that nobody here knows; histories never mix', async () => {
  const { data, ask, first, later, ratings, portal, ada } = await ratingsWorld();
  await first();
  const { scored } = { scored: ratings.score!(aMeasurement(portal.clock.now()).vectors, portal.clock.now()) };
  const unknown = { ...scored.vectors.spf!, name: 'Moon Phase', order: 99, grade: 'B' as const };
  const bitsight = {
    ...ratings,
    source: { id: 'bitsight' as const, label: 'BitSight' },
    score: null,
    rate: async () => ({
      kind: 'verdict' as const,
      domain: 'acme-widgets.com',
      ratings: [
        { rating: 710, date: toDay('2026-03-03'), color: '#ecb870' },
        { rating: 700, date: toDay('2026-02-03'), color: '#ecb870' },
        { rating: 690, date: toDay('2024-02-03'), color: '#ecb870' },
      ],
      industry: { name: 'Retail (agency)', average: 730 },
      scored: { ...scored, rating: 710, vectors: { ...scored.vectors, moon_phase: unknown } },
      pdf: Buffer.from('%PDF-agency'),
    }),
  };
  portal.base.providers.ratings = bitsight;
  await later(1);
  const shown = await data();
  expect(shown.ratings.map(({ rating, rating_date }) => [rating, rating_date])).toEqual([
    [710, '2026-03-03'],
    [700, '2026-02-03'],
  ]);
  expect(shown.industry_grade).toEqual({ average_rating: 730, industry: 'Retail (agency)', basis: 'agency' });
  expect(shown.rating_details.moon_phase).toMatchObject({
    name: 'Moon Phase',
    grade: 'B',
    info: { description: 'A risk vector of the rating agency.' },
  });
  expect(shown.rating_details.dmarc!.info.findings).toEqual([]);
  expect(shown).toMatchObject({ canPlan: false, source: { id: 'bitsight', label: 'BitSight' }, assets: [] });
  expect(shown.changes[0]).toMatchObject({ from: 900, to: 710, reasons: [{ kind: 'method' }] });
  expect(Buffer.from((await ask({ pdf: true })).body.pdf, 'base64').toString()).toBe('%PDF-agency');
  expect((await ada.post('/ratings/plan', { fixed: [] })).body.error.code).toBe('cannot-plan');
  portal.base.providers.ratings = ratings;
  expect((await data()).ratings.map(({ rating_date }) => rating_date)).toEqual(['2026-03-02']);
});
