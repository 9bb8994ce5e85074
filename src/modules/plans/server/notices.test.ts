import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BillingError, type BillingSubscription } from '#providers/billing/port.ts';
import { takeBillingNoticeSpec } from './jobSpecs.ts';
import { takeNotice } from './notices.ts';
import { webhookPassword } from './billing.fixtures.ts';
import { openPlansWorld } from './plansWorld.fixtures.ts';

const code = (answer: { status: number; body: any }) => [answer.status, answer.body.error?.code];

describe('a notice of the billing provider', () => {
  test('counts only with its secret', async () => {
    const { billing, buy, webhook, organization } = await openPlansWorld();
    const { subscription } = await buy('plus');
    const notice = billing.notice({ ...subscription, priceId: 'premium-USD-monthly', version: 2 });
    for (const wrong of ['', 'Basic d3Jvbmc=', `${webhookPassword}x`, 'Bearer x'])
      expect(code(await webhook(notice, wrong))).toEqual([401, 'not-from-provider']);
    expect((await organization()).planId).toBe('plus');
    expect(await webhook(notice)).toEqual({ status: 200, body: { success: true } });
    expect((await organization()).planId).toBe('premium');
  });

  test('about what another customer bought in the name of an organisation ends no plan that it pays itself', async () => {
    const { ada, billing, buy, webhook, organization, mails, portal } = await openPlansWorld();
    const { subscription } = await buy('premium');
    portal.clock.advance(60);
    const startedAt = portal.clock.now();
    // a custom field at the provider may have been typed by whoever bought
    const given = {
      ...subscription,
      id: 'sub_of_another',
      customerId: 'somebody',
      orgId: ada.orgId,
      priceId: 'essential-USD-monthly',
      startedAt,
    };
    expect((await webhook(billing.notice(given))).status).toBe(200);
    await portal.runJobs();
    expect((await organization()).planId).toBe('premium');
    expect(billing.subscriptions.get(subscription.id)!.status).toBe('active');
    expect(await mails()).not.toContain('Your Essential plan is active');
    // once its own has ended, it may be helped
    await webhook(
      billing.notice(billing.change(subscription.id, { status: 'cancelled', cancelledAt: startedAt })),
    );
    expect((await webhook(billing.notice({ ...given, version: given.version + 1 }))).status).toBe(200);
    expect((await organization()).planId).toBe('essential');
  });

  test('asks to be sent again while it cannot be read', async () => {
    const { billing, buy, webhook } = await openPlansWorld();
    const { subscription } = await buy('plus');
    billing.failing = new BillingError('unavailable', 'Away.');
    expect(code(await webhook(billing.notice(subscription)))).toEqual([503, 'billing-unavailable']);
  });

  test('is acknowledged where it concerns nobody here', async () => {
    const { billing, buy, webhook, organization } = await openPlansWorld();
    const { subscription } = await buy('plus');
    const before = await organization();
    const strangers: (BillingSubscription | null)[] = [
      null,
      { ...subscription, id: 'unknown', orgId: randomUUID(), priceId: 'premium-USD-monthly' },
      { ...subscription, id: 'unknown', orgId: '' },
      { ...subscription, id: 'unknown', orgId: "x'; drop table organization; --" },
    ];
    for (const stranger of strangers) expect((await webhook(billing.notice(stranger))).status).toBe(200);
    expect(await organization()).toEqual(before);
  });

  test('goes to the organisation that has the subscription, whatever it names', async () => {
    const { portal, billing, buy, webhook, organization } = await openPlansWorld();
    const { subscription } = await buy('plus');
    const mallory = await portal.member('mallory@elsewhere-tools.com');
    await webhook(
      billing.notice({ ...subscription, orgId: mallory.orgId, priceId: 'premium-USD-monthly', version: 2 }),
    );
    expect((await organization()).planId).toBe('premium');
    expect((await organization(mallory.orgId)).planId).toBe('trial');
  });

  test('takes effect once, also when it comes many times at the same moment', async () => {
    const { portal, billing, buy, webhook, mails } = await openPlansWorld();
    const { subscription } = await buy('plus');
    const notice = billing.notice(billing.change(subscription.id, { status: 'past-due' }));
    const answers = await Promise.all(Array.from({ length: 6 }, () => webhook(notice)));
    expect(answers.map((answer) => answer.status)).toEqual(Array(6).fill(200));
    expect((await mails()).filter((subject) => subject.includes('did not go through'))).toEqual([
      'Your payment for Plus did not go through',
    ]);
    const taken = await portal.database.global.selectFrom('billingNotice').select('id').execute();
    expect(taken).toEqual([{ id: notice.id }]);
  });

  test('that was overtaken by a newer one changes nothing', async () => {
    const { billing, buy, webhook, organization } = await openPlansWorld();
    const { subscription } = await buy('essential');
    const older = billing.change(subscription.id, { priceId: 'plus-USD-monthly' });
    const newer = billing.change(subscription.id, { priceId: 'premium-USD-monthly' });
    await webhook(billing.notice(newer));
    await webhook(billing.notice(older));
    expect((await organization()).planId).toBe('premium');
  });

  test('may come through the queue of the program', async () => {
    const { portal, billing, buy, organization } = await openPlansWorld();
    const { subscription } = await buy('essential');
    const body = billing.notice(billing.change(subscription.id, { priceId: 'plus-USD-monthly' }));
    await portal.base.jobs.enqueue(portal.database.global, takeBillingNoticeSpec, { body });
    await portal.runJobs();
    expect((await organization()).planId).toBe('plus');
    delete billing.noticeAuthorization;
    await portal.base.jobs.enqueue(portal.database.global, takeBillingNoticeSpec, { body });
    await portal.runJobs();
  });
});

