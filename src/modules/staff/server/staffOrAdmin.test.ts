import { describe, expect, test } from 'vitest';
import { testPortal } from '#app/testing/portal.ts';

describe('nobody is staff and administrator', () => {
  test('staff set up no organisation', async () => {
    const portal = await testPortal();
    const sam = await portal.staff();
    const saved = await sam.post('/profile/profileSave', {
      companyProfile: {
        companyName: 'Own Ltd',
        industry: 'RETAIL',
        numberOfEmployees: '11-20',
        companyUrl: '',
      },
      adminProfile: { firstName: 'Sam', lastName: 'Rivera', jobTitle: '' },
    });
    expect([saved.status, saved.body.error.code]).toEqual([403, 'staff-account']);
  });

  test('staff are not invited, not even by changing an invitation, and a link from before opens nothing', async () => {
    const portal = await testPortal();
    const ada = await portal.member();
    await ada.post('/accounts/invite_user', { email: 'kim@support.example' });
    await portal.staff('sam@support.example');
    expect((await ada.post('/accounts/invite_user', { email: 'Sam@Support.example' })).body.error.code).toBe(
      'cannot-be-invited',
    );
    const [invite] = (await ada.get('/profile/getUserInviteList')).body.data;
    const moved = await ada.post('/profile/editUserInvite', {
      linkId: invite.linkId,
      email: 'sam@support.example',
    });
    expect(moved.body.error.code).toBe('cannot-be-invited');
    await portal.runJobs();
    const mail = (await portal.mailbox.list({ to: 'kim@support.example' }))[0]!;
    const link = /invite-link\/([\w-]{43})/.exec((await portal.mailbox.read(mail.id))!.text)![1]!;
    await portal.staff('kim@support.example');
    const joined = await portal
      .browser()
      .post('/accounts/inviteLink', { linkId: link, password: 'Another-horse-8' });
    expect(joined.body.error.code).toBe('user-exists');
  });

  test('an administrator does not become staff', async () => {
    const portal = await testPortal();
    await portal.member('ada@acme-widgets.com');
    await expect(portal.staff('Ada@acme-widgets.com')).rejects.toThrow(/administers an organization/);
  });

  test('the database refuses both, whoever writes', async () => {
    const portal = await testPortal();
    const ada = await portal.member('ada@acme-widgets.com');
    const sam = await portal.staff('sam@support.example');
    const row = {
      firstName: 'S',
      lastName: 'R',
      createdAt: new Date(),
      updatedAt: new Date(),
      orgId: ada.orgId,
    };
    for (const who of [
      { cognitoId: sam.cognitoId, email: 'other@x.example' },
      { cognitoId: 'another', email: 'SAM@support.example' },
    ])
      await expect(
        portal.base.forOrg(ada.orgId).inOrg((db) =>
          db
            .insertInto('admin')
            .values({ ...row, ...who })
            .execute(),
        ),
      ).rejects.toMatchObject({ constraint: 'admin_is_no_staff' });
  });
});
