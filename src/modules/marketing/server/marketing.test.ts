import { expect, onTestFinished, test } from 'vitest';
import { testPortal, type TestPortal } from '#app/testing/portal.ts';
import { startLocalTool } from '#providers/marketing/testing/tool.ts';

const kept = (portal: TestPortal) =>
  portal.database.global.selectFrom('marketingEvent').selectAll().orderBy('at').execute();
const lead = {
  fields: [
    { name: 'company', value: 'Acme' },
    { name: 'email', value: 'victim@elsewhere-tools.com' },
  ],
  pageURI: 'https://portal/onboarding',
  pageName: 'Cybersafty Trial Onboarding',
  leadStatus: 'Trial',
  hutk: null,
};

test('a lead speaks for whoever is signed in, with the fixed fields, whatever address it names', async () => {
  const portal = await testPortal();
  const ada = await portal.member('ada@acme-widgets.com');
  expect((await ada.post('/marketing/analytics', lead)).status).toBe(200);
  await portal.runJobs();
  expect(await kept(portal)).toMatchObject([
    {
      kind: 'lead',
      email: 'ada@acme-widgets.com',
      aboutOrganization: ada.orgId,
      properties: {
        company: 'Acme',
        lead_status: 'Trial',
        form_name: 'CyberSafety Trial v1',
        lead_source: 'Website',
        promotions_opt_in: 'true',
      },
    },
  ]);
});

test('a step without consent is counted and names nobody', async () => {
  const portal = await testPortal();
  const ada = await portal.member('ada@acme-widgets.com');
  await ada.post('/marketing/track', { event: 'Viewed Scanning Home', consent: false });
  await ada.post('/marketing/track', { event: 'Viewed Onboard Form', consent: true });
  await portal.runJobs();
  expect((await kept(portal)).map(({ name, email }) => [name, email]).sort()).toEqual([
    ['Viewed Onboard Form', 'ada@acme-widgets.com'],
    ['Viewed Scanning Home', null],
  ]);
});

test('one person is heard two hundred times a day, and answered as before', async () => {
  const portal = await testPortal();
  const ada = await portal.member('ada@acme-widgets.com');
  const key = `marketing:${ada.cognitoId}`;
  const endsAt = new Date(portal.clock.now().getTime() + 3_600_000);
  await portal.database.global.insertInto('rateWindow').values({ key, used: 198, endsAt }).execute();
  for (let told = 0; told < 3; told++) {
    expect((await ada.post('/marketing/track', { event: 'Viewed Scanning Home' })).body).toEqual({
      success: true,
    });
    expect((await ada.post('/marketing/analytics', lead)).body).toEqual({ success: true });
  }
  await portal.runJobs();
  expect((await kept(portal)).map(({ kind }) => kind).sort()).toEqual(['event', 'lead']);
});

test('nobody signed out, no unknown step and no unknown field is taken', async () => {
  const portal = await testPortal();
  const ada = await portal.member();
  expect((await portal.browser().post('/marketing/analytics', lead)).status).toBe(401);
  expect((await ada.post('/marketing/track', { event: 'Anything' })).status).toBe(400);
  expect(
    (await ada.post('/marketing/analytics', { ...lead, fields: [{ name: 'hs_secret', value: 'x' }] })).status,
  ).toBe(400);
  expect(
    (await ada.post('/marketing/analytics', { ...lead, fields: Array(31).fill(lead.fields[0]) })).status,
  ).toBe(400);
});

test('an outside tool gets leads with consent alone, and what it refuses is not tried for ever', async () => {
  const tool = await startLocalTool();
  onTestFinished(async () => void (await tool.close()));
  const portal = await testPortal({
    env: { HUBSPOT_PORTAL_ID: '1', HUBSPOT_FORM_ID: 'f', HUBSPOT_ENDPOINT: tool.endpoint },
  });
  const ada = await portal.member('ada@acme-widgets.com');
  await ada.post('/marketing/analytics', lead);
  await portal.runJobs();
  expect(tool.told).toEqual([]);
  await ada.post('/marketing/analytics', { ...lead, consent: true });
  await portal.runJobs();
  expect(tool.told).toHaveLength(1);
  expect(await kept(portal)).toEqual([]);
  tool.state.status = 400;
  await ada.post('/marketing/analytics', { ...lead, consent: true });
  await portal.runJobs();
  tool.state.status = 503;
  await ada.post('/marketing/analytics', { ...lead, consent: true });
  await expect(portal.runJobs()).rejects.toMatchObject({ code: 'unavailable' });
});

test('what is older than 400 days goes', async () => {
  const portal = await testPortal();
  const ada = await portal.member();
  await ada.post('/marketing/track', { event: 'Viewed Scanning Home' });
  await portal.runJobs();
  const { applyRetention } = await import('#app/database/retention.ts');
  portal.clock.advance(399 * 86_400);
  await applyRetention(portal.base);
  expect(await kept(portal)).toHaveLength(1);
  portal.clock.advance(2 * 86_400);
  await applyRetention(portal.base);
  expect(await kept(portal)).toHaveLength(0);
});
