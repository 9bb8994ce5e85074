import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { testPortal, type TestPortal } from '#app/testing/portal.ts';

const company = {
  companyName: 'Acme Widgets Inc.',
  industry: 'RETAIL',
  numberOfEmployees: '11-20',
  companyUrl: 'https://acme-widgets.com',
};
const admin = { firstName: 'Ada', lastName: 'Vance', jobTitle: 'Office manager' };
const form = { companyProfile: company, adminProfile: admin };

const organizations = async (portal: TestPortal, orgId: string) =>
  portal.base
    .forOrg(orgId)
    .inOrg(
      async (db) => (await sql<{ n: number }>`select count(*) as n from organization`.execute(db)).rows[0]!.n,
    );

/** Somebody who signed up with a subscription id. */
const signedUp = async (portal: TestPortal, email: string, signUpCode: string | null) => {
  await portal.identity.createUser({ email, password: 'Correct-horse-7', signUpCode });
  return portal.signIn(email);
};

describe('setting up an organisation', () => {
  test('makes it with its first administrator, on trial for 30 days, and greets by mail', async () => {
    const portal = await testPortal({ start: '2026-03-02T17:00:00Z' });
    const ada = await portal.signIn('ada@acme-widgets.com');
    expect((await ada.post('/profile/profileCheck', { cognitoId: ada.cognitoId })).body).toMatchObject({
      companyData: null,
      userData: null,
      orgId: null,
      signupData: { email: 'ada@acme-widgets.com', subscriptionId: null, channelId: 'direct' },
      config: { environmentName: 'local' },
    });

    const saved = await ada.post('/profile/profileSave', { ...form, linkId: null });
    expect(saved.body).toMatchObject({
      success: true,
      data: { email: 'ada@acme-widgets.com', subscriptionStatus: 'INTRIAL' },
    });

    const checked = await ada.post('/profile/profileCheck', { cognitoId: ada.cognitoId });
    expect(checked.body).toMatchObject({
      orgId: saved.body.data.orgId,
      companyData: {
        companyName: 'Acme Widgets Inc.',
        companyUrl: 'acme-widgets.com',
        numberOfEmployees: '11-20',
        industry: { label: 'Retail', value: 'RETAIL' },
        phone: '',
      },
      userData: { ...admin, email: 'ada@acme-widgets.com', cognitoId: ada.cognitoId, hasSeenOrgGoals: false },
    });
    expect((await ada.get('/plans/featureUsageProfile')).body.data.plans).toMatchObject({
      planName: 'Free Trial',
      trialDaysLeft: 30,
      expirationDate: '2026-04-01T17:00:00.000Z',
      signUpDate: '2026-03-02T17:00:00.000Z',
    });
    expect((await ada.get('/profile/getCustomerPortalData')).body.data).toMatchObject({
      welcomeEmailSent: true,
      introViewed: {},
    });

    await portal.runJobs();
    const mails = await portal.mailbox.list();
    expect(mails.map((mail) => mail.subject)).toEqual(['Welcome to Cyber Safety']);
  });

  test('takes the industry as label and value pair too', async () => {
    const portal = await testPortal();
    const ada = await portal.signIn('ada@acme-widgets.com');
    const industry = { label: 'Insurance', value: 'INSURANCE' };
    expect(
      (await ada.post('/profile/profileSave', { ...form, companyProfile: { ...company, industry } })).status,
    ).toBe(200);
    expect(
      (await ada.post('/profile/profileCheck', { cognitoId: ada.cognitoId })).body.companyData.industry,
    ).toEqual(industry);
  });

  test('gives channel, plan and brand of the subscription id of the sign-up', async () => {
    const portal = await testPortal();
    const broker = await signedUp(portal, 'bo@broker.com', 'broker');
    expect((await broker.post('/profile/profileSave', form)).body.data.subscriptionStatus).toBe('ACTIVE');
    expect((await broker.get('/plans/featureUsageProfile')).body.data.plans).toMatchObject({
      planName: 'Free',
      subscriptionStatus: 'ACTIVE',
      trialDaysLeft: null,
      expirationDate: null,
      channelObject: { channelId: 'brokers' },
    });
    const plus = await signedUp(portal, 'pia@plus.com', 'START-PLUS');
    await plus.post('/profile/profileSave', form);
    expect((await plus.get('/plans/featureUsageProfile')).body.data.plans).toMatchObject({
      planName: 'Plus',
      subscriptionStatus: 'INTRIAL',
    });
    const harbor = await signedUp(portal, 'hal@harbor.com', 'HARBOR');
    await harbor.post('/profile/profileSave', form);
    expect((await harbor.get('/plans/featureUsageProfile')).body.data.plans.brand.brandId).toBe('harborline');
    await portal.runJobs();
    expect((await portal.mailbox.list()).map((mail) => mail.subject)).toContain(
      'Welcome to Harborline Business Shield',
    );
  });

  test.each(['NOT-AN-ID', 'SPRING-2025', "x'; drop table organization; --"])(
    'counts the id %j for nothing',
    async (id) => {
      const portal = await testPortal();
      const person = await signedUp(portal, 'sue@acme-widgets.com', id);
      expect((await person.post('/profile/profileSave', form)).status).toBe(200);
      expect((await person.get('/plans/featureUsageProfile')).body.data.plans).toMatchObject({
        planName: 'Free Trial',
        channelObject: { channelId: 'direct' },
      });
    },
  );
});

