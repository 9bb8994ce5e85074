import { expect, test } from 'vitest';
import { testPortal, type TestBrowser } from '#app/testing/portal.ts';
import {
  createWeakness,
  paragraph,
  propose,
  logLines,
  weaknessFields,
  weaknessOf,
} from '../../testing/concierge.ts';

const desk = '/staff/concierge';
const codeOf = ({ status, body }: { status: number; body: any }) => [status, body.error?.code];
const rows = async (who: TestBrowser, what: string) => (await who.get(`${desk}/${what}`)).body.data.rows;
const key = (orgId: string, part: object = {}) => ({
  orgId,
  type: 'remote-desktop',
  asset: 'acme-widgets.com:3389',
  ...part,
});

test('a candidate becomes one weakness however many publish it at once, and is set aside with a reason', async () => {
  const portal = await testPortal();
  const ada = await portal.member();
  const [sam, kim] = [await portal.staff('sam@support.example'), await portal.staff()];
  await propose(portal, ada.orgId);
  await propose(portal, ada.orgId, {
    type: 'database-open',
    asset: 'acme-widgets.com:5432',
    title: 'Database reachable',
  });
  await propose(portal, ada.orgId, {
    type: 'dmarc-missing',
    asset: 'acme-widgets.com',
    title: 'No DMARC',
    severity: 'High',
  });
  const found = await rows(sam, 'candidates');
  expect(found.map(({ title, severity, companyName }: any) => [title, severity, companyName])).toContainEqual(
    ['No DMARC', 'High', 'Acme Widgets Inc.'],
  );
  expect((await rows(sam, 'candidates?severity=High')).length).toBe(1);
  const draft = (
    await sam.get(`${desk}/candidate/${ada.orgId}?type=remote-desktop&asset=acme-widgets.com:3389`)
  ).body.data;
  expect([draft.state, draft.fields.body[0].spans[0].text]).toEqual(['proposed', 'What we saw']);
  const publish = (who: TestBrowser) =>
    who.post(`${desk}/candidates/publish`, { ...key(ada.orgId), fields: draft.fields });
  const both = await Promise.all([publish(sam), publish(kim)]);
  expect(both.map((one) => codeOf(one).join(' ')).toSorted()).toEqual(['200 ', '409 already-decided']);
  const database = key(ada.orgId, { type: 'database-open', asset: 'acme-widgets.com:5432' });
  const many = { candidates: [key(ada.orgId), database, database] };
  expect((await sam.post(`${desk}/candidates/publishMany`, many)).body.data).toEqual({
    published: 1,
    left: 2,
  });
  const dmarc = key(ada.orgId, { type: 'dmarc-missing', asset: 'acme-widgets.com' });
  const decide = (body: object) => sam.post(`${desk}/candidates/decide`, { ...dmarc, ...body });
  expect((await decide({ state: 'dismissed' })).status).toBe(400);
  expect((await decide({ state: 'dismissed', note: 'Sends no mail' })).status).toBe(200);
  expect(codeOf(await decide({ state: 'dismissed', note: 'Again' }))).toEqual([409, 'already-decided']);
  expect((await sam.post(`${desk}/candidates/publishMany`, { candidates: [dmarc] })).body.data).toEqual({
    published: 0,
    left: 1,
  });
  expect(await rows(sam, 'candidates')).toEqual([]);
  expect(await rows(sam, 'candidates?view=dismissed')).toMatchObject([
    { note: 'Sends no mail', decidedBy: 'Sam Rivera' },
  ]);
  expect((await ada.get('/cyberconcierge/cyberConciergeWeaknesses')).body.total).toBe(2);
  expect((await logLines(ada))[0]).toBe('Looked at No DMARC and reported no weakness | sam@support.example');
});

test('a weakness is worded anew and set by one of two, and whoever says that it is fixed gets the answer with the status', async () => {
  const portal = await testPortal();
  const ada = await portal.member();
  const eve = await portal.member('eve@elsewhere-tools.com', 'Elsewhere Tools');
  const sam = await portal.staff('sam@support.example');
  await createWeakness(sam, eve.orgId, { title: 'Something else' });
  const body = [
    { kind: 'paragraph', spans: [{ text: 'See', link: 'javascript:alert(1)' }] },
    { kind: 'script', text: 'alert(1)' },
  ];
  const weaknessId = await createWeakness(sam, ada.orgId, { severity: 'Low', body });
  await portal.runJobs();
  expect((await portal.mailbox.list({ to: ada.email })).map(({ subject }) => subject).join()).toMatch(
    /Remote desktop|weakness/i,
  );
  expect((await weaknessOf(sam, ada.orgId, weaknessId)).fields.body).toEqual(paragraph('See'));
  await ada.post('/cyberconcierge/checkWeakness', { weaknessId, note: 'Closed on Tuesday' });
  // a graver one comes after it
  expect((await rows(sam, 'weaknesses')).map(({ title }: any) => title)).toEqual([
    'Remote desktop is open',
    'Something else',
  ]);
  expect((await rows(sam, 'weaknesses?checks=true')).length).toBe(1);
  expect((await rows(sam, 'weaknesses?sort=severity')).map(({ severity }: any) => severity)).toEqual([
    'Critical',
    'Low',
  ]);
  const { version, check } = await weaknessOf(sam, ada.orgId, weaknessId);
  expect(check).toMatchObject({ by: 'Ada Vance', note: 'Closed on Tuesday' });
  const change = (given: object) =>
    sam.post(`${desk}/weaknesses/change`, { orgId: ada.orgId, weaknessId, version, ...given });
  expect((await change({ status: 'Resolved', answer: true })).status).toBe(400);
  const both = await Promise.all([
    change({ status: 'Resolved', note: 'The port is closed. Thank you!', answer: true }),
    change({ fields: weaknessFields({ title: 'Still open' }), note: '' }),
  ]);
  expect(both.map((one) => codeOf(one).join(' ')).toSorted()).toEqual(['200 ', '409 changed-meanwhile']);
  if (both[0]!.status !== 200) {
    const now = await weaknessOf(sam, ada.orgId, weaknessId);
    await change({
      version: now.version,
      status: 'Resolved',
      note: 'The port is closed. Thank you!',
      answer: true,
    });
  }
  const after = await weaknessOf(sam, ada.orgId, weaknessId);
  expect([after.status, after.check, after.history[0].note]).toEqual([
    'Resolved',
    null,
    'The port is closed. Thank you!',
  ]);
  const seen = (await ada.get(`/cyberconcierge/weakness?weaknessId=${weaknessId}`)).body.weakness;
  expect([seen.status, seen.thread.unread]).toEqual(['Resolved', true]);
  await change({ version: after.version, fields: { ...after.fields, body: paragraph('New words') } });
  expect((await logLines(ada))[0]).toContain('Revised the text of the security weakness');
  for (const bad of [{ severity: 'Severe' }, { title: '' }, { evidence: 'x'.repeat(2001) }, { body: [] }])
    expect(
      (await sam.post(`${desk}/weaknesses/create`, { orgId: ada.orgId, fields: weaknessFields(bad) })).status,
    ).toBe(400);
});
