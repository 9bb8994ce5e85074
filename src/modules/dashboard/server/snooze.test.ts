import { expect, test } from 'vitest';
import { testPortal, type TestPortal } from '#app/testing/portal.ts';
import { nextActions } from '../nextActions.ts';
import { addFindings, addWebsite } from '../testing/rows.ts';

type Member = Awaited<ReturnType<TestPortal['member']>>;

async function world() {
  const portal = await testPortal();
  const [ada, eve] = [await portal.member(), await portal.member()];
  const shown = async (who: Pick<Member, 'get'>) =>
    nextActions((await who.get('/dashboard/getModuleActivity')).body.data).map(({ id }) => id);
  const log = async (who: Member) =>
    (await who.get('/audit/entries')).body.data.map((entry: { what: string }) => entry.what);
  return { portal, ada, eve, shown, log };
}

test('what is put off is gone for the organisation for thirty days, and for nobody else', async () => {
  const { portal, ada, eve, shown } = await world();
  // the trial would be over before that
  await portal.base
    .forOrg(ada.orgId)
    .inOrg((db) =>
      db.updateTable('organization').set({ subscriptionStatus: 'ACTIVE', planId: 'premium' }).execute(),
    );
  const before = await shown(ada);
  expect(before[0]).toBe('add-website');
  const answer = await ada.post('/dashboard/snoozeAction', { action: 'add-website' });
  expect(answer.body.data.snoozed).toEqual([
    {
      id: 'add-website',
      title: 'Add your first website',
      amount: 0,
      until: new Date(portal.clock.now().getTime() + 30 * 86_400_000).toISOString(),
    },
  ]);
  expect([(await shown(ada)).includes('add-website'), (await shown(eve)).includes('add-website')]).toEqual([
    false,
    true,
  ]);
  portal.clock.advance(29 * 86_400);
  const ada2 = await portal.signIn(ada.email);
  expect(await shown(ada2)).not.toContain('add-website');
  portal.clock.advance(86_400 + 1);
  expect(await shown(await portal.signIn(ada.email))).toContain('add-website');
});

test('it can be brought back, twice and by two at once', async () => {
  const { ada, shown, log } = await world();
  const call = (name: string) => ada.post(`/dashboard/${name}`, { action: 'add-website' });
  const answers = await Promise.all([call('snoozeAction'), call('snoozeAction')]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(
    (await Promise.all([call('restoreAction'), call('restoreAction')])).map(({ status }) => status),
  ).toEqual([200, 200]);
  expect(await shown(ada)).toContain('add-website');
  const told = await log(ada);
  expect(told).toContain('Put off on the dashboard: Add your first website');
  expect(told).toContain('Brought back to the dashboard: Add your first website');
});

test('it comes back when there is more of it', async () => {
  const { portal, ada, shown } = await world();
  const scope = portal.base.forOrg(ada.orgId);
  const at = portal.clock.now();
  const website = await addWebsite(scope, { name: 'Shop', at, scans: 1 });
  await addFindings(scope, website, { high: 2 }, at);
  expect((await ada.post('/dashboard/snoozeAction', { action: 'fix-high' })).status).toBe(200);
  expect(await shown(ada)).not.toContain('fix-high');
  await scope.inOrg((db) =>
    db.updateTable('finding').set({ state: 'fixed', fixedAt: at }).where('id', '=', 'high-1').execute(),
  );
  expect(await shown(ada)).not.toContain('fix-high');
  await addFindings(scope, await addWebsite(scope, { name: 'Blog', at, scans: 1 }), { high: 2 }, at);
  expect(await shown(ada)).toContain('fix-high');
});

test.each([
  ['nothing of it to do', { action: 'fix-high' }, 404],
  ['no such action', { action: 'delete-everything' }, 400],
  ['no action', {}, 400],
])('refused: %s', async (_name, body, status) => {
  const { ada } = await world();
  expect((await ada.post('/dashboard/snoozeAction', body)).status).toBe(status);
});

test('staff who act for somebody put nothing off', async () => {
  const { portal, ada } = await world();
  const sam = await portal.support(ada);
  for (const name of ['snoozeAction', 'restoreAction']) {
    const answer = await sam.post(`/dashboard/${name}`, { action: 'add-website' });
    expect([answer.status, answer.body.error.code]).toEqual([403, 'not-in-support-session']);
  }
  // and their own second factor is nothing of the organisation's
  expect((await sam.get('/dashboard/getModuleActivity')).body.data.strongSignIn).toBeNull();
});
