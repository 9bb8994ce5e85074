import { describe, expect, test } from 'vitest';
import { testPortal, type TestPortal } from '#app/testing/portal.ts';
import type { Scanner } from '#providers/scanner/port.ts';
import { staffJobs } from './jobs.ts';
import { removeStaff } from './members.ts';

const begin = '/staff/supportSession/begin';
const end = '/staff/supportSession/end';
const reason = 'Ticket 4711: scans do not start';

type Entry = {
  act: string;
  actorEmail: string | null;
  staff: string | null;
  ip: string | null;
  subject: string;
  newValue: any;
  subjectName: string;
};
const logOf = (portal: TestPortal, orgId: string): Promise<Entry[]> =>
  portal.base
    .forOrg(orgId)
    .inOrg((db) => db.selectFrom('auditEntry').selectAll().orderBy('id').execute()) as never;
const endOf = async (portal: TestPortal, orgId: string) =>
  (await logOf(portal, orgId))
    .filter(({ act }) => act === 'support-session-ended')
    .map(({ newValue }) => newValue);
const tokenOf = (browser: { cookies: Map<string, string> }) => browser.cookies.get('session');
const scanner: Scanner = {
  engine: 'Scripted',
  levels: ['lightning', 'safe'],
  rules: () => [],
  mayScan: async () => ({ allowed: true }),
  run: async ({ url, level }) => ({
    target: url,
    level,
    startedAt: '2026-03-02T17:00:00Z',
    finishedAt: '2026-03-02T17:01:00Z',
    requests: 1,
    pages: 1,
    findings: [],
    passed: [],
    coverage: { blocked: [], timedOut: [], skipped: [] },
  }),
};
const rename = { companyName: 'Acme Lamps', companyUrl: '', numberOfEmployees: '11-20', industry: 'RETAIL' };
const update = (who: {
  post: (path: string, body: object) => Promise<{ status: number; body: any }>;
  orgId: string;
}) => who.post('/profile/companyUpdate', { ...rename, orgId: who.orgId });

describe('a support session', () => {
  test('acts as the administrator, says so, and ends after an hour however active', async () => {
    const portal = await testPortal();
    const ada = await portal.member('ada@acme-widgets.com');
    const sam = await portal.staff('sam@support.example');
    const before = tokenOf(sam);
    const begun = await sam.post(begin, { orgId: ada.orgId, cognitoId: ada.cognitoId, reason });
    expect(begun.status, JSON.stringify(begun.body)).toBe(200);
    expect(begun.body).toMatchObject({
      authenticated: true,
      username: 'ada@acme-widgets.com',
      isZeguroServiceSession: true,
      isStaff: false,
      newUser: false,
      support: { staffName: 'Sam Rivera', endsIn: 3600 },
      heapKey: '',
    });
    expect(tokenOf(sam)).not.toBe(before);
    expect((await sam.get('/profile/getUserList')).body.data).toHaveLength(1);
    for (let minute = 0; minute < 59; minute += 10) {
      portal.clock.advance(590);
      expect((await sam.get('/profile/getUserList')).status).toBe(200);
    }
    portal.clock.advance(61);
    expect((await sam.get('/profile/getUserList')).status).toBe(401);
  });

  test('is written into the log with reason, place, end and number of writes, and every write names who did it', async () => {
    const portal = await testPortal();
    const ada = await portal.member('ada@acme-widgets.com');
    const sam = await portal.support(ada, await portal.staff('sam@support.example'));
    expect((await update(sam)).status).toBe(200);
    portal.clock.advance(125);
    expect((await sam.post(end)).body).toMatchObject({ authenticated: false, isZeguroServiceSession: false });
    const own = (await logOf(portal, ada.orgId)).filter(({ staff }) => staff !== null);
    expect(own.map(({ act, subject }) => [act, subject])).toEqual([
      ['support-session-begun', 'support_session'],
      ['update', 'organization'],
      ['support-session-ended', 'support_session'],
    ]);
    for (const entry of own)
      expect(entry).toMatchObject({
        actorEmail: 'ada@acme-widgets.com',
        staff: 'sam@support.example',
        ip: '203.0.113.7',
      });
    expect(own[0]!.newValue).toMatchObject({
      reason,
      staffName: 'Sam Rivera',
      onBehalfOf: 'ada@acme-widgets.com',
    });
    expect(own[2]!.newValue).toEqual({ how: 'ended', seconds: 125, writes: 1 });
  });

  test('names staff also where a request only starts work that runs later', async () => {
    const portal = await testPortal({ scanner });
    const ada = await portal.member();
    const made = await ada.post('/monitoring/webapps/createTarget', {
      targetName: 'Shop',
      targetUrl: 'shop.acme-widgets.com',
      protocol: 'https://',
      scanProfile: 'lightning',
      urlConfirmed: true,
    });
    const sam = await portal.support(ada, await portal.staff('sam@support.example'));
    expect((await sam.post('/monitoring/webapps/startScan', { targetId: made.body.targetId })).status).toBe(
      200,
    );
    await sam.post(end);
    await portal.runJobs();
    const scan = (await logOf(portal, ada.orgId)).find(({ subject }) => subject === 'scan');
    expect(scan).toMatchObject({ act: 'insert', staff: 'sam@support.example', actorEmail: ada.email });
  });

  test('is told to every administrator by mail, once, with what the staff typed kept harmless', async () => {
    const portal = await testPortal();
    const ada = await portal.member('ada@acme-widgets.com');
    const sam = await portal.staff();
    await portal.runJobs();
    await sam.post(begin, {
      orgId: ada.orgId,
      cognitoId: ada.cognitoId,
      reason: 'See http://evil.example\nand <b>more</b>',
    });
    await portal.runJobs();
    // mails of one moment stand in no order
    const mails = (await portal.mailbox.list()).filter(({ subject }) =>
      subject.includes('support is working'),
    );
    expect(mails).toHaveLength(1);
    const mail = (await portal.mailbox.read(mails[0]!.id))!;
    expect(JSON.stringify(mail.to)).toContain('ada@acme-widgets.com');
    expect(mail.text).toContain('Sam Rivera');
    expect(mail.text).toContain('/settings/organization/activity');
    expect(mail.html).not.toContain('http://evil.example');
    expect(mail.html).not.toContain('<b>more');
  });
});

