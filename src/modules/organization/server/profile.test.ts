import { describe, expect, test } from 'vitest';
import { testPortal } from '#app/testing/portal.ts';
import { noGoals, type Goals } from '../goals.ts';

describe('who may ask and change', () => {
  test('nobody learns about another person', async () => {
    const portal = await testPortal();
    const [ada, eve] = [await portal.member('ada@acme-widgets.com'), await portal.member('eve@evil.com')];
    const answer = await eve.post('/profile/profileCheck', { cognitoId: ada.cognitoId });
    expect([answer.status, answer.body.error.code]).toEqual([404, 'no-such-person']);
    expect((await portal.browser().post('/profile/profileCheck', { cognitoId: ada.cognitoId })).status).toBe(
      401,
    );
  });

  test('the goals are saved with the mark that they were seen', async () => {
    const portal = await testPortal();
    const ada = await portal.member('ada@acme-widgets.com');
    const orgGoals = {
      meetContractualObligations: true,
      meetRegulatoryRequirements: false,
      proactivelyProtectMyOrganization: true,
      learnMoreAboutCyberSecurity: false,
      hasOtherGoals: false,
      otherGoals: 'forgotten',
    };
    const saved = await ada.post('/profile/editUser', {
      cognitoId: ada.cognitoId,
      userProfile: {},
      orgId: ada.orgId,
      orgGoals,
      hasSeenOrgGoals: true,
    });
    expect(saved.body.data).toMatchObject({ hasSeenOrgGoals: true, firstName: 'Ada' });
    const kept = await portal.base
      .forOrg(ada.orgId)
      .inOrg((db) => db.selectFrom('organization').select('orgGoals').executeTakeFirstOrThrow());
    expect(kept.orgGoals).toEqual({ ...orgGoals, otherGoals: '' });
  });

  test('goals that are left out stay as they are, also where two administrators choose at once', async () => {
    const portal = await testPortal();
    const ada = await portal.member('ada@acme-widgets.com');
    const goals = async () =>
      (await ada.post('/profile/profileCheck', { cognitoId: ada.cognitoId })).body.orgGoals;
    expect(await goals()).toEqual(noGoals);
    const choose = (orgGoals: Partial<Goals>) =>
      ada.post('/profile/editUser', { cognitoId: ada.cognitoId, orgGoals });
    const answers = await Promise.all([
      choose({ meetRegulatoryRequirements: true }),
      choose({ hasOtherGoals: true, otherGoals: ' Win a bid\u0000 ' }),
      choose({ learnMoreAboutCyberSecurity: true }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const all = {
      ...noGoals,
      meetRegulatoryRequirements: true,
      learnMoreAboutCyberSecurity: true,
      hasOtherGoals: true,
    };
    expect(await goals()).toEqual({ ...all, otherGoals: 'Win a bid' });
    await ada.post('/profile/editUser', { cognitoId: ada.cognitoId, hasSeenOrgGoals: true });
    expect(await goals()).toEqual({ ...all, otherGoals: 'Win a bid' });
    await choose({ hasOtherGoals: false });
    expect(await goals()).toEqual({ ...all, hasOtherGoals: false });
    expect((await choose({ otherGoals: 'x'.repeat(1001) })).status).toBe(400);
  });

  test('another organisation and its people answer like missing ones', async () => {
    const portal = await testPortal();
    const [ada, eve] = [await portal.member('ada@acme-widgets.com'), await portal.member('eve@evil.com')];
    const stolen = await eve.post('/profile/editUser', {
      cognitoId: ada.cognitoId,
      userProfile: { firstName: 'Owned' },
    });
    const foreign = await eve.post('/profile/editUser', {
      cognitoId: eve.cognitoId,
      orgId: ada.orgId,
      hasSeenOrgGoals: true,
    });
    const nobody = await eve.post('/profile/editUser', { cognitoId: 'nobody\u0000', userProfile: {} });
    for (const answer of [stolen, foreign, nobody])
      expect([answer.status, answer.body.error.code]).toEqual([404, 'no-such-person']);
    expect(
      (await ada.post('/profile/profileCheck', { cognitoId: ada.cognitoId })).body.userData.firstName,
    ).toBe('Ada');
  });

  test('staff who act as somebody change nobody and mark nothing as seen', async () => {
    const portal = await testPortal();
    const ada = await portal.member('ada@acme-widgets.com');
    await portal.database.global.updateTable('appSession').set({ supportStaff: 'Sam Staff' }).execute();
    const saved = await ada.post('/profile/editUser', {
      cognitoId: ada.cognitoId,
      orgId: ada.orgId,
      hasSeenOrgGoals: true,
    });
    expect([saved.status, saved.body.error.code]).toEqual([403, 'not-in-support-session']);
    expect(
      (await ada.post('/profile/profileCheck', { cognitoId: ada.cognitoId })).body.userData.hasSeenOrgGoals,
    ).toBe(false);
  });
});
