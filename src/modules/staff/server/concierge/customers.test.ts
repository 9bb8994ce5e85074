import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { testPortal, type TestBrowser } from '#app/testing.ts';
import {
  answer,
  ask,
  conversationOf,
  createWeakness,
  paragraph,
  propose,
  told,
  weaknessFields,
  weaknessOf,
} from './concierge.fixtures.ts';

const desk = '/staff/concierge';
const codeOf = ({ status, body }: { status: number; body: any }) => [status, body.error?.code];
const rows = async (who: TestBrowser, what: string) => (await who.get(`${desk}/${what}`)).body.data.rows;
const key = (orgId: string, part: object = {}) => ({
  orgId,
  type: 'remote-desktop',
  asset: 'acme-widgets.com:3389',
  ...part,
});

test('staff of another brand find no conversation, weakness or candidate, and change none', async () => {
  const portal = await testPortal();
  const ada = await portal.member();
  const sam = await portal.staff();
  const lena = await portal.staff('lena@insurer.example', { brandId: 'harborline' });
  const threadId = await ask(ada);
  const weaknessId = await createWeakness(sam, ada.orgId);
  await propose(portal, ada.orgId);
  for (const list of [
    'conversations?view=all',
    'weaknesses',
    'candidates',
    `conversations?view=all&orgId=${ada.orgId}`,
    'weaknesses?brandId=cyber-safety',
  ])
    expect([list, await rows(lena, list)]).toEqual([list, []]);
  expect((await lena.get(`${desk}/counts`)).body.data).toMatchObject({
    waiting: 0,
    unseen: 0,
    candidates: 0,
    openWeaknesses: 0,
  });
  const place = { orgId: ada.orgId, threadId };
  const refused = [
    await lena.get(`${desk}/conversations/${ada.orgId}/${threadId}`),
    await lena.get(`${desk}/weaknesses/${ada.orgId}/${weaknessId}`),
    await lena.get(`${desk}/organizations/${ada.orgId}`),
    await lena.get(`${desk}/candidate/${ada.orgId}?type=remote-desktop&asset=acme-widgets.com:3389`),
    await answer(lena, ada.orgId, threadId, 'Hello', 1),
    ...(await Promise.all(
      ['closed', 'open', 'mine', 'nobody'].map((to) =>
        lena.post(`${desk}/conversations/change`, { ...place, to }),
      ),
    )),
    await lena.post(`${desk}/conversations/seen`, place),
    await lena.post(`${desk}/conversations/begin`, {
      orgId: ada.orgId,
      subject: 'Hello',
      body: paragraph('Hello'),
    }),
    await lena.post(`${desk}/weaknesses/create`, { orgId: ada.orgId, fields: weaknessFields() }),
    await lena.post(`${desk}/weaknesses/change`, {
      orgId: ada.orgId,
      weaknessId,
      version: 1,
      status: 'Resolved',
    }),
    await lena.post(`${desk}/candidates/publish`, { ...key(ada.orgId), fields: weaknessFields() }),
    await lena.post(`${desk}/candidates/decide`, { ...key(ada.orgId), state: 'dismissed', note: 'x' }),
  ];
  expect(new Set(refused.map((one) => codeOf(one).join(' ')))).toEqual(new Set(['404 no-such-organization']));
  expect(
    (await lena.post(`${desk}/candidates/publishMany`, { candidates: [key(ada.orgId)] })).body.data,
  ).toEqual({
    published: 0,
    left: 1,
  });
  // one of the right organisation and the wrong id answers alike
  expect(codeOf(await sam.get(`${desk}/conversations/${ada.orgId}/${randomUUID()}`))).toEqual([
    404,
    'no-such-conversation',
  ]);
  expect((await weaknessOf(sam, ada.orgId, weaknessId)).status).toBe('Open');
  expect((await conversationOf(sam, ada.orgId, threadId)).entries).toHaveLength(1);
});

