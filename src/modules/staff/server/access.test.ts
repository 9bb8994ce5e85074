import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { testPortal, type TestBrowser, type TestPortal } from '#app/testing/portal.ts';
import type { Endpoint } from '#platform/endpoint.ts';
import { staffCatalogContract } from '../catalogContract.ts';
import { staffConciergeContract } from '../conciergeContract.ts';
import { staffContract } from '../contract.ts';
import { staffJobsContract } from '../jobsContract.ts';
import { staffLogContract } from '../logContract.ts';

const begin = '/staff/supportSession/begin';
const end = '/staff/supportSession/end';
const reason = 'Ticket 4711: scans do not start';

const contracts = {
  ...staffContract,
  ...staffConciergeContract,
  ...staffCatalogContract,
  ...staffJobsContract,
  ...staffLogContract,
};
const staffCalls = (Object.values(contracts) as Endpoint[]).filter(({ access }) => access === 'staff');
const ask = (who: TestBrowser, { method, path }: Endpoint, body: object = {}) =>
  method === 'GET' ? who.get(path.replace(/:\w+/, randomUUID())) : who.post(path, body);
const running = async (portal: TestPortal) =>
  portal.database.global.selectFrom('appSession').selectAll().where('supportStaff', 'is not', null).execute();

describe('calls of staff', () => {
  test('are not there for administrators, for people without organisation, and in a support session', async () => {
    const portal = await testPortal();
    const ada = await portal.member();
    const nobody = await portal.signIn('new@acme-widgets.com');
    const sam = await portal.support(ada);
    expect(staffCalls.length).toBeGreaterThanOrEqual(20);
    for (const who of [ada, nobody, sam])
      for (const call of staffCalls) {
        const answer = await ask(who, call);
        const missing = call.method === 'GET' ? await who.get('/nowhere') : await who.post('/nowhere');
        expect([answer.status, { ...answer.body.error, requestId: '' }], call.path).toEqual([
          missing.status,
          { ...missing.body.error, requestId: '' },
        ]);
      }
    expect(await running(portal)).toHaveLength(1);
  });

  test('ask whoever is signed out to sign in', async () => {
    const portal = await testPortal();
    for (const call of staffCalls)
      expect((await ask(portal.browser(), call)).body.error.code).toBe('unauthenticated');
  });

  test('ask staff without a second factor for one, each of them', async () => {
    const portal = await testPortal();
    const ada = await portal.member();
    const sam = await portal.staff('sam@support.example', { strong: false });
    expect((await sam.post('/accounts/check')).body).toMatchObject({
      isStaff: true,
      newUser: false,
      secondFactorNeeded: true,
    });
    for (const call of staffCalls) {
      const answer = await ask(sam, call, { orgId: ada.orgId, cognitoId: ada.cognitoId, reason });
      expect([answer.status, answer.body.error.code]).toEqual([403, 'second-factor-needed']);
    }
    expect(await running(portal)).toEqual([]);
  });

  test('serve a browser only with the anti-forgery token of its session', async () => {
    const portal = await testPortal();
    const ada = await portal.member();
    const sam = await portal.staff();
    const body = { orgId: ada.orgId, cognitoId: ada.cognitoId, reason };
    const other = (await ada.send('GET', '/api/getCSRFToken')).json<{ CSRFToken: string }>().CSRFToken;
    for (const token of ['', 'nonsense', other])
      expect(
        (await sam.send('POST', `/api${begin}`, body, { 'x-csrf-token': token })).json().error.code,
      ).toBe('csrf');
    const own = (await sam.send('GET', '/api/getCSRFToken')).json<{ CSRFToken: string }>().CSRFToken;
    await sam.post(begin, body);
    // a token from before the change of session is worthless after it
    expect((await sam.send('POST', `/api${end}`, {}, { 'x-csrf-token': own })).json().error.code).toBe(
      'csrf',
    );
  });

  test('know nothing that an administrator sends to look like staff', async () => {
    const portal = await testPortal();
    const ada = await portal.member();
    await ada.post('/profile/companyUpdate', {
      companyName: 'Acme Lamps',
      companyUrl: '',
      numberOfEmployees: '11-20',
      industry: 'RETAIL',
      orgId: ada.orgId,
      supportStaff: 'sam@support.example',
      staff: 'sam@support.example',
    });
    await ada.post('/accounts/check', { touch: true, supportStaff: 'x', isStaff: true });
    expect((await ada.post('/accounts/check')).body).toMatchObject({
      isStaff: false,
      isZeguroServiceSession: false,
    });
    const rows = await portal.base
      .forOrg(ada.orgId)
      .inOrg((db) => db.selectFrom('auditEntry').select('staff').where('staff', 'is not', null).execute());
    expect(rows).toEqual([]);
  });
});