describe('a support session ends at once', () => {
  const world = async () => {
    const portal = await testPortal();
    const ada = await portal.member('ada@acme-widgets.com');
    const sam = await portal.support(ada, await portal.staff('sam@support.example'));
    return { portal, ada, sam };
  };
  const isOver = async ({ portal, ada, sam }: Awaited<ReturnType<typeof world>>, how: string) => {
    expect((await sam.get('/profile/getUserList')).status).toBe(401);
    expect((await endOf(portal, ada.orgId)).map((value) => value.how)).toEqual([how]);
  };

  test('when it is signed out', async () => {
    const all = await world();
    await all.sam.post('/accounts/logout');
    await isOver(all, 'signed-out');
  });

  test('when nobody does anything, and the log tells when that was', async () => {
    const all = await world();
    all.portal.clock.advance(1900);
    await staffJobs[0]!.run(all.portal.base, {}, {} as never);
    await isOver(all, 'expired');
    expect((await endOf(all.portal, all.ada.orgId))[0].seconds).toBe(1800);
  });

  test('when the member of staff is removed, and what is left of their account opens nothing of staff', async () => {
    const all = await world();
    await removeStaff(all.portal.base, 'sam@support.example');
    await isOver(all, 'staff-removed');
    const again = await all.portal.signIn('sam@support.example');
    expect((await again.post('/accounts/check')).body).toMatchObject({ isStaff: false, newUser: true });
    expect((await again.get('/staff/organizations')).status).toBe(404);
  });

  test('when the administrator acted for is removed', async () => {
    const all = await world();
    await all.portal.base
      .forOrg(all.ada.orgId)
      .inOrg((db) => db.deleteFrom('admin').where('cognitoId', '=', all.ada.cognitoId).execute());
    await isOver(all, 'administrator-removed');
  });

  test('when the organisation is gone', async () => {
    const all = await world();
    await all.portal.base
      .forOrg(all.ada.orgId)
      .inOrg((db) => db.deleteFrom('organization').where('orgId', '=', all.ada.orgId).execute());
    await isOver(all, 'organization-removed');
  });

  test('when somebody else signs in on the same browser', async () => {
    const all = await world();
    const { sam } = all;
    await all.portal.signIn('bob@elsewhere-tools.com', sam);
    expect((await sam.post('/accounts/check')).body).toMatchObject({
      username: 'bob@elsewhere-tools.com',
      isZeguroServiceSession: false,
    });
    expect((await endOf(all.portal, all.ada.orgId)).map((value) => value.how)).toEqual(['signed-out']);
  });

  test('when the same member begins another one, in another organisation', async () => {
    const all = await world();
    const eve = await all.portal.member('eve@elsewhere-tools.com', 'Elsewhere Tools');
    const second = await all.portal.signIn('sam@support.example');
    await all.portal.database.global
      .updateTable('appSession')
      .set({ strong: true })
      .where('cognitoId', '=', second.cognitoId)
      .execute();
    expect((await second.post(begin, { orgId: eve.orgId, cognitoId: eve.cognitoId, reason })).status).toBe(
      200,
    );
    await isOver(all, 'replaced');
    expect(await endOf(all.portal, eve.orgId)).toEqual([]);
    expect((await second.get('/profile/getUserList')).body.data[0].email).toBe('eve@elsewhere-tools.com');
  });
});
