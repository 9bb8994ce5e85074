import { expect } from 'vitest';
import type { TestPortal } from '#app/testing/portal.ts';

export const start = '2026-03-02T20:00:00Z';
export const hostile = 'Payroll refund waiting - Contoso Bank';
export const lure = 'Claim your refund at www.contoso-refund.example';
export const own = 'acme-widgets.com';
export type Admin = Awaited<ReturnType<TestPortal['member']>>;

export const people = (from: number, count: number, domain = 'strangers.example') =>
  Array.from({ length: count }, (_, n) => ({
    name: `Call 555 0100 ${from + n}`,
    email: `person${from + n}@${domain}`,
  }));

/** What the company says for all policies, without which none is sent. */
export const fillCompany = (admin: Admin) =>
  admin.post('/policy/saveCompanyValues', {
    values: {
      policyOwner: 'Ada Vance',
      securityContactName: 'Ada Vance',
      securityContactEmail: 'help@contoso-refund.example',
    },
  });
/** Two hours later, signed in again. */
export async function later<Who extends { email: string; orgId: string }>(
  portal: TestPortal,
  { email, orgId }: Who,
) {
  portal.clock.advance(7200);
  return { ...(await portal.signIn(email)), orgId };
}

/** A policy in force with a title and a text of the customer's own. */
export async function approveCustomPolicy(admin: Admin): Promise<string> {
  const given = {
    custom: true,
    name: lure,
    customPolicy: `<p>${lure}</p>`,
    status: 'Active',
    approver: 'Ada Vance',
  };
  const saved = await admin.post('/policy/policySave', { policy: given });
  if (saved.status !== 200) throw new Error(JSON.stringify(saved.body));
  return saved.body.data.id;
}
export async function addSigners(admin: Admin, list: { name: string; email: string }[]) {
  for (let at = 0; at < list.length; at += 500)
    expect((await admin.post('/policy/addSigners', { people: list.slice(at, at + 500) })).status).toBe(200);
}
/** Every email to someone who is no administrator, newest first. */
export async function sentTo(portal: TestPortal, domain: string) {
  await portal.runJobs();
  const all = (await portal.mailbox.list({})).filter(({ to }) => to.address.endsWith(`@${domain}`));
  return Promise.all(all.map(async ({ id }) => (await portal.mailbox.read(id))!));
}
export const reportTokenIn = (mail: { text: string }) => /\/report-email\/([\w-]+)/.exec(mail.text)![1]!;
export const report = (portal: TestPortal, token: string, n = 0) =>
  portal.browser({ ip: `198.51.100.${n}` }).post('/sending/report', { token, comment: 'Who is this?' });
export const prove = (portal: TestPortal, { orgId }: Admin, domain: string) =>
  portal.database.inOrg(orgId, (db) =>
    db
      .insertInto('ratingOwnership')
      .values({
        orgId,
        domain,
        verifiedAt: portal.clock.now(),
        provedBy: 'dns',
        nextCheckAt: portal.clock.now(),
      })
      .execute(),
  );
/** What the billing provider says of an organization that pays. */
export const pay = (portal: TestPortal, { orgId }: Admin) => {
  const at = portal.clock.now();
  const row = {
    orgId,
    id: 'sub_1',
    customerId: 'cus_1',
    priceId: 'plus',
    planId: 'plus',
    status: 'active',
    couponCodes: [],
    version: 1,
  };
  const times = {
    startedAt: at,
    termStart: at,
    termEnd: new Date(at.getTime() + 30 * 86_400_000),
    checkedAt: at,
    createdAt: at,
    updatedAt: at,
  };
  return portal.database.inOrg(orgId, (db) =>
    db
      .insertInto('billingSubscription')
      .values({ ...row, ...times })
      .execute(),
  );
};