test('who waits longest comes first, however often they write; an answer tells them, and the log of their organisation', async () => {
  const portal = await testPortal();
  const ada = await portal.member();
  const eve = await portal.member('eve@elsewhere-tools.com', 'Elsewhere Tools');
  const sam = await portal.staff('sam@support.example');
  const first = await ask(ada, 'First');
  portal.clock.advance(900);
  const second = await ask(eve, 'Second');
  portal.clock.advance(600);
  await ada.post('/cyberconcierge/answer', { threadId: first, text: 'Are you there?' });
  const waiting = await rows(sam, 'conversations');
  expect(waiting.map(({ threadId, companyName, unseen }: any) => [threadId, companyName, unseen])).toEqual([
    [first, 'Acme Widgets Inc.', true],
    [second, 'Elsewhere Tools', true],
  ]);
  expect(waiting[0].waitingSince).toBe('2026-03-02T17:00:00.000Z');
  expect((await sam.get(`${desk}/counts`)).body.data).toMatchObject({
    waiting: 2,
    unseen: 2,
    oldestWaiting: waiting[0].waitingSince,
  });
  await sam.post(`${desk}/conversations/seen`, { orgId: ada.orgId, threadId: first });
  expect((await rows(sam, 'conversations?view=unseen')).map(({ threadId }: any) => threadId)).toEqual([
    second,
  ]);
  await sam.post(`${desk}/conversations/change`, { orgId: ada.orgId, threadId: first, to: 'mine' });
  expect((await conversationOf(sam, ada.orgId, first)).assigned).toEqual({ name: 'Sam Rivera', mine: true });
  expect((await answer(sam, ada.orgId, first, 'We are.')).status).toBe(200);
  await portal.runJobs();
  expect((await portal.mailbox.list({ to: ada.email })).length).toBeGreaterThan(0);
  expect((await ada.get('/cyberconcierge/conversations?show=unread')).body.threads).toMatchObject([
    { threadId: first, excerpt: 'We are.' },
  ]);
  await answer(sam, ada.orgId, first, 'One more thing.');
  await sam.post(`${desk}/conversations/change`, { orgId: ada.orgId, threadId: first, to: 'closed' });
  await sam.post(`${desk}/conversations/change`, { orgId: ada.orgId, threadId: first, to: 'open' });
  expect((await conversationOf(sam, ada.orgId, first)).state).toBe('waiting');
  expect((await told(ada)).slice(0, 5)).toEqual(
    [
      'Opened the conversation A mail again',
      'Closed the conversation A mail',
      'Wrote on in the conversation A mail',
      'Answered in the conversation A mail',
      'Takes care of the conversation A mail',
    ].map((what) => `${what} | sam@support.example`),
  );
});

test('of two who answer at once one is sent and the other told; nothing but text comes of either', async () => {
  const portal = await testPortal();
  const ada = await portal.member();
  const [sam, kim] = [await portal.staff(), await portal.staff('kim@support.example', { name: 'Kim Berg' })];
  const threadId = await ask(ada);
  const { entryId } = (await conversationOf(sam, ada.orgId, threadId)).entries[0];
  const both = await Promise.all(
    [sam, kim].map((who) => answer(who, ada.orgId, threadId, '<b onmouseover=x>Hi</b>', entryId)),
  );
  expect(both.map((one) => codeOf(one).join(' ')).toSorted()).toEqual(['200 ', '409 changed-meanwhile']);
  // a customer who writes while an answer is typed is read first
  await ada.post('/cyberconcierge/answer', { threadId, text: 'Never mind' });
  expect(codeOf(await answer(sam, ada.orgId, threadId, 'Late', entryId))).toEqual([409, 'changed-meanwhile']);
  for (const body of [[], '<p>x</p>', [{ kind: 'html', text: 'x' }], paragraph('x'.repeat(50_000))])
    expect(
      (
        await sam.post(`${desk}/conversations/answer`, {
          orgId: ada.orgId,
          threadId,
          lastEntry: entryId,
          body,
        })
      ).status,
    ).toBe(400);
  const { entries } = (await ada.get(`/cyberconcierge/conversation?threadId=${threadId}`)).body;
  expect(entries.map(({ body }: any) => body[0].spans[0].text)).toEqual([
    'Is this real?',
    '<b onmouseover=x>Hi</b>',
    'Never mind',
  ]);
});

test('staff write first: everybody who administers is told, and their log names who began', async () => {
  const portal = await testPortal();
  const ada = await portal.member();
  const sam = await portal.staff('sam@support.example');
  const { body } = await sam.post(`${desk}/conversations/begin`, {
    orgId: ada.orgId,
    subject: 'Your report',
    body: paragraph('Here it is.'),
  });
  await portal.runJobs();
  expect(
    (await portal.mailbox.list({ to: ada.email })).some(({ subject }) => subject.includes('Your report')),
  ).toBe(true);
  expect((await conversationOf(sam, ada.orgId, body.data.threadId)).state).toBe('answered');
  expect(await told(ada)).toContain(
    'Began the conversation Your report with the experts | sam@support.example',
  );
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
  expect((await told(ada))[0]).toBe('Looked at No DMARC and reported no weakness | sam@support.example');
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
  expect((await told(ada))[0]).toContain('Revised the text of the security weakness');
  for (const bad of [{ severity: 'Severe' }, { title: '' }, { evidence: 'x'.repeat(2001) }, { body: [] }])
    expect(
      (await sam.post(`${desk}/weaknesses/create`, { orgId: ada.orgId, fields: weaknessFields(bad) })).status,
    ).toBe(400);
});

test('how an organisation stands is told at a glance', async () => {
  const portal = await testPortal();
  const ada = await portal.member();
  const sam = await portal.staff();
  await createWeakness(sam, ada.orgId);
  await ask(ada);
  expect((await sam.get(`${desk}/organizations/${ada.orgId}`)).body.data).toMatchObject({
    waiting: 1,
    openWeaknesses: 1,
    bySeverity: { Critical: 1, High: 0 },
    rating: { value: null, state: 'none' },
    scans: { last: null, running: false },
    disowned: [],
  });
});
