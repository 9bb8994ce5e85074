import { describe, expect, test } from 'vitest';
import { RatingsFailure } from '#providers/ratings/port.ts';
import { ratingsWorld, setCompany } from '../testing/ratings.ts';

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
});

describe('a later rating of a changed company', () => {
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
