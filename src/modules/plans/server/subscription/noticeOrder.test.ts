import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BillingSubscription } from '#providers/billing/port.ts';
import { takeNotice } from './notices.ts';
import { webhookPassword } from '../testing/billing.ts';
import { openPlansWorld } from '../testing/plansWorld.ts';

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
