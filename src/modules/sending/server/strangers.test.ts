import { expect, test } from 'vitest';
import { jobHandlers } from '#app/modules.ts';
import { testPortal, type TestPortal } from '#app/testing.ts';
import { peoplePerDay, reportsThatStop } from '../rules.ts';

// Monday noon in Pacific time: an hour in which the product writes by itself
const start = '2026-03-02T20:00:00Z';
const hostile = 'Payroll refund waiting - Contoso Bank';
const lure = 'Claim your refund at www.contoso-refund.example';
const own = 'acme-widgets.com';
type Admin = Awaited<ReturnType<TestPortal['member']>>;

const people = (from: number, count: number, domain = 'strangers.example') =>
  Array.from({ length: count }, (_, n) => ({
    name: `Call 555 0100 ${from + n}`,
    email: `person${from + n}@${domain}`,
  }));

/** What the company says for all policies, without which none is sent. */
const fillCompany = (admin: Admin) =>
  admin.post('/policy/saveCompanyValues', {
    values: {
      policyOwner: 'Ada Vance',
      securityContactName: 'Ada Vance',
      securityContactEmail: 'help@contoso-refund.example',
    },
  });
/** Two hours later, signed in again. */
async function later<Who extends { email: string; orgId: string }>(
  portal: TestPortal,
  { email, orgId }: Who,
) {
  portal.clock.advance(7200);
  return { ...(await portal.signIn(email)), orgId };
}

/** A policy in force with a title and a text of the customer's own. */
async function approveCustomPolicy(admin: Admin): Promise<string> {
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
async function addSigners(admin: Admin, list: { name: string; email: string }[]) {
  for (let at = 0; at < list.length; at += 500)
    expect((await admin.post('/policy/addSigners', { people: list.slice(at, at + 500) })).status).toBe(200);
}
/** Every email to someone who is no administrator, newest first. */
async function sentTo(portal: TestPortal, domain: string) {
  await portal.runJobs();
  const all = (await portal.mailbox.list({})).filter(({ to }) => to.address.endsWith(`@${domain}`));
  return Promise.all(all.map(async ({ id }) => (await portal.mailbox.read(id))!));
}
const reportTokenIn = (mail: { text: string }) => /\/report-email\/([\w-]+)/.exec(mail.text)![1]!;
const report = (portal: TestPortal, token: string, n = 0) =>
  portal.browser({ ip: `198.51.100.${n}` }).post('/sending/report', { token, comment: 'Who is this?' });
const prove = (portal: TestPortal, { orgId }: Admin, domain: string) =>
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
const pay = (portal: TestPortal, { orgId }: Admin) => {
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

test('a fresh trial that tries every call reaches thirty strangers a day, in the words of the product', async () => {
  const portal = await testPortal({ start });
  const admin = await portal.member('mallory@throwaway.example', hostile);
  await fillCompany(admin);
  const policy = await approveCustomPolicy(admin);
  await addSigners(admin, people(0, 1000));
  const asked = await admin.post('/policy/askToSign', { policyTypes: [policy] });
  expect(asked.body.data).toMatchObject({ mailed: peoplePerDay.unproved.strangers });
  expect(asked.body.data.notice).toMatch(
    /^970 people will get the email on the next working day: .* verify that you own your domain/,
  );
  await admin.post('/policy/remindSigners');
  const trainees = people(2000, 25).map(({ email }) => ({
    firstName: 'Refund',
    lastName: lure.slice(0, 60),
    email,
  }));
  await admin.post('/training/saveTrainees', { trainees });
  await admin.post('/training/remindTrainees', { trainees: 'all' });
  const refused = [
    await admin.post('/accounts/invite_user', { email: 'person3000@strangers.example', firstName: lure }),
    await admin.post('/policy/policySave', {
      policy: { id: 'backup', mode: 'sent', approver: lure, approverEmail: 'person3001@strangers.example' },
    }),
  ];
  for (const { status, body } of refused) {
    expect([status, body.error.code]).toEqual([429, expect.stringMatching(/^too-many-/)]);
    expect(body.error.notice).toMatch(/Try again tomorrow\. .*choose a plan/);
  }
  const mails = await sentTo(portal, 'strangers.example');
  expect(new Set(mails.map(({ to }) => to.address)).size).toBe(peoplePerDay.unproved.strangers);
  expect(new Set(mails.map(({ subject }) => subject))).toEqual(
    new Set(['Security policies to read and sign']),
  );
  for (const { text, html } of mails) {
    expect(text.replaceAll(/\s+/g, ' ')).toContain(
      `Ada Vance at “${hostile}” asked you to read and sign one policy`,
    );
    expect(text).toContain('Hello,\n');
    expect(`${text} ${html}`).not.toMatch(/contoso-refund\.example|555 0100/);
    expect(html).toContain('Not expecting this? Report it');
  }
});

test('the other emails say nothing of the customer in their subjects either', async () => {
  const portal = await testPortal({ start });
  let admin = await portal.member('mallory@throwaway.example', 'Cyber Safety Support');
  await fillCompany(admin);
  const policy = await approveCustomPolicy(admin);
  await addSigners(admin, people(0, 1));
  await admin.post('/policy/askToSign', { policyTypes: [policy] });
  await admin.post('/training/saveTrainees', {
    trainees: [{ firstName: 'www.refund.example', lastName: '', email: 'person1@strangers.example' }],
  });
  await admin.post('/accounts/invite_user', { email: 'person2@strangers.example', firstName: lure });
  await admin.post('/policy/policySave', {
    policy: { id: 'backup', mode: 'sent', approver: lure, approverEmail: 'person3@strangers.example' },
  });
  await portal.runJobs();
  admin = await later(portal, admin);
  await admin.post('/policy/remindSigners');
  await admin.post('/training/remindTrainees', { trainees: 'all' });
  const mails = await sentTo(portal, 'strangers.example');
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
    'A security policy is waiting for your approval',
    'Reminder: security policies are waiting for your signature',
    'Reminder: your security training',
    'Security policies to read and sign',
    'You are invited to administer an organization on Cyber Safety',
    'Your security training',
  ]);
  for (const { text } of mails) {
    // a name that imitates the portal is no name
    expect(text.replaceAll(/\s+/g, ' ')).toContain('Ada Vance at an organization');
    expect(text).not.toContain('Cyber Safety Support');
    expect(text).not.toMatch(/refund\.example/);
    expect(reportTokenIn({ text })).toMatch(/^[\w-]{90,}$/);
  }
});

