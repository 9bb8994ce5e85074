import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { testPortal, type TestBrowser } from '#app/testing/portal.ts';
import { plainToRich } from '#platform/richText.ts';
import type { OrgCtx } from '#platform/server/ctx.ts';
import { mostEntriesPerHour, mostWaiting } from '../rules.ts';
import { expert, hostile, letter, weaknessDraft } from './testing/concierge.ts';
import { selectDeskCounts, selectDeskThreads } from './desk/desk.store.ts';
import {
  answerAsStaff,
  assignThread,
  markDeskThread,
  readDeskThread,
  writeToOrganization,
} from './desk/threads.ts';
import { createWeakness } from './desk/weaknesses.ts';
import { conciergeSummary } from './summary.ts';
import { askingOf } from './messages.ts';
import { answerThread, askExpert, write } from './threads.ts';
import { askToCheck } from './weaknesses/weaknesses.ts';

const ask = (who: TestBrowser, body: object) =>
  who.post('/cyberconcierge/ask', { text: 'Is this urgent?', ...body });
const thread = async (who: TestBrowser, id: string) =>
  (await who.get(`/cyberconcierge/conversation?threadId=${id}`)).body;
const finding = {
  kind: 'finding',
  id: 'f1',
  title: 'No protection <b>against</b> framing',
  route: '/webappscan/Shop',
  facts: [{ label: 'Website', value: 'https://shop.acme-widgets.com' }],
};

describe('a question', () => {
  test('reaches the experts of the brand by mail, who answer at the desk, and whoever asked is told', async () => {
    const portal = await testPortal();
    const [ada, eve] = [
      await portal.member(),
      await portal.member('eve@elsewhere-tools.com', 'Elsewhere Tools'),
    ];
    const { threadId } = (await ask(ada, { context: finding })).body;
    await portal.runJobs();
    const sent = (await portal.mailbox.list({ to: 'concierge@cybersafety.example' }))[0]!;
    const mail = (await portal.mailbox.read(sent.id))!;
    expect(mail.text).toContain(`/staff/concierge/conversations/${ada.orgId}/${threadId}`);
    expect(mail.text).toContain('Is this urgent?');
    expect(mail.replyTo).toContain(ada.email);
    const page = {
      channels: null,
      search: '',
      page: 1,
      pageSize: 10,
      states: ['waiting'] as const,
      assignedTo: null,
    };
    expect((await selectDeskThreads(portal.base.global, page)).rows).toMatchObject([
      {
        orgId: ada.orgId,
        companyName: 'Acme Widgets Inc.',
        subject: finding.title,
        unseen: true,
        context: finding,
      },
    ]);
    // staff of another brand's channels see none of it
    expect((await selectDeskThreads(portal.base.global, { ...page, channels: ['elsewhere'] })).total).toBe(0);
    expect((await selectDeskCounts(portal.base.global, ['elsewhere'])).waiting).toBe(0);
    await assignThread(portal.base, { orgId: ada.orgId, threadId }, expert);
    await markDeskThread(portal.base, { orgId: ada.orgId, threadId });
    expect(await selectDeskCounts(portal.base.global, null)).toMatchObject({ waiting: 1, unseen: 0 });

    await answerAsStaff(portal.base, expert, { orgId: ada.orgId, threadId, body: hostile, close: false });
    await portal.runJobs();
    expect((await portal.mailbox.list({ to: ada.email })).map(({ subject }) => subject).join()).toContain(
      'against',
    );
    const summary = () => conciergeSummary(portal.base.forOrg(ada.orgId), ada);
    expect(await summary()).toMatchObject({ unreadAnswers: 1, waiting: 0 });
    const { thread: told, entries } = await thread(ada, threadId);
    expect(told).toMatchObject({ state: 'answered', unread: true, entries: 2, context: finding });
    expect(entries).toMatchObject([
      { from: 'customer', by: 'Ada Vance', mine: true },
      { from: 'staff', by: 'Sam Rivera', mine: false },
    ]);
    expect(JSON.stringify(entries)).not.toContain('javascript:');
    await ada.post('/cyberconcierge/markConversation', { threadId });
    expect(await summary()).toMatchObject({ unreadAnswers: 0 });
    await ada.post('/cyberconcierge/answer', { threadId, text: 'Thank you.\n\nOne more thing' });
    expect((await thread(ada, threadId)).thread).toMatchObject({
      state: 'waiting',
      excerpt: 'Thank you. One more thing',
      unread: false,
    });
    await ada.post('/cyberconcierge/closeConversation', { threadId });
    await ada.post('/cyberconcierge/closeConversation', { threadId });
    const closed = await readDeskThread(portal.base, { orgId: ada.orgId, threadId });
    expect([closed!.state, closed!.thread.map(({ kind }) => kind)]).toEqual([
      'closed',
      ['text', 'text', 'text', 'closed'],
    ]);
    // of somebody else it is like one that is not there
    expect((await eve.get(`/cyberconcierge/conversation?threadId=${threadId}`)).body.error.code).toBe(
      'no-such-conversation',
    );
    expect((await eve.get('/cyberconcierge/conversations')).body.total).toBe(0);
    expect(await readDeskThread(portal.base, { orgId: eve.orgId, threadId })).toBeNull();
  });
});

