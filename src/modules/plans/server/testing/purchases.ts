import { expect } from 'vitest';
import { testPortal } from '#app/testing/portal.ts';
import { payPage } from '#providers/billing/testing/sandbox.ts';
import { BillingError } from '#providers/billing/port.ts';
import { takeUpPurchasesSpec } from '../jobSpecs.ts';

export const goodCard = '4242 4242 4242 4242';
export const code = (answer: { status: number; body: any }) => [answer.status, answer.body.error?.code];

/** A buyer at the built-in sandbox, whose notices can be lost. */
export async function openBuyer() {
  const portal = await testPortal();
  const ada = await portal.member('ada@acme-widgets.com');
  await portal.runJobs();
  const open = async (planId: string): Promise<{ id: string; url: string }> => {
    const opened = await ada.post('/plans/checkout', { planId });
    expect(opened.status, JSON.stringify(opened.body)).toBe(200);
    return opened.body.data.page;
  };
  /** Every notice that is on its way never arrives. */
  const loseNotices = async () =>
    (await portal.dropQueued()).filter(({ spec }) => spec.name === 'take-billing-notice').length;
  return {
    portal,
    ada,
    open,
    loseNotices,
    /** Somebody pays, and neither the window nor any notice tells. */
    payUnheard: async (planId: string, number = goodCard) => {
      const page = await open(planId);
      expect(await payPage(portal.app, page, number)).toBe('succeeded');
      expect(await loseNotices()).toBeGreaterThan(0);
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
export function takeAway(billing: { findPage: (id: string) => Promise<unknown> }) {
  const { findPage } = billing;
  billing.findPage = async () => {
    throw new BillingError('unavailable', 'Away.');
  };
  return () => {
    billing.findPage = findPage;
  };
}