describe('staff of one brand', () => {
  test('see and enter no organisation of another, which answers like one that is not there', async () => {
    const portal = await testPortal();
    const ada = await portal.member();
    const lena = await portal.staff('lena@insurer.example', { brandId: 'harborline' });
    expect((await lena.get('/staff/profile')).body.data.brand).toMatch(/\w/);
    expect((await lena.get('/staff/organizations')).body.data).toMatchObject({ organizations: [], total: 0 });
    const nowhere = randomUUID();
    for (const orgId of [ada.orgId, nowhere]) {
      expect((await lena.get(`/staff/organizations/${orgId}`)).body.error.code).toBe('no-such-organization');
      expect((await lena.post(begin, { orgId, cognitoId: ada.cognitoId, reason })).body.error.code).toBe(
        'no-such-organization',
      );
    }
    expect((await lena.post('/accounts/check')).body.isStaff).toBe(true);
    expect(await running(portal)).toEqual([]);
  });

  test('act for nobody but an administrator of the very organisation', async () => {
    const portal = await testPortal();
    const [ada, eve] = [
      await portal.member(),
      await portal.member('eve@elsewhere-tools.com', 'Elsewhere Tools'),
    ];
    const sam = await portal.staff();
    for (const cognitoId of [eve.cognitoId, sam.cognitoId, 'nobody'])
      expect((await sam.post(begin, { orgId: ada.orgId, cognitoId, reason })).body.error.code).toBe(
        'no-such-administrator',
      );
    for (const bad of ['', '    ', 'no', 'x'.repeat(501)])
      expect(
        (await sam.post(begin, { orgId: ada.orgId, cognitoId: ada.cognitoId, reason: bad })).status,
      ).toBe(400);
    expect((await sam.get('/staff/profile')).status).toBe(200);
  });
});

describe('the session of this browser', () => {
  test('changes its token at start and end; neither the old one nor the ended one opens anything', async () => {
    const portal = await testPortal();
    const ada = await portal.member();
    const sam = await portal.staff();
    const staffToken = sam.cookies.get('session')!;
    await portal.support(ada, sam);
    const supportToken = sam.cookies.get('session')!;
    await sam.post(end);
    expect(sam.cookies.get('session')).toBeUndefined();
    for (const token of [staffToken, supportToken]) {
      const thief = portal.browser();
      thief.cookies.set('session', token);
      expect((await thief.get('/profile/getUserList')).status).toBe(401);
      expect((await thief.get('/staff/organizations')).status).toBe(401);
      expect((await thief.post(end)).status).toBe(401);
      expect((await thief.post(begin, { orgId: ada.orgId, cognitoId: ada.cognitoId, reason })).status).toBe(
        401,
      );
    }
    expect(new Set([staffToken, supportToken]).size).toBe(2);
  });

  test('leads from a support session back to staff only through sign-in', async () => {
    const portal = await testPortal();
    const sam = await portal.support(await portal.member());
    expect((await sam.post(end)).body.authenticated).toBe(false);
    expect((await sam.get('/staff/organizations')).body.error.code).toBe('unauthenticated');
  });

  test('of a member whose session has expired begins nothing', async () => {
    const portal = await testPortal();
    const ada = await portal.member();
    const sam = await portal.staff();
    portal.clock.advance(1801);
    expect((await sam.post(begin, { orgId: ada.orgId, cognitoId: ada.cognitoId, reason })).status).toBe(401);
  });

  test('begins once, however many windows press the button at the same moment', async () => {
    const portal = await testPortal();
    const ada = await portal.member();
    const sam = await portal.staff();
    const csrf = (await sam.send('GET', '/api/getCSRFToken')).json<{ CSRFToken: string }>().CSRFToken;
    const body = { orgId: ada.orgId, cognitoId: ada.cognitoId, reason };
    const session = sam.cookies.get('session')!;
    const windows = [1, 2, 3, 4].map(() => {
      const window = portal.browser();
      for (const [name, value] of sam.cookies) window.cookies.set(name, value);
      return window;
    });
    expect(windows[0]!.cookies.get('session')).toBe(session);
    const answers = await Promise.all(
      windows.map((window) => window.send('POST', `/api${begin}`, body, { 'x-csrf-token': csrf })),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401, 401, 401]);
    expect(await running(portal)).toHaveLength(1);
  });

  test('is one support session a member, from however many browsers it is begun at the same moment', async () => {
    const portal = await testPortal();
    const [ada, eve] = [
      await portal.member(),
      await portal.member('eve@elsewhere-tools.com', 'Elsewhere Tools'),
    ];
    const first = await portal.staff('sam@support.example');
    const second = await portal.signIn('sam@support.example');
    await portal.database.global
      .updateTable('appSession')
      .set({ strong: true })
      .where('cognitoId', '=', first.cognitoId)
      .execute();
    const answers = await Promise.all(
      [first, second].map((who, i) =>
        who.post(begin, { orgId: [ada, eve][i]!.orgId, cognitoId: [ada, eve][i]!.cognitoId, reason }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await running(portal)).toHaveLength(1);
    const ends = await Promise.all(
      [ada, eve].map(({ orgId }) =>
        portal.base
          .forOrg(orgId)
          .inOrg((db) =>
            db
              .selectFrom('auditEntry')
              .select('newValue')
              .where('act', '=', 'support-session-ended')
              .execute(),
          ),
      ),
    );
    expect(ends.flat()).toHaveLength(1);
  });

  test('ends no support session where there is none', async () => {
    const portal = await testPortal();
    for (const who of [await portal.member(), await portal.staff()])
      expect((await who.post(end)).body.error.code).toBe('no-support-session');
  });
});