test('a trial of 25 people tries signing and training in one day, and who was left out is asked the next', async () => {
  const portal = await testPortal({ start });
  const admin = await portal.member(`ada@${own}`);
  const policy = await approveCustomPolicy(admin);
  await addSigners(admin, people(0, 25, own));
  expect((await admin.post('/policy/askToSign', { policyTypes: [policy] })).body.data).toEqual({
    mailed: 25,
  });
  await admin.post('/training/saveTrainees', {
    trainees: people(0, 25, own).map(({ email }) => ({ firstName: 'Ann', lastName: 'Fox', email })),
  });
  expect((await sentTo(portal, own)).filter(({ to }) => to.address !== `ada@${own}`)).toHaveLength(50);
  await addSigners(admin, people(25, 20, own));
  expect((await admin.post('/policy/remindSigners')).body.data).toMatchObject({
    mailed: 5,
    notice: expect.stringContaining('15 people'),
  });
  await portal.runJobs();
  portal.clock.advance(86_400);
  const reminders = jobHandlers.find(({ spec }) => spec.name === 'remind-of-policy-signatures')!;
  await reminders.run(
    portal.base,
    {},
    { id: 'x', attempt: 0, lastAttempt: true, signal: new AbortController().signal },
  );
  const late = (await sentTo(portal, own)).filter(
    ({ to }) => Number(/person(\d+)/.exec(to.address)?.[1]) >= 30,
  );
  expect(late).toHaveLength(15);
});

test('requests at the same moment share what is left of the limit, and a refused one counts nobody', async () => {
  const portal = await testPortal({ start });
  const admin = await portal.member('mallory@throwaway.example', hostile);
  const policy = await approveCustomPolicy(admin);
  const { strangers } = peoplePerDay.unproved;
  await addSigners(admin, people(0, strangers - 2));
  await admin.post('/policy/askToSign', { policyTypes: [policy] });
  const invite = (n: number) =>
    admin.post('/accounts/invite_user', { email: `person${100 + n}@strangers.example` });
  const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => invite(n)));
  const count = (status: number, code?: string) =>
    answers.filter((one) => one.status === status && one.body.error?.code === code).length;
  expect([count(200), count(429, 'too-many-invites')]).toEqual([2, 6]);
  expect(await sentTo(portal, 'strangers.example')).toHaveLength(strangers);
});

test('a proved domain opens the way to its own people, a paid plan to more strangers', async () => {
  const portal = await testPortal({ start });
  const admin = await portal.member(`ada@${own}`);
  const policy = await approveCustomPolicy(admin);
  await prove(portal, admin, own);
  await addSigners(admin, [
    ...people(0, 200, own),
    ...people(0, 100, `mail.${own}`),
    ...people(0, 100),
    ...people(0, 1, `not-${own}`),
  ]);
  const asked = await admin.post('/policy/askToSign', { policyTypes: [policy] });
  expect(asked.body.data.mailed).toBe(300 + peoplePerDay.proved.strangers);
  await pay(portal, admin);
  expect((await admin.post('/policy/remindSigners')).body.data).toEqual({
    mailed: 41,
    skipped: expect.any(Number),
  });
});