describe('setting up an organisation more than once', () => {
  test('happens once: saving again answers with what is there', async () => {
    const portal = await testPortal();
    const ada = await portal.signIn('ada@acme-widgets.com');
    const first = await ada.post('/profile/profileSave', form);
    const again = await ada.post('/profile/profileSave', {
      ...form,
      companyProfile: { ...company, companyName: 'Other' },
    });
    expect(again.body.data).toEqual(first.body.data);
    expect(
      (await ada.post('/profile/profileCheck', { cognitoId: ada.cognitoId })).body.companyData.companyName,
    ).toBe('Acme Widgets Inc.');
    await portal.runJobs();
    expect(await portal.mailbox.list()).toHaveLength(1);
  });

  test('happens once also from many windows at the same moment, and every window may go on', async () => {
    const portal = await testPortal();
    const windows = [
      await portal.signIn('ada@acme-widgets.com'),
      await portal.signIn('ada@acme-widgets.com'),
      await portal.signIn('ada@acme-widgets.com'),
    ];
    const answers = await Promise.all(
      windows.flatMap((window) => [
        window.post('/profile/profileSave', form),
        window.post('/profile/profileSave', form),
      ]),
    );
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200, 200]);
    const ids = new Set(answers.map((answer) => answer.body.data.orgId));
    expect(ids.size).toBe(1);
    expect(await organizations(portal, [...ids][0])).toBe(1);
    for (const window of windows) expect((await window.get('/plans/featureUsageProfile')).status).toBe(200);
  });

  test('refuses an address that administers another organisation already', async () => {
    const portal = await testPortal();
    await portal.member('ada@acme-widgets.com');
    // the pool lost the person, who signed up anew
    await sql`delete from user_pool_user where email = 'ada@acme-widgets.com'`.execute(
      portal.database.global,
    );
    const anew = await portal.signIn('ada@acme-widgets.com');
    const answer = await anew.post('/profile/profileSave', form);
    expect([answer.status, answer.body.error.code]).toEqual([409, 'address-taken']);
  });
});

describe('the facts of a new organisation', () => {
  test.each([
    ['companyProfile.companyName', { ...form, companyProfile: { ...company, companyName: ' \u200e ' } }],
    ['companyProfile.companyName', { ...form, companyProfile: { ...company, companyName: 'x'.repeat(201) } }],
    ['companyProfile.industry', { ...form, companyProfile: { ...company, industry: 'PIRACY' } }],
    [
      'companyProfile.numberOfEmployees',
      { ...form, companyProfile: { ...company, numberOfEmployees: '12' } },
    ],
    ['companyProfile.companyUrl', { ...form, companyProfile: { ...company, companyUrl: 'not a url' } }],
    ['adminProfile.firstName', { ...form, adminProfile: { ...admin, firstName: '' } }],
    ['adminProfile.lastName', { ...form, adminProfile: { ...admin, lastName: 'x'.repeat(101) } }],
    ['adminProfile', { companyProfile: company }],
  ])('needs a sound %s', async (field, body) => {
    const portal = await testPortal();
    const ada = await portal.signIn('ada@acme-widgets.com');
    const answer = await ada.post('/profile/profileSave', body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.fields.map((one: { field: string }) => one.field)).toContain(field);
  });

  test('keeps text as text', async () => {
    const portal = await testPortal();
    const ada = await portal.signIn('ada@acme-widgets.com');
    const companyName = `<img src=x onerror=alert(1)> & "Söhne" '; drop table admin; --\u0000`;
    await ada.post('/profile/profileSave', { ...form, companyProfile: { ...company, companyName } });
    expect(
      (await ada.post('/profile/profileCheck', { cognitoId: ada.cognitoId })).body.companyData.companyName,
    ).toBe(companyName.replace('\u0000', ''));
    await portal.runJobs();
    const [mail] = await portal.mailbox.list();
    const { html } = (await portal.mailbox.read(mail!.id))!;
    expect(html).toContain('&lt;img');
    expect(html).not.toContain('<img src=x');
  });
});