test.each<[status: BillingSubscription['status'], channel: string, profile: object]>([
  [
    'active',
    'direct',
    {
      planName: 'Plus',
      subscriptionStatus: 'ACTIVE',
      chargebeeSubscriptionStatus: 'active',
      probely: 'ACTIVE',
      training: 'ACTIVE',
    },
  ],
  [
    'past-due',
    'direct',
    {
      planName: 'Plus',
      subscriptionStatus: 'ACTIVE',
      chargebeeSubscriptionStatus: 'past-due',
      probely: 'ACTIVE',
    },
  ],
  [
    'ending',
    'chamber',
    {
      planName: 'Plus',
      subscriptionStatus: 'ACTIVE',
      chargebeeSubscriptionStatus: 'ending',
      probely: 'ACTIVE',
    },
  ],
  [
    'cancelled',
    'direct',
    {
      planName: 'Free',
      subscriptionStatus: 'ACTIVE',
      chargebeeSubscriptionStatus: null,
      probely: 'ACTIVE',
      training: 'INACTIVE',
    },
  ],
  [
    'cancelled',
    'chamber',
    {
      planName: 'Plus',
      subscriptionStatus: 'INTRIAL',
      chargebeeSubscriptionStatus: 'cancelled',
      trialExpired: false,
      trialDaysLeft: null,
      probely: 'INACTIVE',
      training: 'INACTIVE',
      securityPolicies: 'INACTIVE',
      cybermaturity: 'INACTIVE',
    },
  ],
])('a subscription that is %s in channel %s reads %o', async (status, channel, profile) => {
  const { portal, billing, buy, webhook, inChannel, plans } = await openPlansWorld();
  await inChannel(channel);
  const { subscription } = await buy('plus');
  const cancelledAt = status === 'cancelled' ? portal.clock.now() : null;
  await webhook(billing.notice(billing.change(subscription.id, { status, cancelledAt })));
  expect(await plans()).toMatchObject(profile);
});

const planIds = ['essential', 'plus', 'premium'];