test('a report ends the emails to that mailbox; opening its page, in whatever way, reports nothing', async () => {
  const portal = await testPortal({ start });
  let admin = await portal.member('mallory@throwaway.example', hostile);
  const policy = await approveCustomPolicy(admin);
  await addSigners(admin, people(0, 3));
  await admin.post('/policy/askToSign', { policyTypes: [policy] });
  const [first] = await sentTo(portal, 'strangers.example');
  const token = reportTokenIn(first!);
  const address = first!.to.address;
  const visitor = portal.browser({ ip: '198.51.100.1' });
  await visitor.send('GET', `/report-email/${token}`);
  expect((await visitor.get(`/sending/report/${token}`)).body.data).toEqual({
    companyName: hostile,
    about: 'signing',
    reported: false,
  });
  expect((await visitor.send('POST', '/api/sending/report', { token })).statusCode).toBe(403);
  expect((await visitor.get(`/sending/report/${token}`)).body.data.reported).toBe(false);
  for (const forged of [`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`, 'x'.repeat(90)])
    expect((await report(portal, forged)).status).toBe(404);
  expect((await report(portal, token)).status).toBe(200);
  expect((await report(portal, token)).status).toBe(200);
  admin = await later(portal, admin);
  const again = await admin.post('/policy/remindSigners');
  expect(again.body.data).toMatchObject({
    mailed: 2,
    notice: '1 person asked not to get email from your organization.',
  });
  // a plus and capitals reach the same mailbox
  const invite = await admin.post('/accounts/invite_user', { email: address.replace('@', '+x@') });
  expect([invite.status, invite.body.error.code]).toEqual([429, 'too-many-invites']);
  expect((await sentTo(portal, 'strangers.example')).filter(({ to }) => to.address === address)).toHaveLength(
    1,
  );
});

test('three strangers stop the sender, what is queued stays unsent, and staff let it go on', async () => {
  const portal = await testPortal({ start });
  let admin = await portal.member('mallory@throwaway.example', hostile);
  const policy = await approveCustomPolicy(admin);
  await addSigners(admin, people(0, 10));
  await admin.post('/policy/askToSign', { policyTypes: [policy] });
  const mails = await sentTo(portal, 'strangers.example');
  admin = await later(portal, admin);
  await admin.post('/policy/remindSigners');
  // the reminders are queued, and three of the first emails are reported at one moment
  const tokens = mails.slice(0, reportsThatStop).map(reportTokenIn);
  await Promise.all(tokens.map((token, n) => report(portal, token, n)));
  expect(await sentTo(portal, 'strangers.example')).toHaveLength(10);
  const refused = await admin.post('/accounts/invite_user', { email: 'one@more.example' });
  expect(refused.body.error.notice).toMatch(/^Our support team has paused the emails/);
  const log = (await admin.get('/audit/entries')).body;
  expect(JSON.stringify(log)).toContain('Paused the emails');

  const sam = await portal.staff();
  const listed = await sam.get('/staff/senders?open=true');
  expect(listed.body.data.senders).toMatchObject([
    {
      companyName: hostile,
      todayPeople: 10,
      weekPeople: 10,
      weekEmails: 20,
      withheld: 10,
      reports: 3,
      stopped: true,
      decidedBy: null,
    },
  ]);
  const { orgId } = admin;
  expect((await sam.get(`/staff/senders/${orgId}`)).body.data).toMatchObject({
    standing: 'unproved',
    reports: [{ comment: 'Who is this?' }, {}, {}],
  });
  expect((await sam.post('/staff/senders/decide', { orgId, stop: false, reason: 'x' })).status).toBe(400);
  expect(
    (
      await sam.post('/staff/senders/decide', {
        orgId,
        stop: false,
        reason: 'Called the owner: real company.',
      })
    ).status,
  ).toBe(200);
  expect((await sam.get('/staff/senders?open=true')).body.data.senders).toEqual([]);
  expect((await sam.get('/staff/log?kind=sender')).body.data.entries[0].what).toContain('Allowed');
  expect((await admin.post('/accounts/invite_user', { email: 'one@more.example' })).status).toBe(200);
  const other = await portal.staff(undefined, { brandId: 'harborline' });
  expect((await other.get(`/staff/senders/${orgId}`)).status).toBe(404);
  expect(
    (await other.post('/staff/senders/decide', { orgId, stop: true, reason: 'Not my brand at all' })).status,
  ).toBe(404);
  expect((await other.get('/staff/senders')).body.data.senders).toEqual([]);
});
