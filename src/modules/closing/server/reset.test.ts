import { expect, test } from 'vitest';
import { testPortal } from '#app/testing/portal.ts';

test('an organization is taken back to its beginning by its own people, and never in production', async () => {
  const portal = await testPortal();
  const ada = await portal.member('ada@acme-widgets.com');
  await ada.post('/profile/updateCustomerPortalData', { introViewed: { dashboard: true } });
  const viewed = async () => (await ada.get('/profile/getCustomerPortalData')).body.data.introViewed;
  expect(await viewed()).toEqual({ dashboard: true });
  const eve = await portal.member('eve@elsewhere-tools.com', 'Elsewhere Tools');
  expect((await eve.post('/reset/customerPortalData', { orgId: ada.orgId })).body.error.code).toBe(
    'no-such-organization',
  );
  expect(await viewed()).toEqual({ dashboard: true });
  expect((await ada.post('/reset/everything', { orgId: ada.orgId })).status).toBe(400);
  expect((await ada.post('/reset/customerPortalData', { orgId: ada.orgId })).status).toBe(200);
  expect(await viewed()).toEqual({});
  portal.settings.production = true;
  expect((await ada.post('/reset/websites', { orgId: ada.orgId })).body.error.code).toBe('not-in-production');
});