/** What happens to a subscription, one after the other; each step that cannot happen now is left out. */
type Step = 'renew' | 'fail' | 'recover' | 'cancel' | 'resume' | 'end' | 'essential' | 'plus' | 'premium';
function livesOf(orgId: string, steps: readonly Step[], from: Date): BillingSubscription[] {
  const told: BillingSubscription[] = [];
  let now: BillingSubscription | null = null;
  let at = from.getTime();
  let count = 0;
  const tell = (changes: Partial<BillingSubscription>) => {
    now = { ...now!, ...changes, version: (now?.version ?? 0) + 1 + (count++ % 3) };
    told.push(now);
  };
  const begin = (planId: string) => {
    now = null;
    tell({
      id: `${orgId}-${count}`,
      customerId: 'customer',
      orgId,
      priceId: `${planId}-USD-monthly`,
      status: 'active',
      startedAt: new Date(at),
      termStart: new Date(at),
      termEnd: new Date(at + 2_592_000_000),
      nextBillingAt: null,
      cancelledAt: null,
      couponCodes: [],
      nextAmountCents: null,
      card: null,
    });
  };
  for (const step of steps) {
    at += 86_400_000;
    const current = now as BillingSubscription | null;
    if (!current || current.status === 'cancelled') {
      if (planIds.includes(step)) begin(step);
    } else if (planIds.includes(step)) tell({ priceId: `${step}-USD-monthly` });
    else if (step === 'renew')
      tell({ termStart: current.termEnd, termEnd: new Date(current.termEnd.getTime() + 2_592_000_000) });
    else if (step === 'fail' && current.status === 'active') tell({ status: 'past-due' });
    else if (step === 'recover' && current.status === 'past-due') tell({ status: 'active' });
    else if (step === 'cancel' && current.status === 'active') tell({ status: 'ending' });
    else if (step === 'resume' && current.status === 'ending') tell({ status: 'active' });
    else if (step === 'end') tell({ status: 'cancelled', cancelledAt: new Date(at) });
  }
  return told;
}

test('notices in any order, repeated, late or at once end like the same ones in their order', async () => {
  const { portal, billing, organization, inChannel } = await openPlansWorld();
  const { base } = portal;
  /** An organisation in trial, without a person. */
  const found = async (channelId: string) => {
    const orgId = randomUUID();
    const now = base.now();
    await base.forOrg(orgId).inOrg((db) =>
      db
        .insertInto('organization')
        .values({
          orgId,
          companyName: 'Acme',
          numberOfEmployees: '0-10',
          industry: 'RETAIL',
          channelId,
          planId: 'trial',
          subscriptionStatus: 'INTRIAL',
          signUpDate: now,
          expirationDate: now,
          createdAt: now,
          updatedAt: now,
        })
        .execute(),
    );
    return orgId;
  };
  const stored = async (orgId: string) => {
    const rows = await base
      .forOrg(orgId)
      .inOrg((db) =>
        db
          .selectFrom('billingSubscription')
          .select(['id', 'priceId', 'status', 'termEnd', 'version'])
          .orderBy('id')
          .execute(),
      );
    return {
      organization: await organization(orgId),
      rows: rows.map((row) => ({ ...row, id: row.id.replace(orgId, '') })),
    };
  };
  const deliver = (notice: object) => takeNotice(base, { authorization: webhookPassword, body: notice });
  await inChannel('direct');
  const step = fc.constantFrom<Step>(
    'renew',
    'fail',
    'recover',
    'cancel',
    'resume',
    'end',
    'essential',
    'plus',
    'premium',
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('direct', 'chamber'),
      fc.array(step, { minLength: 2, maxLength: 12 }),
      fc.array(fc.nat(), { minLength: 12, maxLength: 12 }),
      fc.array(fc.nat(), { maxLength: 8 }),
      fc.boolean(),
      async (channelId, steps, order, repeated, atOnce) => {
        const [inOrder, anyhow] = [await found(channelId), await found(channelId)];
        const from = new Date('2026-01-05T09:00:00Z');
        for (const told of livesOf(inOrder, ['plus', ...steps], from)) await deliver(billing.notice(told));
        const notices = livesOf(anyhow, ['plus', ...steps], from).map((told) => billing.notice(told));
        const shuffled = notices
          .map((notice, i) => ({ notice, place: order[i % order.length]! * 31 + i }))
          .sort((one, other) => (one.place % 97) - (other.place % 97))
          .map(({ notice }) => notice);
        for (const n of repeated) shuffled.splice(n % shuffled.length, 0, notices[n % notices.length]!);
        if (atOnce) await Promise.all(shuffled.map(deliver));
        else for (const notice of shuffled) await deliver(notice);
        expect(await stored(anyhow)).toEqual(await stored(inOrder));
      },
    ),
    { numRuns: 60 },
  );
}, 60_000);
