import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { testPortal, type TestBrowser } from '#app/testing/portal.ts';
import {
  answer,
  ask,
  conversationOf,
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
  expect((await logLines(ada)).slice(0, 5)).toEqual(
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
  expect(await logLines(ada)).toContain(
    'Began the conversation Your report with the experts | sam@support.example',
  );
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
