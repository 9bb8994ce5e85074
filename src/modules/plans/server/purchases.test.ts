import { describe, expect, test } from 'vitest';
import { testPortal } from '#app/testing.ts';
import { pathOf, payPage, visitor } from '#providers/billing/embedded/testSandbox.ts';
import { BillingError } from '#providers/billing/port.ts';
import { takeUpPurchasesSpec } from './jobSpecs.ts';
import { openPlansWorld } from './plansWorld.fixtures.ts';
import { isOver, takeUpPurchases } from './purchases.ts';

const goodCard = '4242 4242 4242 4242';
const code = (answer: { status: number; body: any }) => [answer.status, answer.body.error?.code];

/** A buyer at the built-in sandbox, whose notices can be lost. */
async function openBuyer() {
  const portal = await testPortal();
  const ada = await portal.member('ada@acme-widgets.com');
  await portal.runJobs();
  const open = async (planId: string): Promise<{ id: string; url: string }> => {
    const opened = await ada.post('/plans/checkout', { planId });
    expect(opened.status, JSON.stringify(opened.body)).toBe(200);
    return opened.body.data.page;
  };
  /** Every notice that is on its way never arrives. */
  const loseNotices = () => {
    const lost = portal.queued.filter(({ spec }) => spec.name === 'take-billing-notice').length;
    portal.queued.length = 0;
    return lost;
  };
  return {
    portal,
    ada,
    open,
    loseNotices,
    /** Somebody pays, and neither the window nor any notice tells. */
    payUnheard: async (planId: string, number = goodCard) => {
      const page = await open(planId);
      expect(await payPage(portal.app, page, number)).toBe('succeeded');
      expect(loseNotices()).toBeGreaterThan(0);
      return page;
    },
    runJob: async (afterSeconds = 300) => {
      portal.clock.advance(afterSeconds);
      await portal.base.jobs.enqueue(portal.base.global, takeUpPurchasesSpec, {});
      await portal.runJobs();
    },
    plan: async () => (await ada.get('/plans/featureUsageProfile')).body.data.plans,
    kept: () =>
      portal.base.forOrg(ada.orgId).inOrg((db) => db.selectFrom('checkoutPage').selectAll().execute()),
    soldPages: () => portal.database.global.selectFrom('billingSandboxPage').select('state').execute(),
    acts: () =>
      portal.base
        .forOrg(ada.orgId)
        .inOrg((db) =>
          db
            .selectFrom('auditEntry')
            .select(['act', 'subjectId', 'actorEmail'])
            .where('subject', '=', 'plan')
            .execute(),
        ),
    mails: async () =>
      (await portal.mailbox.list({ to: ada.email }))
        .map((mail) => mail.subject)
        .filter((one) => one.includes('plan')),
  };
}

/** The provider is away until the returned function is called. */
function takeAway(billing: { findPage: (id: string) => Promise<unknown> }) {
  const { findPage } = billing;
  billing.findPage = async () => {
    throw new BillingError('unavailable', 'Away.');
  };
  return () => {
    billing.findPage = findPage;
  };
}

