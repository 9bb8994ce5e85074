import { describe, expect, test } from 'vitest';
import { toDay } from '#platform/days.ts';
import { RatingsFailure } from '#providers/ratings/port.ts';
import { aMeasurement } from '#providers/ratings/testRatings.ts';
import { ratingsWorld, setCompany, usePlan } from './ratings.fixtures.ts';
import { rateCompanySpec } from './jobSpecs.ts';

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
    expect(begun(portal.queued)).toBe(1);
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
    expect(begun(portal.queued)).toBe(0);
    expect(
      (await ada.post('/ratings/fastRatings', { url: 'https://acme-widgets.com', pdf: false })).body.data
        .ratings,
    ).toHaveLength(1);
  });

  test('begins once for two who look at the same moment', async () => {
    const { portal, ask } = await ratingsWorld();
    await Promise.all([ask(), ask(), ask(), ask()]);
    expect(begun(portal.queued)).toBe(1);
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
    expect(begun(portal.queued)).toBe(0);
  });

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
    expect(begun(portal.queued)).toBe(0);
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

describe('a later rating', () => {
  test('is asked for once an hour at most', async () => {
    const { portal, ask, first } = await ratingsWorld();
    await first();
    const early = await ask({ refresh: true });
    expect({ status: early.status, error: early.body.error }).toMatchObject({
      status: 429,
      error: { code: 'too-soon', nextAllowed: '2026-03-02T18:00:00.000Z' },
    });
    portal.clock.advance(3601);
    expect((await ask({ refresh: true })).body.progress).not.toBeNull();
    await portal.runJobs();
    expect((await ask()).body.data.ratings).toHaveLength(1);
  });

  test('replaces that of the day, and a new day in Pacific time has one of its own', async () => {
    const { portal, ask, data } = await ratingsWorld({ start: '2026-03-02T17:00:00Z' });
    for (const at of [
      '2026-03-03T06:30:00Z',
      '2026-03-03T07:59:00Z',
      '2026-03-03T08:01:00Z',
      '2026-03-03T22:00:00Z',
    ]) {
      portal.clock.set(at);
      await ask({ refresh: at !== '2026-03-03T06:30:00Z' });
      await portal.runJobs();
      if (at !== '2026-03-03T22:00:00Z') portal.clock.advance(3601);
    }
    expect((await data()).ratings.map(({ rating_date }) => rating_date)).toEqual([
      '2026-03-03',
      '2026-03-02',
    ]);
  });

  test('that fails keeps the one before it with its date, and may be tried again soon', async () => {
    const { ask, first, later, ratings, portal } = await ratingsWorld();
    await first();
    ratings.script(async () => {
      throw new RatingsFailure('unreachable', 'The agency\u0000 does not answer.');
    });
    await later(1);
    const { data, error, failure } = (await ask()).body;
    expect(data.measuredAt).toBe('2026-03-02T17:00:00.000Z');
    expect(error).toBeNull();
    expect(failure).toEqual({ at: portal.clock.now().toISOString(), text: 'The agency does not answer.' });
    portal.clock.advance(301);
    ratings.observe({});
    expect((await ask({ refresh: true })).status).toBe(200);
    await portal.runJobs();
    expect((await ask()).body).toMatchObject({
      failure: null,
      data: { measuredAt: portal.clock.now().toISOString() },
    });
  });

  test('says why it moved, and the past reads the same afterwards', async () => {
    const { data, first, later, ratings, portal } = await ratingsWorld();
    await first();
    ratings.observe({ facts: [['cert-expired', 'shop.acme-widgets.com:443']] });
    await later(1);
    const moved = (await data()).changes;
    expect(moved).toHaveLength(1);
    expect(moved[0]).toMatchObject({ date: '2026-03-03', from: 900 });
    expect(moved[0]!.reasons[0]).toMatchObject({ vector: 'ssl_certificates', kind: 'worse' });
    expect(moved[0]!.reasons[0]!.text).toContain('shop.acme-widgets.com:443');
    ratings.observe({});
    await later(1);
    const [latest, earlier] = (await data()).changes;
    expect(latest).toMatchObject({ to: 900, reasons: [{ kind: 'better' }] });
    expect(earlier).toEqual(moved[0]);
    const mails = (await portal.mailbox.list()).map(({ subject }) => subject);
    expect(
      mails.filter((subject) => subject.startsWith('Your security rating fell from 900 to ')),
    ).toHaveLength(1);
  });

  test('keeps what could not be measured today, for sixty days', async () => {
    const { portal, ada, data, first, later, ratings } = await ratingsWorld();
    await portal.base
      .forOrg(ada.orgId)
      .inOrg((db) => db.updateTable('organization').set({ planId: 'plus' }).execute());
    ratings.observe({ facts: ['dmarc-missing'] });
    await first();
    ratings.observe({ unmeasured: ['dmarc'] });
    await later(59);
    expect((await data()).rating_details.dmarc).toMatchObject({
      grade: 'F',
      info: { note: null, measuredAt: '2026-03-02T17:00:00.000Z' },
    });
    await later(2);
    const dropped = await data();
    expect(dropped.rating_details.dmarc).toMatchObject({
      grade: 'N/A',
      rating: null,
      info: { note: 'No answer in time.', findings: [] },
    });
    expect(dropped.changes[0]!.reasons).toEqual([
      {
        text: 'DMARC does not count: nothing newer than 60 days is known',
        vector: 'dmarc',
        kind: 'aged-out',
      },
    ]);
  });

  test('of a new address has a past of its own, and the old one comes back with it', async () => {
    const { portal, ada, ask, data, first } = await ratingsWorld();
    await first();
    await setCompany(ada, 'acme-tools.com');
    expect((await ask()).body.error.code).toBe('other-url');
    const other = { url: 'acme-tools.com' };
    expect((await ask(other)).body).toMatchObject({ data: null, progress: { percent: 0 } });
    portal.clock.advance(86_400);
    await portal.runJobs();
    expect((await ask(other)).body.data).toMatchObject({
      domain: 'acme-tools.com',
      ratings: [{ rating_date: '2026-03-03' }],
    });
    await setCompany(ada, 'acme-widgets.com');
    expect((await data()).ratings.map(({ rating_date }) => rating_date)).toEqual(['2026-03-02']);
  });

  test('that was begun for an address the company has no more is dropped', async () => {
    const { portal, ada, ask, ratings } = await ratingsWorld();
    await ask();
    await setCompany(ada, 'acme-tools.com');
    await portal.runJobs();
    expect(ratings.requests).toEqual([]);
  });

  test('is refused to whoever changes the address again and again', async () => {
    const { ada, ask } = await ratingsWorld();
    const answers: number[] = [];
    for (let i = 0; i < 13; i += 1) {
      await setCompany(ada, `victim-${i}.com`);
      answers.push((await ask({ url: `victim-${i}.com` })).status);
    }
    expect(answers.filter((status) => status === 200)).toHaveLength(12);
    expect(answers.at(-1)).toBe(429);
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
