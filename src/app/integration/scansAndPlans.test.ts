import { expect, test } from 'vitest';
import { startDueScansSpec } from '#modules/monitoring/server/jobSpecs.ts';
import { payPage } from '#providers/billing/testing/sandbox.ts';
import type { Scanner } from '#providers/scanner/port.ts';
import { testPortal } from '../testing/portal.ts';

const scanner: Scanner = {
  engine: 'Scripted scanner 1.0',
  levels: ['lightning', 'safe', 'normal'],
  rules: () => [],
  mayScan: async () => ({ allowed: true }),
  run: async ({ url, level }) => ({
    target: url,
    level,
    startedAt: '',
    finishedAt: '',
    requests: 1,
    pages: 1,
    findings: [],
    passed: [],
    coverage: { blocked: [], timedOut: [], skipped: [] },
  }),
};

test('scheduled scans stop with the trial and with the plan, and go on by themselves, one a date, once a plan is bought', async () => {
  const portal = await testPortal({ scanner });
  const ada = await portal.member('ada@acme-widgets.com');
  const org = portal.base.forOrg(ada.orgId);
  // a channel without a free plan: what ends leaves nothing in its place
  await org.inOrg((db) => db.updateTable('organization').set({ channelId: 'chamber' }).execute());
  const added = await ada.post('/monitoring/webapps/createTarget', {
    targetName: 'Shop',
    targetUrl: 'https://shop.acme-widgets.com',
    urlConfirmed: true,
  });
  const { targetId } = added.body;
  const weekly = { targetId, recurrence: 'w', dateTime: '2026-03-03T09:00:00Z' };
  expect((await ada.post('/monitoring/webapps/scheduleScan', weekly)).status).toBe(200);

  /** Every day at noon until then, what the programs do by themselves. */
  const liveUntil = async (day: string) => {
    const started = await scanDays();
    for (const end = new Date(`${day}T12:00:00Z`); portal.clock.now() < end;) {
      const next = new Date(portal.clock.now().getTime() + 86_400_000);
      portal.clock.set(`${next.toISOString().slice(0, 10)}T12:00:00Z`);
      await portal.base.providers.billing.runDue!();
      await portal.base.jobs.enqueue(portal.base.global, startDueScansSpec, {});
      await portal.runJobs();
    }
    return (await scanDays()).slice(started.length);
  };
  const scanDays = async () =>
    (await org.inOrg((db) => db.selectFrom('scan').select('startedAt').orderBy('startedAt').execute())).map(
      (row) => row.startedAt.toISOString().slice(5, 10),
    );
  const module = async () =>
    (await (await portal.signIn(ada.email)).get('/plans/featureUsageProfile')).body.data.plans.modules
      .monitoring as string;
  const buy = async () => {
    const person = await portal.signIn(ada.email);
    const { data } = (await person.post('/plans/checkout', { planId: 'plus' })).body;
    expect(await payPage(portal.app, data.page, '4242 4242 4242 4242')).toBe('succeeded');
    await portal.runJobs();
    return person;
  };

  expect(await liveUntil('2026-03-31')).toEqual(['03-03', '03-10', '03-17', '03-24', '03-31']);
  expect(await liveUntil('2026-04-17')).toEqual([]);
  expect(await module()).toBe('INACTIVE');
  const buyer = await buy();
  expect(await module()).toBe('ACTIVE');
  expect(await liveUntil('2026-05-06')).toEqual(['04-21', '04-28', '05-05']);

  const again = await portal.signIn(buyer.email);
  expect((await again.post('/plans/cancelSubscription')).status).toBe(200);
  expect(await liveUntil('2026-06-20')).toEqual(['05-12']);
  expect(await module()).toBe('INACTIVE');
  await buy();
  expect(await liveUntil('2026-07-01')).toEqual(['06-23', '06-30']);
});
