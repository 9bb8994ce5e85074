import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { averageIndustriesJob, nextTurn, startDueRatings } from './dueRatings.ts';
import { rateCompanySpec } from './jobSpecs.ts';
import { ratingsWorld, setCompany, usePlan } from '../testing/ratings.ts';

const aRun = () => ({
  id: randomUUID(),
  attempt: 0,
  lastAttempt: true,
  signal: new AbortController().signal,
});

describe('the daily round', () => {
  test('measures whoever has ratings, in a turn of their own, and leaves the others', async () => {
    const { portal, ada, ratings } = await ratingsWorld();
    const free = await portal.member('bo@no-ratings.com', 'No Ratings');
    await setCompany(free, 'no-ratings.com', 'No Ratings');
    await usePlan(portal, free.orgId, 'free');
    await startDueRatings(portal.base);
    await startDueRatings(portal.base);
    expect(
      (await portal.queued())
        .filter(({ spec }) => spec.name === rateCompanySpec.name)
        .map(({ data }) => data),
    ).toEqual([{ orgId: ada.orgId, domain: 'acme-widgets.com' }]);
    await portal.runJobs();
    portal.clock.advance(5 * 3600);
    await startDueRatings(portal.base);
    await portal.runJobs();
    expect(ratings.requests).toHaveLength(1);
    portal.clock.advance(26 * 3600);
    await startDueRatings(portal.base);
    await portal.runJobs();
    expect(ratings.requests).toHaveLength(2);
  });

  test('spreads over the day, and comes at the same time each day', () => {
    const now = new Date('2026-03-02T17:00:00Z');
    const turns = Array.from({ length: 200 }, () => nextTurn(randomUUID(), now).getTime() - now.getTime());
    expect(Math.min(...turns)).toBeGreaterThanOrEqual(6 * 3_600_000);
    expect(Math.max(...turns)).toBeLessThan(30 * 3_600_000);
    expect(new Set(turns.map((ms) => Math.floor(ms / 3_600_000))).size).toBeGreaterThan(15);
    const id = randomUUID();
    expect(nextTurn(id, nextTurn(id, now)).getTime() - nextTurn(id, now).getTime()).toBe(86_400_000);
  });

  test('takes up what a lost worker left, and gives up in the end', async () => {
    const { portal, ask, scope } = await ratingsWorld();
    await ask();
    await portal.dropQueued();
    for (let i = 0; i < 7; i += 1) {
      portal.clock.advance(300);
      await startDueRatings(portal.base);
      await scope.inOrg((db) =>
        db
          .updateTable('ratingRun')
          .set((row) => ({ tries: row('tries', '+', 1) }))
          .where('state', '=', 'waiting')
          .execute(),
      );
    }
    expect((await portal.queued()).filter(({ spec }) => spec.name === rateCompanySpec.name)).toHaveLength(6);
    expect((await ask()).body).toMatchObject({
      data: null,
      error: expect.stringContaining('interrupted again and again'),
    });
  });

  test('tells the average of an industry from five companies on', async () => {
    const { portal, data, first, ratings } = await ratingsWorld();
    await first();
    const join = async (n: number) => {
      const one = await portal.member(`ada@retail-${n}.com`, `Retail ${n}`);
      await usePlan(portal, one.orgId, 'plus');
      await setCompany(one, `retail-${n}.com`, `Retail ${n}`);
      await one.post('/ratings/fastRatings', { url: `retail-${n}.com`, pdf: false });
    };
    ratings.observe({ facts: ['dmarc-missing'] });
    for (const n of [1, 2, 3]) await join(n);
    await portal.runJobs();
    await averageIndustriesJob.run(portal.base, {}, aRun());
    expect((await data()).industry_grade).toMatchObject({ average_rating: 684, basis: 'reference' });
    await join(4);
    await portal.runJobs();
    await averageIndustriesJob.run(portal.base, {}, aRun());
    // 900 and four times 820
    expect((await data()).industry_grade).toEqual({
      average_rating: 840,
      industry: 'Retail',
      basis: 'customers',
    });
    portal.clock.advance(61 * 86_400);
    await averageIndustriesJob.run(portal.base, {}, aRun());
    expect(await portal.database.global.selectFrom('ratingIndustry').selectAll().execute()).toEqual([]);
  });
});
