import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { sendAllDigests } from './digest.ts';
import { isWorthSending, type WeekFacts } from './digestMail.ts';
import { notifyAllOfDue } from './due.ts';
import { noticesWorld } from '#app/testing/notices.ts';

/** A company with one trainee whose course falls due on Mar 31, and a draft that waits for its approver since Mar 2. */
async function dueWorld() {
  const world = await noticesWorld({ start: '2026-03-02T17:00:00Z' });
  const { portal, ada, scope } = world;
  await scope.inOrg((db) =>
    db
      .updateTable('organization')
      .set({ planId: 'premium', subscriptionStatus: 'ACTIVE', expirationDate: null })
      .execute(),
  );
  const trainee = { firstName: 'Cora', lastName: 'Bell', email: 'cora@acme-widgets.com' };
  expect((await ada.post('/training/saveTrainees', { trainees: [trainee] })).status).toBe(200);
  const draft = {
    custom: true,
    name: 'Visitors',
    customPolicy: '<p>Visitors sign in.</p>',
    mode: 'sent',
    approver: 'Dana Ortiz',
    approverEmail: 'dana@elsewhere-tools.com',
  };
  const sent = await ada.post('/policy/policySave', { policy: draft });
  expect([sent.status, sent.body.error]).toEqual([200, undefined]);
  const dueMails = async () => (await world.mails()).filter((mail) => mail.includes('please have a look'));
  const round = async (at: string) => {
    portal.clock.set(at);
    const before = (await dueMails()).length;
    await Promise.all([notifyAllOfDue(portal.base), notifyAllOfDue(portal.base)]);
    await notifyAllOfDue(portal.base);
    return (await dueMails()).slice(before).length === 0 ? [] : (await dueMails()).slice(-2);
  };
  return { ...world, scope, round, dueMails };
}

describe('what is due', () => {
  test('is one mail a person and day, on business days, once a week for the same thing', async () => {
    const { portal, round, choose, bo, dueMails, newest } = await dueWorld();
    // three days of peace for the approver
    expect(await round('2026-03-04T18:07:00Z')).toEqual([]);
    // a Friday at five in the morning in Pacific time, and then at ten
    expect(await round('2026-03-06T13:07:00Z')).toEqual([]);
    expect(await round('2026-03-06T18:07:00Z')).toEqual([
      'ada: 1 approval waits: please have a look',
      'bo: 1 approval waits: please have a look',
    ]);
    expect((await newest('ada')).text.replace(/\s+/g, ' ')).toContain(
      'Visitors · Dana Ortiz was asked on Mar 2, 2026',
    );
    expect(await round('2026-03-09T18:07:00Z')).toEqual([]);
    // the eleventh is past, the training is not due yet
    // a session does not last so long
    expect(
      (await choose({ ...bo, ...(await portal.signIn(bo.email)) }, { 'policy-due': false })).status,
    ).toBe(200);
    await round('2026-03-13T18:07:00Z');
    expect(await dueMails()).toHaveLength(3);
    expect((await dueMails()).filter((mail) => mail.startsWith('bo'))).toHaveLength(1);
  });

  test('tells who is late with training, together with what waits, and again only when somebody else is', async () => {
    const { round, dueMails, newest, portal, ada } = await dueWorld();
    await round('2026-03-31T18:07:00Z');
    const before = (await dueMails()).length;
    portal.clock.set('2026-04-08T18:07:00Z');
    await notifyAllOfDue(portal.base);
    const mail = await newest('ada');
    expect(mail.subject).toMatch(/1 person late with training: please have a look$/);
    expect(mail.text).toContain('Cora Bell');
    expect((await dueMails()).length - before).toBe(2);
    // the approval has expired meanwhile, and nobody else is late
    portal.clock.set('2026-04-16T18:07:00Z');
    await notifyAllOfDue(portal.base);
    expect((await dueMails()).length - before).toBe(2);
    const trainees = [{ firstName: 'Dan', lastName: 'Moss', email: 'dan@acme-widgets.com' }];
    const who = await portal.signIn(ada.email);
    await who.post('/training/saveTrainees', { trainees });
    portal.clock.set('2026-06-03T18:07:00Z');
    await notifyAllOfDue(portal.base);
    expect((await dueMails()).length - before).toBe(4);
  });
});