describe('another question', () => {
  test('about a message or a weakness goes on in the one conversation about it, also when two ask at once', async () => {
    const portal = await testPortal();
    const ada = await portal.member();
    const { conciergeMessageId } = await letter(portal, { title: 'About {brand}' });
    const about = { context: { kind: 'message', id: conciergeMessageId, title: 'what the browser says' } };
    const both = await Promise.all([ask(ada, about), ask(ada, about)]);
    expect(new Set(both.map(({ body }) => body.threadId)).size).toBe(1);
    const { body } = await ada.get(
      `/cyberconcierge/cyberConciergeAlert?conciergeMessageId=${conciergeMessageId}`,
    );
    expect(body.alert.thread).toMatchObject({
      threadId: both[0]!.body.threadId,
      entries: 2,
      state: 'waiting',
    });
    // named as the message is, whatever the browser says
    expect((await thread(ada, both[0]!.body.threadId)).thread.subject).toBe('About Cyber Safety');
    const id = await createWeakness(portal.base, expert, ada.orgId, weaknessDraft());
    const asked = await ask(ada, { context: { kind: 'weakness', id, title: 'x' } });
    const checked = await ada.post('/cyberconcierge/checkWeakness', { weaknessId: id });
    expect(checked.body.threadId).toBe(asked.body.threadId);
    expect(
      (await thread(ada, asked.body.threadId)).entries.map(({ kind }: { kind: string }) => kind),
    ).toEqual(['text', 'check']);
  });

  test('is refused where it is empty, endless, leads elsewhere, or comes without end; and never comes from a support session', async () => {
    const portal = await testPortal();
    const ada = await portal.member();
    const fact = { label: 'x', value: 'y' };
    for (const bad of [
      { text: '  \n ' },
      { text: 'x'.repeat(4001) },
      { context: { ...finding, route: 'https://evil.example' } },
      { context: { ...finding, route: '//evil.example' } },
      { context: { ...finding, kind: 'password' } },
      { context: { ...finding, facts: Array.from({ length: 11 }, () => fact) } },
      { context: { ...finding, facts: [{ label: 'x', value: 'y'.repeat(900) }] } },
    ])
      expect((await ask(ada, bad)).status).toBe(400);
    const sam = await portal.support(ada);
    expect((await ask(sam, {})).body.error.code).toBe('not-in-support-session');
    const [{ threadId }] = (await Promise.all(Array.from({ length: 20 }, () => ask(ada, {})))).map(
      ({ body }) => body,
    );
    // past what one address may send in a minute, and still within the hour
    portal.clock.advance(61);
    for (let n = 20; n < mostEntriesPerHour; n++)
      expect((await ada.post('/cyberconcierge/answer', { threadId, text: 'x' })).status).toBe(200);
    portal.clock.advance(61);
    expect((await ask(ada, {})).body.error.code).toBe('too-many-questions');
    portal.clock.advance(3600);
    const again = await portal.signIn(ada.email);
    expect((await ask(again, {})).status).toBe(200);
  });
});