describe('a purchase of which nobody told', () => {
  test('is taken up within five minutes, once, as whoever opened its page', async () => {
    const { payUnheard, runJob, plan, kept, acts, mails } = await openBuyer();
    await payUnheard('essential');
    expect(await plan()).toMatchObject({ planName: 'Free Trial', subscriptionStatus: 'INTRIAL' });
    expect(await kept()).toHaveLength(1);
    await runJob();
    expect(await plan()).toMatchObject({
      planName: 'Essential',
      subscriptionStatus: 'ACTIVE',
      chargebeeSubscriptionStatus: 'active',
    });
    expect(await kept()).toEqual([]);
    await runJob();
    expect(await acts()).toEqual([
      { act: 'plan-bought', subjectId: 'essential', actorEmail: 'ada@acme-widgets.com' },
    ]);
    expect(await mails()).toEqual(['Your Essential plan is active']);
  });

  test('is found by who opens another checkout, so that nothing is paid twice', async () => {
    const { ada, payUnheard, plan, kept, soldPages, acts } = await openBuyer();
    await payUnheard('essential');
    expect(code(await ada.post('/plans/checkout', { planId: 'premium' }))).toEqual([
      409,
      'already-subscribed',
    ]);
    expect(await plan()).toMatchObject({ planName: 'Essential', subscriptionStatus: 'ACTIVE' });
    expect(await soldPages()).toEqual([{ state: 'succeeded' }]);
    expect(await kept()).toEqual([]);
    expect(await acts()).toHaveLength(1);
  });

  test('is written down to who opened the page, not to who asks next', async () => {
    const { portal, ada, payUnheard, acts } = await openBuyer();
    await payUnheard('essential');
    await portal.base
      .forOrg(ada.orgId)
      .inOrg((db) =>
        db
          .updateTable('checkoutPage')
          .set({ openedBy: 'bo', openedByEmail: 'bo@acme-widgets.com' })
          .execute(),
      );
    expect(code(await ada.post('/plans/checkout', { planId: 'plus' }))).toEqual([409, 'already-subscribed']);
    expect(await acts()).toMatchObject([{ act: 'plan-bought', actorEmail: 'bo@acme-widgets.com' }]);
  });

  test('is waited for while the provider is away, and no page is sold meanwhile', async () => {
    const { portal, ada, payUnheard, runJob, kept, soldPages } = await openBuyer();
    await payUnheard('plus');
    const comeBack = takeAway(portal.base.providers.billing);
    for (let run = 0; run < 3; run++) await expect(runJob()).rejects.toThrow('Away.');
    expect(code(await ada.post('/plans/checkout', { planId: 'plus' }))).toEqual([503, 'billing-unavailable']);
    expect([await kept(), await soldPages()].map((rows) => rows.length)).toEqual([1, 1]);
    // much later than the page was good for
    portal.clock.advance(5 * 86_400);
    comeBack();
    await runJob();
    const again = await portal.signIn(ada.email);
    expect((await again.get('/plans/featureUsageProfile')).body.data.plans).toMatchObject({
      planName: 'Plus',
      subscriptionStatus: 'ACTIVE',
    });
  });

  test('makes one purchase where two workers, the buyer and another checkout find it at the same moment', async () => {
    const { portal, ada, payUnheard, plan, acts, mails } = await openBuyer();
    const { id: hostedPageId } = await payUnheard('plus');
    portal.clock.advance(300);
    const [, , finished, other] = await Promise.all([
      takeUpPurchases(portal.base),
      takeUpPurchases(portal.base),
      ada.post('/plans/checkoutDone', { hostedPageId }),
      ada.post('/plans/checkout', { planId: 'premium' }),
    ]);
    expect([finished.status, ...code(other)]).toEqual([200, 409, 'already-subscribed']);
    await portal.runJobs();
    expect(await plan()).toMatchObject({ planName: 'Plus' });
    expect(await acts()).toHaveLength(1);
    expect(await mails()).toEqual(['Your Plus plan is active']);
  });

  test('that ended before it was found leaves the way to another checkout open', async () => {
    const { ada, billing, openPage, organization, portal } = await openPlansWorld();
    const { id } = billing.pay(await openPage('plus'));
    billing.change(id, { status: 'cancelled', cancelledAt: portal.clock.now() });
    expect((await ada.post('/plans/checkout', { planId: 'premium' })).status).toBe(200);
    expect((await organization()).planId).toBe('free');
  });
});