describe('the weekly summary', () => {
  const weekly = async ({ mails }: Awaited<ReturnType<typeof noticesWorld>>) =>
    (await mails()).filter((mail) => mail.includes('Your week'));

  test('comes on Monday morning to those who want it, once, and not in a quiet week', async () => {
    const world = await dueWorld();
    const { portal, choose, bo, newest, eve } = world;
    expect((await choose(bo, { 'weekly-digest': false })).status).toBe(200);
    // Sunday evening, and Monday at seven, in Pacific time
    for (const at of ['2026-03-09T03:05:00Z', '2026-03-09T14:05:00Z']) {
      portal.clock.set(at);
      await sendAllDigests(portal.base);
    }
    expect(await weekly(world)).toEqual([]);
    portal.clock.set('2026-03-09T15:05:00Z');
    await Promise.all([sendAllDigests(portal.base), sendAllDigests(portal.base)]);
    await sendAllDigests(portal.base);
    expect(await weekly(world)).toEqual(['ada: Your week: what moved, and what is next']);
    const mail = await newest('ada');
    const words = mail.text.replace(/\s+/g, ' ');
    expect(words).toContain('Policies: 1 approval waiting');
    expect(words).toContain('The next three steps:');
    expect(words).toContain('“Weekly summary” is switched on for you');
    // eve's company has nothing that moved or waits
    expect(
      (await portal.mailbox.list({ to: eve.email })).some(({ subject }) => subject.includes('Your week')),
    ).toBe(false);
  });

  test('has the numbers of the week and no other', async () => {
    const world = await dueWorld();
    const { portal, ada, scope, newest } = world;
    const [websiteId, at] = [randomUUID(), portal.clock.now()];
    const url = 'https://shop.acme-widgets.com';
    const site = {
      orgId: ada.orgId,
      id: websiteId,
      name: 'Shop',
      nameKey: 'shop',
      url,
      urlKey: url,
      scanProfile: 'safe',
    };
    await scope.inOrg(async (db) => {
      await db
        .insertInto('website')
        .values({
          ...site,
          confirmedBy: ada.email,
          confirmedByPerson: ada.cognitoId,
          confirmedAt: at,
          createdAt: at,
        })
        .execute();
      const finding = (id: string, severity: string, first: string, fixed: string | null = null) => ({
        orgId: ada.orgId,
        websiteId,
        id,
        rule: 'r',
        title: id,
        severity,
        state: fixed ? 'fixed' : 'open',
        firstSeen: new Date(first),
        lastSeen: new Date(first),
        lastScanId: websiteId,
        seenAtLevel: 'safe',
        fixedAt: fixed ? new Date(fixed) : null,
      });
      await db
        .insertInto('finding')
        .values([
          finding('old', 'high', '2026-02-01T00:00:00Z'),
          finding('new', 'medium', '2026-03-05T00:00:00Z'),
          finding('new-low', 'low', '2026-03-06T00:00:00Z'),
          finding('mended', 'high', '2026-02-01T00:00:00Z', '2026-03-06T00:00:00Z'),
          finding('mended-before', 'high', '2026-01-01T00:00:00Z', '2026-02-20T00:00:00Z'),
        ])
        .execute();
    });
    portal.clock.set('2026-03-09T16:05:00Z');
    await sendAllDigests(portal.base);
    await portal.runJobs();
    const mail = await newest('ada');
    expect(mail.subject).toBe('Your week: 1 high issue open');
    expect(mail.text.replace(/\s+/g, ' ')).toContain(
      'Website issues: 2 new, 1 fixed; open: 1 high, 1 medium and 1 low',
    );
    expect(mail.text.replace(/\s+/g, ' ')).toContain('no course finished; no one late');
  });

  test('is not told to a company whose trial is over', async () => {
    const world = await noticesWorld({ start: '2026-03-02T17:00:00Z' });
    world.portal.clock.set('2026-04-20T16:05:00Z');
    await sendAllDigests(world.portal.base);
    expect(await weekly(world)).toEqual([]);
  });
});

test('a week is worth telling where something moved or waits', () => {
  const quiet: WeekFacts = {
    companyName: 'Acme',
    day: 'Mar 9, 2026',
    issues: { scans: 0, fresh: 0, fixed: 0, highs: 0, mediums: 3, lows: 1 },
    rating: { now: 700, before: 700 },
    training: { finished: 0, finishers: 0, people: 4, overdue: 0 },
    policies: { approved: 0, reviewDue: 0, waiting: 0 },
    concierge: { unread: 2, answers: 0, weaknesses: 0 },
    actions: [{ title: 'Add your first website', minutes: 3 }],
  };
  expect(isWorthSending(quiet)).toBe(false);
  const moved: Partial<WeekFacts>[] = [
    { issues: { ...quiet.issues!, fixed: 1 } },
    { issues: { ...quiet.issues!, highs: 1 } },
    { rating: { now: 690, before: 700 } },
    { training: { ...quiet.training!, overdue: 1 } },
    { policies: { ...quiet.policies!, waiting: 1 } },
    { concierge: { unread: 1, answers: 1, weaknesses: 0 } },
  ];
  for (const one of moved) expect(isWorthSending({ ...quiet, ...one }), JSON.stringify(one)).toBe(true);
  expect(
    isWorthSending({ ...quiet, issues: null, rating: null, training: null, policies: null, concierge: null }),
  ).toBe(false);
});
