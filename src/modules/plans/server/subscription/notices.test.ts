import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { BillingError, type BillingSubscription } from '#providers/billing/port.ts';
import { takeBillingNoticeSpec } from '../jobSpecs.ts';
import { webhookPassword } from '../testing/billing.ts';
import { openPlansWorld } from '../testing/plansWorld.ts';

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
});

describe('a notice that is late or repeated', () => {
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
