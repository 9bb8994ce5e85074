import { expect, test } from 'vitest';
import { testPortal } from '#app/testing/portal.ts';
import { reportsThatStop } from '../rules.ts';
import {
  start,
  hostile,
  people,
  later,
  approveCustomPolicy,
  addSigners,
  sentTo,
  reportTokenIn,
  report,
} from '../testing/sending.ts';

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
