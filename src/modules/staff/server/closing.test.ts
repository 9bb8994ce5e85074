import { expect, test } from 'vitest';
import { testPortal } from '#app/testing/portal.ts';

const reason = 'Asked for by phone, ticket 4712';

test('staff close an account by its name and with a reason; both logs, the company and its mails say so, and staff take it back', async () => {
  const portal = await testPortal();
  const ada = await portal.member('ada@acme-widgets.com');
  const sam = await portal.staff();
  const close = (companyName: string) =>
    sam.post('/staff/closing/begin', { orgId: ada.orgId, companyName, reason });
  expect(await close('Acme')).toMatchObject({ status: 409, body: { error: { code: 'wrong-company-name' } } });
  const closed = await close('Acme Widgets Inc.');
  expect([closed.status, closed.body.data]).toEqual([
    200,
    {
      begunAt: '2026-03-02T17:00:00.000Z',
      dueAt: '2026-03-16T17:00:00.000Z',
      begunBy: 'Sam Rivera',
      byStaff: true,
      reason,
    },
  ]);
  expect(await close('Acme Widgets Inc.')).toMatchObject({
    status: 409,
    body: { error: { code: 'already-closing' } },
  });
  await portal.runJobs();
  const mail = (await portal.mailbox.list({ to: ada.email })).find(({ subject }) =>
    subject.includes('closes on'),
  );
  expect((await portal.mailbox.read(mail!.id))!.text).toContain(
    'Sam Rivera of our support team asked to close',
  );
  expect((await ada.get('/organization/closing')).body.data.closing).toEqual(closed.body.data);
  expect((await sam.get(`/staff/organizations/${ada.orgId}/closing`)).body.data.closing).toEqual(
    closed.body.data,
  );

  expect(
    (await sam.post('/staff/closing/keep', { orgId: ada.orgId, reason: 'They changed their mind' })).status,
  ).toBe(200);
  expect((await ada.get('/organization/closing')).body.data.closing).toBe(null);
  const acts = await portal.base.global
    .selectFrom('staffAct')
    .select(['kind', 'subjectId', 'what'])
    .orderBy('id')
    .execute();
  expect(acts).toEqual([
    { kind: 'closing', subjectId: ada.orgId, what: `Closed the account of Acme Widgets Inc.: ${reason}` },
    {
      kind: 'closing',
      subjectId: ada.orgId,
      what: 'Kept the account of Acme Widgets Inc.: They changed their mind',
    },
  ]);
  const log = await portal.base
    .forOrg(ada.orgId)
    .inOrg((db) =>
      db
        .selectFrom('auditEntry')
        .select(['act', 'staff'])
        .where('act', 'like', 'closing-%')
        .orderBy('id')
        .execute(),
    );
  expect(log).toEqual(['closing-begun', 'closing-taken-back'].map((act) => ({ act, staff: sam.email })));
});

test('staff of another brand, staff without a second factor, and administrators close nothing', async () => {
  const portal = await testPortal();
  const ada = await portal.member('ada@acme-widgets.com');
  const body = { orgId: ada.orgId, companyName: 'Acme Widgets Inc.', reason };
  const foreign = await portal.staff('kim@support.example', { name: 'Kim', brandId: 'harborline' });
  expect(await foreign.post('/staff/closing/begin', body)).toMatchObject({
    status: 404,
    body: { error: { code: 'no-such-organization' } },
  });
  const weak = await portal.staff('lee@support.example', { strong: false });
  expect((await weak.post('/staff/closing/begin', body)).status).toBe(403);
  expect((await ada.post('/staff/closing/begin', body)).status).toBe(404);
  expect((await ada.get('/organization/closing')).body.data.closing).toBe(null);
});