describe('a page on which somebody may pay', () => {
  test('is kept sealed: nobody who reads the database can open it', async () => {
    const { open, kept } = await openBuyer();
    const { id, url } = await open('plus');
    const rows = JSON.stringify(await kept());
    expect(rows).toContain('ada@acme-widgets.com');
    expect(rows).not.toContain(id);
    expect(rows).not.toContain(url);
  });

  test('is left alone at first, then asked about every five minutes, and forgotten once it ended', async () => {
    const { portal, open, runJob, kept } = await openBuyer();
    const asked: string[] = [];
    const { billing } = portal.base.providers;
    const { findPage } = billing;
    billing.findPage = async (id) => {
      asked.push(id);
      return findPage(id);
    };
    const [first, second] = [await open('plus'), await open('premium')];
    asked.length = 0;
    await runJob(60);
    expect(asked).toEqual([]);
    await runJob(240);
    await runJob();
    expect(asked.toSorted()).toEqual([first.id, first.id, second.id, second.id].toSorted());
    await visitor(portal.app).submit(pathOf(first.url), { do: 'cancel' });
    await runJob();
    expect(await kept()).toHaveLength(1);
    await runJob(3 * 3600);
    expect(await kept()).toHaveLength(1);
    await runJob(3600);
    expect(await kept()).toEqual([]);
    asked.length = 0;
    await runJob();
    expect(asked).toEqual([]);
  });

  test('is one of at most ten that the next checkout waits for, the newest; the job asks after all', async () => {
    const { portal, billing, openPage } = await openPlansWorld();
    const opened: string[] = [];
    for (let n = 0; n < 12; n++) {
      opened.push(await openPage('plus'));
      portal.clock.advance(1);
    }
    const asked: string[] = [];
    const { findPage } = billing;
    billing.findPage = async (id) => {
      asked.push(id);
      return findPage(id);
    };
    opened.push(await openPage('plus'));
    expect(asked.toSorted()).toEqual(opened.slice(2, 12).toSorted());
    asked.length = 0;
    portal.clock.advance(300);
    await takeUpPurchases(portal.base);
    expect(asked.toSorted()).toEqual(opened.toSorted());
  });

  test('is forgotten when its buyer finished it', async () => {
    const { portal, ada, open, kept } = await openBuyer();
    const page = await open('plus');
    await payPage(portal.app, page, goodCard);
    expect((await ada.post('/plans/checkoutDone', { hostedPageId: page.id })).status).toBe(200);
    expect(await kept()).toEqual([]);
  });

  test('of another organisation is neither asked about nor taken up by who opens a checkout', async () => {
    const { portal, billing, ada, openPage, organization } = await openPlansWorld();
    const mallory = await portal.member('mallory@elsewhere-tools.com');
    const pageId = await openPage('premium');
    billing.pay(pageId);
    const asked: string[] = [];
    const { findPage } = billing;
    billing.findPage = async (id) => {
      asked.push(id);
      return findPage(id);
    };
    await openPage('plus', mallory);
    expect(asked).toEqual([]);
    expect((await organization(mallory.orgId)).planId).toBe('trial');
    portal.clock.advance(300);
    await takeUpPurchases(portal.base);
    expect([(await organization(mallory.orgId)).planId, (await organization(ada.orgId)).planId]).toEqual([
      'trial',
      'premium',
    ]);
  });

  test('that fails every time, belongs to nobody here or was sealed elsewhere does not hold up the others', async () => {
    const { portal, billing, openPage, organization } = await openPlansWorld();
    const people = [];
    for (const name of ['bo', 'cy', 'di', 'ed']) people.push(await portal.member(`${name}@acme-widgets.com`));
    const bought: string[] = [];
    for (const person of people) {
      const pageId = await openPage('plus', person);
      billing.pay(pageId);
      bought.push(pageId);
    }
    await portal.base
      .forOrg(people[2]!.orgId)
      .inOrg((db) =>
        db
          .updateTable('checkoutPage')
          .set({ sealedId: 'bm90IG91cnMsIG5vdCBvdXJzLCBub3Qgb3Vycywgbm90' })
          .execute(),
      );
    const { findPage } = billing;
    billing.findPage = async (id) => {
      if (id === bought[0]) throw new TypeError('broken');
      if (id === bought[1]) throw new BillingError('conflict', 'This was bought for someone else.');
      return findPage(id);
    };
    for (let run = 0; run < 2; run++) {
      portal.clock.advance(300);
      await takeUpPurchases(portal.base);
    }
    const plans = [];
    for (const { orgId } of people) plans.push((await organization(orgId)).planId);
    expect(plans).toEqual(['trial', 'trial', 'trial', 'plus']);
    const left = await portal.base
      .forOrg(people[0]!.orgId)
      .inOrg((db) => db.selectFrom('checkoutPage').selectAll().execute());
    expect(left).toHaveLength(1);
  });
});

test.each([
  ['bought', -3, true],
  ['elsewhere', -3, true],
  ['undecidable', -3, true],
  ['cancelled', -3, true],
  ['expired', 0, false],
  ['expired', 1, false],
  ['expired', 2, true],
  ['unknown', -1, false],
  ['unknown', 2, true],
  ['open', -1, false],
  ['open', 24, false],
  ['open', 7 * 24 + 1, true],
] as const)('%s, %i hours after its end: a page is over is %o', (state, hours, over) => {
  const expiresAt = new Date('2026-03-02T20:00:00Z');
  expect(isOver(state, expiresAt, new Date(expiresAt.getTime() + hours * 3_600_000))).toBe(over);
});
