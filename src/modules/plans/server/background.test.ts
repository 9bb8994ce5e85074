import { describe, expect, test } from 'vitest';
import { applyRetention } from '#app/database/retention.ts';
import { BillingError, type BillingSubscription } from '#providers/billing/port.ts';
import { endReplacedSubscription, reconcileBilling } from './subscription/reconcile.ts';
import { openPlansWorld } from './testing/plansWorld.ts';
import { daysUntilEnd, remindOfTrialEnds, reminderStage } from './trialReminders.ts';

describe('subscriptions of which nothing was heard', () => {
  test('are asked after once their term is over, and taken up', async () => {
    const { portal, billing, buy, organization, inChannel } = await openPlansWorld();
    await inChannel('chamber');
    const { subscription } = await buy('plus');
    billing.change(subscription.id, { status: 'cancelled', cancelledAt: subscription.termEnd });
    portal.clock.set(new Date(subscription.termEnd.getTime() + 3_600_000));
    await reconcileBilling(portal.base);
    expect((await organization()).subscriptionStatus).toBe('ACTIVE');
    portal.clock.set(new Date(subscription.termEnd.getTime() + 7 * 3_600_000));
    await reconcileBilling(portal.base);
    expect((await organization()).subscriptionStatus).toBe('INTRIAL');
  });

  test('are asked after once a run, also where the provider says nothing new, fails or does not know them', async () => {
    const { portal, billing, buy, organization } = await openPlansWorld();
    const people = [
      await portal.member('bo@acme-widgets.com'),
      await portal.member('cy@acme-widgets.com'),
      await portal.member('di@acme-widgets.com'),
    ];
    const bought: BillingSubscription[] = [];
    for (const person of people) bought.push((await buy('plus', person)).subscription);
    const { findSubscription } = billing;
    const asked: string[] = [];
    billing.findSubscription = async (id) => {
      asked.push(id);
      if (id === bought[0]!.id) throw new Error('broken');
      if (id === bought[1]!.id) return null;
      return findSubscription(id);
    };
    portal.clock.set(new Date(bought[2]!.termEnd.getTime() + 86_400_000));
    await reconcileBilling(portal.base);
    expect(asked.toSorted()).toEqual(bought.map(({ id }) => id).toSorted());
    for (const { orgId } of people) expect((await organization(orgId)).planId).toBe('plus');
    await reconcileBilling(portal.base);
    expect(asked).toHaveLength(4);
  });

  test('wait for the next try while the provider is away', async () => {
    const { portal, billing, buy } = await openPlansWorld();
    const { subscription } = await buy('plus');
    portal.clock.set(new Date(subscription.termEnd.getTime() + 86_400_000));
    billing.failing = new BillingError('unavailable', 'Away.');
    await expect(reconcileBilling(portal.base)).rejects.toThrow('Away.');
  });

  test('notices are forgotten after sixty days, and a repeated one changes nothing even then', async () => {
    const { portal, billing, buy, webhook, organization } = await openPlansWorld();
    const { subscription } = await buy('essential');
    const notice = billing.notice(billing.change(subscription.id, { priceId: 'plus-USD-monthly' }));
    await webhook(notice);
    await webhook(billing.notice(billing.change(subscription.id, { priceId: 'premium-USD-monthly' })));
    const kept = () => portal.database.global.selectFrom('billingNotice').select('id').execute();
    portal.clock.advance(59 * 86_400);
    await applyRetention(portal.base);
    expect(await kept()).toHaveLength(2);
    portal.clock.advance(2 * 86_400);
    await applyRetention(portal.base);
    expect(await kept()).toEqual([]);
    await webhook(notice);
    expect((await organization()).planId).toBe('premium');
  });

  test('the one plan that is paid for is never ended as a replaced one', async () => {
    const { portal, ada, billing, buy } = await openPlansWorld();
    const { subscription } = await buy('plus');
    await endReplacedSubscription(portal.base, { orgId: ada.orgId, subscriptionId: subscription.id });
    expect(billing.subscriptions.get(subscription.id)!.status).toBe('active');
  });
});

test.each([
  [9, null],
  [8, null],
  [7, 7],
  [6, 7],
  [5, null],
  [4, null],
  [3, 3],
  [2, 3],
  [1, 1],
  [0, 1],
  [-1, -1],
  [-2, -1],
  [-3, null],
])('%i days before the end of a trial the reminder is %o', (daysLeft, stage) =>
  expect(reminderStage(daysLeft)).toBe(stage),
);

test('days are counted by the calendar in Pacific time', () => {
  const end = new Date('2026-03-09T06:59:00Z');
  expect(daysUntilEnd(end, new Date('2026-03-08T08:01:00Z'))).toBe(0);
  expect(daysUntilEnd(end, new Date('2026-03-09T07:01:00Z'))).toBe(-1);
});

describe('reminders of the end of a trial', () => {
  test('come 7, 3 and 1 days before it and on the day after, once each', async () => {
    const { portal, mails } = await openPlansWorld();
    await mails();
    const begun = portal.clock.now();
    const days: string[] = [];
    for (let day = 0; day <= 40; day++) {
      portal.clock.set(new Date(begun.getTime() + day * 86_400_000));
      const before = (await mails()).length;
      for (let run = 0; run < 3; run++) await remindOfTrialEnds(portal.base);
      for (const subject of (await mails()).slice(before)) days.push(`${day} ${subject}`);
    }
    expect(days).toEqual([
      '23 Your free trial of Cyber Safety ends in 7 days',
      '27 Your free trial of Cyber Safety ends in 3 days',
      '29 Your free trial of Cyber Safety ends tomorrow',
      '31 Your free trial of Cyber Safety has ended',
    ]);
  });

  test('reach every administrator, a day late where no worker ran, and two workers at once send one', async () => {
    const { portal, ada, mails } = await openPlansWorld();
    const now = portal.clock.now();
    await portal.base.forOrg(ada.orgId).inOrg((db) =>
      db
        .insertInto('admin')
        .values({
          orgId: ada.orgId,
          cognitoId: 'bo',
          email: 'bo@acme-widgets.com',
          firstName: 'Bo',
          lastName: 'Lee',
          createdAt: now,
          updatedAt: now,
        })
        .execute(),
    );
    portal.clock.advance(24 * 86_400);
    await Promise.all([remindOfTrialEnds(portal.base), remindOfTrialEnds(portal.base)]);
    for (const to of ['ada@acme-widgets.com', 'bo@acme-widgets.com'])
      expect((await mails(to)).filter((subject) => subject.includes('ends'))).toEqual([
        'Your free trial of Cyber Safety ends in 6 days',
      ]);
  });

  test('never reach who pays, paid once, or took the free plan', async () => {
    const { portal, ada, billing, buy, webhook, inChannel, mails } = await openPlansWorld();
    await inChannel('chamber');
    const { subscription } = await buy('plus');
    const bo = await portal.member('bo@acme-widgets.com');
    expect((await bo.post('/plans/subscribePlan', { planId: 'free' })).status).toBe(200);
    portal.clock.advance(23 * 86_400);
    await remindOfTrialEnds(portal.base);
    await webhook(
      billing.notice(
        billing.change(subscription.id, { status: 'cancelled', cancelledAt: portal.clock.now() }),
      ),
    );
    for (let day = 0; day < 10; day++) {
      await remindOfTrialEnds(portal.base);
      portal.clock.advance(86_400);
    }
    for (const to of [ada.email, bo.email])
      expect((await mails(to)).filter((subject) => subject.includes('trial'))).toEqual([]);
  });
});
