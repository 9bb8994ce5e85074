import { expect, test } from 'vitest';
import { jobHandlers } from '#app/program/jobs.ts';
import { testPortal } from '#app/testing/portal.ts';
import { peoplePerDay } from '../rules.ts';
import {
  start,
  hostile,
  lure,
  own,
  people,
  fillCompany,
  later,
  approveCustomPolicy,
  addSigners,
  sentTo,
  reportTokenIn,
  prove,
  pay,
} from '../testing/sending.ts';

// Monday noon in Pacific time: an hour in which the product writes by itself

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
