import { describe, expect, test } from 'vitest';
import { introFeatures } from '../contract.ts';
import { testPortal } from '#app/testing/portal.ts';

const read = '/profile/getCustomerPortalData';
const update = '/profile/updateCustomerPortalData';

describe('what a person has seen', () => {
  test('is noted beside what was noted before', async () => {
    const portal = await testPortal();
    const ada = await portal.member();
    await ada.post(update, { introViewed: { dashboard: true } });
    await ada.post(update, { cybermaturity: { hasSeenReleaseNotes: true } });
    const last = await ada.post(update, { introViewed: { monitoring: true } });
    const all = {
      introViewed: { dashboard: true, monitoring: true },
      welcomeEmailSent: true,
      cybermaturity: { hasSeenReleaseNotes: true, dontShowRoadBlock: false, closedRoadBlock: false },
      firstSession: true,
    };
    expect(last.body.data).toEqual(all);
    expect((await ada.get(read)).body.data).toEqual(all);
  });

  test('knows the session in which the introduction was finished as the first, and no later one', async () => {
    const portal = await testPortal();
    const ada = await portal.member();
    const isFirst = async (browser: Pick<typeof ada, 'get'>) =>
      (await browser.get(read)).body.data.firstSession;
    expect(await isFirst(ada)).toBe(false);
    portal.clock.advance(600);
    await ada.post(update, { introViewed: { dashboard: true } });
    portal.clock.advance(600);
    expect(await isFirst(ada)).toBe(true);
    const again = await portal.signIn(ada.email);
    expect(await isFirst(again)).toBe(false);
    // marked once more, as by a window that was left open
    await again.post(update, { introViewed: { dashboard: true } });
    expect(await isFirst(again)).toBe(false);
    expect(await isFirst(ada)).toBe(true);
  });

  test('loses nothing when many windows note it at the same moment', async () => {
    const portal = await testPortal();
    const ada = await portal.member();
    await Promise.all([
      ...introFeatures.map((feature) => ada.post(update, { introViewed: { [feature]: true } })),
      ada.post(update, { cybermaturity: { dontShowRoadBlock: true } }),
    ]);
    const { data } = (await ada.get(read)).body;
    expect(Object.keys(data.introViewed).sort()).toEqual([...introFeatures].sort());
    expect(data.cybermaturity.dontShowRoadBlock).toBe(true);
  });

  test('is not saved while staff act as the person', async () => {
    const portal = await testPortal();
    const ada = await portal.member();
    await portal.database.global.updateTable('appSession').set({ supportStaff: 'Sam Staff' }).execute();
    expect((await ada.post(update, { introViewed: { dashboard: true } })).body.data.introViewed).toEqual({});
    expect((await ada.get(read)).body.data.introViewed).toEqual({});
  });

  test('is the person own, not the organisation', async () => {
    const portal = await testPortal();
    const [ada, eve] = [await portal.member(), await portal.member()];
    await ada.post(update, { introViewed: { dashboard: true } });
    expect((await eve.get(read)).body.data.introViewed).toEqual({});
  });

  test.each([
    { introViewed: { backdoor: true } },
    { introViewed: { dashboard: 'yes' } },
    { cybermaturity: { hasSeenReleaseNotes: 1 } },
    { introducedAt: 'x', introViewed: 1 },
  ])('%j is refused', async (body) => {
    const portal = await testPortal();
    const ada = await portal.member();
    expect((await ada.post(update, body)).status).toBe(400);
  });

  test('needs an organisation', async () => {
    const portal = await testPortal();
    const nobody = await portal.signIn('new@acme-widgets.com');
    expect((await nobody.get(read)).body.error.code).toBe('no-organization');
  });
});
