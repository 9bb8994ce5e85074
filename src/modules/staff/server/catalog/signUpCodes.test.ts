import { describe, expect, test } from 'vitest';
import { testPortal, type TestBrowser, type TestPortal } from '#app/testing/portal.ts';

const acts = (portal: TestPortal) =>
  portal.database.global.selectFrom('staffAct').selectAll().orderBy('id').execute();

describe('subscription ids', () => {
  const row = async (who: TestBrowser, search: string) =>
    (await who.get(`/staff/subscriptionIds?search=${search}`)).body.data.rows[0];

  test('are made, unique whatever their case, sign people up, and end', async () => {
    const portal = await testPortal();
    const sam = await portal.staff();
    const made = await sam.post('/staff/subscriptionIds/create', {
      id: 'Fall-2026',
      channelId: 'chamber',
      plan: 'plus',
    });
    expect(made.body.data).toEqual({ id: 'Fall-2026', link: 'http://localhost:4000/signup/Fall-2026' });
    expect(
      (await sam.post('/staff/subscriptionIds/create', { id: 'FALL-2026', channelId: 'direct' })).body.error
        .code,
    ).toBe('taken');
    expect(
      (await sam.post('/staff/subscriptionIds/create', { id: 'start', channelId: 'direct' })).body.error.code,
    ).toBe('taken');
    expect(
      (await sam.post('/staff/subscriptionIds/create', { id: 'no spaces', channelId: 'direct' })).body.error
        .fields[0].field,
    ).toBe('id');
    expect(
      (await sam.post('/staff/subscriptionIds/create', { id: '', channelId: 'direct' })).body.data.id,
    ).toMatch(/^[A-Z2-9]{8}$/);
    const check = async () =>
      (await portal.browser().get('/plans/isValidSubscriptionId/fall-2026')).body.data;
    expect(await check()).toMatchObject({
      subscriptionIdStatus: 'valid',
      channelId: 'chamber',
      planId: 'plus',
    });
    const ada = await portal.member();
    await portal.database.inOrg(ada.orgId, (db) =>
      db.updateTable('organization').set({ subscriptionId: 'FALL-2026' }).execute(),
    );
    expect(await row(sam, 'fall')).toMatchObject({
      organizations: 1,
      lastSignUp: expect.stringContaining('2026-03-02'),
      state: 'good',
      isOwn: true,
    });
    expect(
      (await sam.post('/staff/subscriptionIds/end', { id: 'Fall-2026', version: 0 })).body.error.code,
    ).toBe('stale');
    expect((await sam.post('/staff/subscriptionIds/end', { id: 'Fall-2026', version: 1 })).status).toBe(200);
    expect(await check()).toMatchObject({ subscriptionIdStatus: 'expired' });
    expect(await row(sam, 'fall')).toMatchObject({ state: 'ended', validUntil: '2026-03-01' });
    expect(
      (await sam.post('/staff/subscriptionIds/revert', { id: 'Fall-2026', version: 2 })).body.error.code,
    ).toBe('no-file');
    expect((await acts(portal)).at(-1)).toMatchObject({
      what: 'Ended the subscription id Fall-2026',
      kind: 'subscription-id',
    });
  });

  test('of a file are changed without losing what the file says beside', async () => {
    const portal = await testPortal();
    const sam = await portal.staff();
    await sam.post('/staff/subscriptionIds/save', {
      id: 'START-PLUS',
      version: 0,
      plan: 'plus',
      validUntil: '2026-12-31',
    });
    const { rows } = {
      rows: await portal.database.global.selectFrom('catalogEdit').select('document').execute(),
    };
    expect(rows).toEqual([{ document: { validUntil: '2026-12-31' } }]);
    expect(await row(sam, 'start-plus')).toMatchObject({
      plan: 'plus',
      channelId: 'direct',
      goodUntil: '2026-12-31',
    });
  });
});
