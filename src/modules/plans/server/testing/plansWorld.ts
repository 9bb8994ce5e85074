import { expect } from 'vitest';
import { testClock, testPortal, type TestPortalOptions } from '#app/testing/portal.ts';
import { scriptedBilling, webhookPassword } from './billing.ts';

const start = '2026-03-02T17:00:00Z';

/** The portal with a provider that does what a test says, and an organisation that may buy from it. */
export async function openPlansWorld(options: TestPortalOptions = {}) {
  // one clock for both: the portal's is known only once it runs
  let clock = testClock(start);
  const billing = scriptedBilling(() => clock.now());
  const portal = await testPortal({ start, ...options, billing });
  clock = portal.clock;
  const ada = await portal.member('ada@acme-widgets.com');
  await portal.runJobs();

  const inChannel = (channelId: string, orgId = ada.orgId) =>
    portal.base.forOrg(orgId).inOrg((db) => db.updateTable('organization').set({ channelId }).execute());
  const organization = (orgId = ada.orgId) =>
    portal.base
      .forOrg(orgId)
      .inOrg((db) =>
        db
          .selectFrom('organization')
          .select(['planId', 'subscriptionStatus', 'subscriptionDate', 'expirationDate'])
          .executeTakeFirstOrThrow(),
      );
  const plans = async (person: Pick<typeof ada, 'get'> = ada) =>
    (await person.get('/plans/featureUsageProfile')).body.data.plans;
  const openPage = async (planId: string, person: Pick<typeof ada, 'post'> = ada): Promise<string> => {
    const opened = await person.post('/plans/checkout', { planId });
    expect(opened.status, JSON.stringify(opened.body)).toBe(200);
    return opened.body.data.page.id;
  };
  /** A plan bought by card and taken up. */
  const buy = async (planId: string, person: Pick<typeof ada, 'post'> = ada) => {
    const pageId = await openPage(planId, person);
    const subscription = billing.pay(pageId);
    const finished = await person.post('/plans/checkoutDone', { hostedPageId: pageId });
    expect(finished.status, JSON.stringify(finished.body)).toBe(200);
    return { pageId, subscription };
  };
  /** A notice as the provider posts it, from outside any browser. */
  const webhook = async (notice: object, authorization = webhookPassword) => {
    const answer = await portal.app.inject({
      method: 'POST',
      url: '/api/billing/webhook',
      headers: { authorization },
      payload: notice,
    });
    return { status: answer.statusCode, body: answer.json() };
  };
  const mails = async (to = 'ada@acme-widgets.com') => {
    await portal.runJobs();
    return (await portal.mailbox.list({ to })).map((mail) => mail.subject).toReversed();
  };
  const acts = (orgId = ada.orgId) =>
    portal.base
      .forOrg(orgId)
      .inOrg((db) =>
        db
          .selectFrom('auditEntry')
          .select(['act', 'subjectId', 'actorEmail'])
          .where('subject', '=', 'plan')
          .orderBy('id')
          .execute(),
      );
  return { portal, billing, ada, inChannel, organization, plans, openPage, buy, webhook, mails, acts };
}
