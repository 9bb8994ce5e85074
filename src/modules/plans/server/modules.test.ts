import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { testPortal } from '#app/testing/portal.ts';
import { moduleIsActive } from './modules.ts';

test('module access follows plan, channel and trial of the organization', async () => {
  const portal = await testPortal({ start: '2026-03-10T19:00:00Z' });
  const withPlan = async (
    email: string,
    plan: {
      channelId: string;
      planId: string;
      subscriptionStatus: 'INTRIAL' | 'ACTIVE';
      expirationDate: Date | null;
    },
  ) => {
    const scope = portal.base.forOrg((await portal.member(email)).orgId);
    await scope.inOrg((db) => db.updateTable('organization').set(plan).execute());
    return scope;
  };
  const trial = await withPlan('ada@acme-widgets.com', {
    channelId: 'direct',
    planId: 'trial',
    subscriptionStatus: 'INTRIAL',
    expirationDate: new Date('2026-03-11T19:00:00Z'),
  });
  const free = await withPlan('eve@other-company.com', {
    channelId: 'brokers',
    planId: 'free',
    subscriptionStatus: 'ACTIVE',
    expirationDate: null,
  });
  expect(await moduleIsActive(trial, 'monitoring')).toBe(true);
  expect(await moduleIsActive(free, 'monitoring')).toBe(true);
  expect(await moduleIsActive(free, 'training')).toBe(false);
  portal.clock.set('2026-03-12T07:00:00Z');
  expect(await moduleIsActive(trial, 'monitoring')).toBe(false);
  expect(await moduleIsActive(trial, 'cyberconcierge')).toBe(true);
  expect(await moduleIsActive(trial, 'constructor')).toBe(false);
  expect(await moduleIsActive(portal.base.forOrg(randomUUID()), 'dashboard')).toBe(false);
});
