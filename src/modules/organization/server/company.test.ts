import { describe, expect, test } from 'vitest';
import { testPortal } from '#app/testing/portal.ts';

const codeOf = ({ status, body }: { status: number; body: any }) => [status, body.error?.code];

describe('the company', () => {
  const facts = {
    companyName: 'Acme Works',
    industry: 'IT',
    numberOfEmployees: '51-100',
    companyUrl: 'HTTPS://acme.works/',
  };

  test('is changed as a whole, its address without protocol, and the profile says so', async () => {
    const portal = await testPortal();
    const ada = await portal.member();
    const saved = await ada.post('/profile/companyUpdate', { ...facts, orgId: ada.orgId });
    const company = {
      companyName: 'Acme Works',
      companyUrl: 'acme.works/',
      numberOfEmployees: '51-100',
      industry: { label: 'IT - Hardware, Software, or Services', value: 'IT' },
      phone: '',
    };
    expect(saved.body).toEqual({ success: true, data: company });
    expect((await ada.post('/profile/profileCheck', { cognitoId: ada.cognitoId })).body.companyData).toEqual(
      company,
    );
    expect((await ada.get('/audit/entries?limit=1')).body.data[0].changes).toEqual(
      expect.arrayContaining([
        { label: 'Name', before: 'Acme Widgets Inc.', after: 'Acme Works' },
        { label: 'Primary industry', before: 'Retail', after: 'IT - Hardware, Software, or Services' },
      ]),
    );
  });

  test('of another organisation is refused like one that does not exist, and stays', async () => {
    const portal = await testPortal();
    const ada = await portal.member('ada@acme-widgets.com');
    const eve = await portal.member('eve@elsewhere.com', 'Elsewhere');
    for (const orgId of [ada.orgId, '00000000-0000-4000-8000-000000000000', 'x'])
      expect(codeOf(await eve.post('/profile/companyUpdate', { ...facts, orgId }))).toEqual([
        404,
        'no-such-organization',
      ]);
    expect(
      (await ada.post('/profile/profileCheck', { cognitoId: ada.cognitoId })).body.companyData.companyName,
    ).toBe('Acme Widgets Inc.');
  });

  test.each([
    ['companyUrl', 'not a url'],
    ['companyUrl', 'javascript:alert(1)'],
    ['companyName', '  '],
    ['industry', 'PIRACY'],
    ['numberOfEmployees', '12'],
  ])('is not changed to a wrong %s: %s', async (field, value) => {
    const portal = await testPortal();
    const ada = await portal.member();
    const { status, body } = await ada.post('/profile/companyUpdate', {
      ...facts,
      [field]: value,
      orgId: ada.orgId,
    });
    expect([status, body.error.fields[0].field]).toEqual([400, field]);
  });
});

test('nobody fills the activity log with changes of their own: a minute takes sixty', async () => {
  const portal = await testPortal();
  const ada = await portal.member();
  const change = async (jobTitle: string) =>
    (await ada.post('/profile/editUser', { cognitoId: ada.cognitoId, userProfile: { jobTitle } })).status;
  const statuses = [];
  for (let i = 0; i < 70; i++) statuses.push(await change(`Title ${i}`));
  expect(statuses.filter((status) => status === 200)).toHaveLength(60);
  expect(new Set(statuses.slice(60))).toEqual(new Set([429]));
  portal.clock.advance(61);
  expect(await change('Title')).toBe(200);
});