test('of many who write at the same moment no more than an hour takes are heard, and none of them waits for ever', async () => {
  const portal = await testPortal();
  const ada = await portal.member();
  const id = await createWeakness(portal.base, expert, ada.orgId, weaknessDraft());
  const about = { context: { kind: 'weakness', id, title: 'x' } };
  const { threadId } = (await ask(ada, about)).body;
  const scope = {
    ...portal.base.forOrg(ada.orgId),
    session: { cognitoId: ada.cognitoId, email: ada.email },
  } as unknown as OrgCtx;
  const opening = { subject: '', text: 'Is this urgent?', kind: 'text', context: null } as const;
  const asking = await askingOf(scope);
  const calls = [
    ...Array.from({ length: 60 }, () => scope.inOrg((db) => write(scope, db, asking, opening))),
    ...Array.from({ length: 6 }, () => answerThread(scope, { threadId, text: 'And now?' })),
    ...Array.from({ length: 6 }, () =>
      askExpert(scope, {
        subject: '',
        text: 'Again?',
        context: { ...finding, ...about.context, route: null } as never,
      }),
    ),
    ...Array.from({ length: 3 }, () => askToCheck(scope, { weaknessId: id, note: '' })),
  ];
  const outcomes = await Promise.allSettled(calls);
  const codes = new Set(outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : [])));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(mostEntriesPerHour - 1);
  expect([...codes]).toEqual(['too-many-questions']);
});

test('whoever has a hundred questions waiting writes on in those, and begins another when some are answered', async () => {
  const portal = await testPortal();
  const ada = await portal.member();
  const { threadId } = (await ask(ada, {})).body;
  await portal.base.forOrg(ada.orgId).inOrg((db) =>
    sql`insert into concierge_thread (org_id, id, subject, state, opened_by, opened_by_name, opened_at, last_entry_at, last_from, entries)
      select org_id, gen_random_uuid(), subject, state, opened_by, opened_by_name, opened_at, last_entry_at, last_from, entries
      from concierge_thread, generate_series(2, ${mostWaiting})`.execute(db),
  );
  expect((await ask(ada, {})).body.error.code).toBe('too-many-questions');
  expect((await ada.post('/cyberconcierge/answer', { threadId, text: 'x' })).status).toBe(200);
  await answerAsStaff(portal.base, expert, {
    orgId: ada.orgId,
    threadId,
    body: plainToRich('Yes.'),
    close: false,
  });
  expect((await ask(ada, {})).status).toBe(200);
});

test('staff write first: the conversation is there, unread, and everybody who administers is told', async () => {
  const portal = await testPortal();
  const ada = await portal.member();
  const threadId = await writeToOrganization(portal.base, expert, {
    orgId: ada.orgId,
    subject: 'Your report',
    body: plainToRich('Here it is.'),
  });
  await portal.runJobs();
  expect(
    (await portal.mailbox.list({ to: ada.email })).some(({ subject }) => subject.includes('Your report')),
  ).toBe(true);
  expect((await ada.get('/cyberconcierge/conversations?show=unread')).body.threads).toMatchObject([
    { threadId, unread: true, lastFrom: 'staff' },
  ]);
});

test('the page says what the brand says, and shows no call where none can be scheduled', async () => {
  const portal = await testPortal();
  const ada = await portal.member();
  const { config } = (await ada.get('/cyberconcierge/cyberConciergeConfig')).body;
  expect(config).toMatchObject({
    pageTitle: 'Cyber Concierge',
    emailCta: {
      text: 'Email Concierge',
      style: 'PRIMARY',
      icon: 'mail',
      link: 'mailto:concierge@cybersafety.example',
    },
    callCta: {
      text: 'Schedule a Call',
      style: 'PRIMARY',
      icon: 'calendar',
      link: 'https://cybersafety.example/concierge/schedule',
    },
    knowledgeBaseLink: 'https://help.cybersafety.example',
  });
  expect(config.offerings).toHaveLength(8);
  expect((await ada.get('/cyberconcierge/incidentGuide')).body.guide.kinds.length).toBeGreaterThan(3);
});
