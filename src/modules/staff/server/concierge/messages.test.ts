import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { testPortal, type TestBrowser } from '#app/testing/portal.ts';
import { logLines, messageFields, paragraph, saveMessage, toOrganizations } from '../../testing/concierge.ts';

const list = async (who: TestBrowser, query = '') =>
  (await who.get(`/staff/concierge/messages${query}`)).body.data;
const read = async (who: TestBrowser, id: string) =>
  (await who.get(`/staff/concierge/messages/${id}`)).body.data;
const titles = async (who: TestBrowser) =>
  (await who.get('/cyberconcierge/cyberConciergeAlerts?search=gateway')).body.alerts.map(
    ({ title }: { title: string }) => title,
  );
const codeOf = ({ status, body }: { status: number; body: any }) => [status, body.error?.code];

describe('a message', () => {
  test('goes from draft to customers, counts who has read it, keeps every version, and is withdrawn', async () => {
    const portal = await testPortal();
    const ada = await portal.member();
    const eve = await portal.member('eve@elsewhere-tools.com', 'Elsewhere Tools');
    const sam = await portal.staff('sam@support.example');
    const drafted = (await saveMessage(sam, { mail: true }, { status: 'draft' })).body.data;
    const id = drafted.conciergeMessageId as string;
    expect([drafted.stage, await titles(ada)]).toEqual(['draft', []]);
    const published = (await saveMessage(sam, { mail: true }, { id, version: 1 })).body.data;
    expect(published).toMatchObject({
      stage: 'out',
      reach: { organizations: 2, people: 2 },
      seen: 0,
      audience: 'All customers',
    });
    expect([await titles(ada), await titles(eve)]).toEqual([
      ['Patch the mail gateway'],
      ['Patch the mail gateway'],
    ]);
    await portal.runJobs();
    expect((await portal.mailbox.list({ to: ada.email })).map(({ subject }) => subject).join()).toContain(
      'Patch the mail gateway',
    );
    await ada.post('/cyberconcierge/markAlerts', { conciergeMessageIds: [id], read: true });
    portal.clock.advance(60);
    await saveMessage(sam, { title: 'Patch the gateway today' }, { id, version: 2 });
    const changed = await read(sam, id);
    expect(changed).toMatchObject({ version: 3, seen: 1, publishedOn: published.publishedOn });
    expect(
      changed.history.map(({ version, status, fields }: any) => [version, status, fields.title]),
    ).toEqual([
      [3, 'published', 'Patch the gateway today'],
      [2, 'published', 'Patch the mail gateway'],
      [1, 'draft', 'Patch the mail gateway'],
    ]);
    // what is out is never a draft again
    expect(codeOf(await saveMessage(sam, {}, { id, version: 3, status: 'draft' }))).toEqual([
      409,
      'is-published',
    ]);
    await saveMessage(sam, {}, { id, version: 3, status: 'withdrawn' });
    expect([
      await titles(ada),
      (await list(sam, '?stage=withdrawn')).rows.map((row: any) => row.conciergeMessageId),
    ]).toEqual([[], [id]]);
    const log = (await sam.get('/staff/log?kind=message')).body.data.entries;
    expect(log.map(({ what }: any) => what)).toEqual([
      'Withdrew the message Patch the mail gateway',
      'Changed the message Patch the gateway today',
      'Published the message Patch the mail gateway',
      'Drafted the message Patch the mail gateway',
    ]);
  });

  test('comes out and ends on Pacific days, and is listed by where it stands', async () => {
    const portal = await testPortal({ start: '2026-03-02T17:00:00Z' });
    const ada = await portal.member();
    const sam = await portal.staff();
    const { body } = await saveMessage(sam, { publishOn: '2026-03-08', expiresOn: '2026-03-08' });
    // the day that the clocks go forward
    expect([body.data.publishedOn, body.data.expiresOn]).toEqual([
      '2026-03-08T08:00:00.000Z',
      '2026-03-09T06:59:59.000Z',
    ]);
    const stage = async () => (await read(sam, body.data.conciergeMessageId)).stage;
    expect([await stage(), await titles(ada)]).toEqual(['scheduled', []]);
    portal.clock.set('2026-03-08T08:00:01Z');
    const again = [await portal.signIn(ada.email), await portal.staff()] as const;
    expect((await list(again[1], '?stage=out&search=gateway')).total).toBe(1);
    expect(await titles(again[0])).toEqual(['Patch the mail gateway']);
    portal.clock.set('2026-03-09T07:00:00Z');
    expect((await list(await portal.staff(), '?stage=expired')).rows).toHaveLength(1);
    expect(
      codeOf(await saveMessage(await portal.staff(), { publishOn: '2026-04-02', expiresOn: '2026-04-01' })),
    ).toEqual([422, 'bad-days']);
  });
});

describe('a safe message', () => {
  test('to one organisation is unseen by every other, and stands in its log', async () => {
    const portal = await testPortal();
    const ada = await portal.member();
    const eve = await portal.member('eve@elsewhere-tools.com', 'Elsewhere Tools');
    const sam = await portal.staff('sam@support.example');
    const { body } = await saveMessage(sam, toOrganizations(ada.orgId));
    expect(body.data).toMatchObject({
      audience: 'Acme Widgets Inc.',
      reach: { organizations: 1, people: 1 },
    });
    expect([await titles(ada), await titles(eve)]).toEqual([['Patch the mail gateway'], []]);
    expect(
      (
        await eve.get(
          `/cyberconcierge/cyberConciergeAlert?conciergeMessageId=${body.data.conciergeMessageId}`,
        )
      ).status,
    ).toBe(404);
    expect((await logLines(ada))[0]).toBe('Sent the message Patch the mail gateway | sam@support.example');
    expect((await logLines(eve)).join()).not.toContain('gateway');
    for (const values of [[randomUUID()], ['nonsense'], [ada.orgId, randomUUID()]])
      expect(codeOf(await saveMessage(sam, toOrganizations(...values)))).toEqual([422, 'bad-audience']);
  });

  test('that two change at once is changed by one; the other is told who, and loses nothing', async () => {
    const portal = await testPortal();
    const [sam, kim] = [
      await portal.staff('sam@support.example'),
      await portal.staff('kim@support.example', { name: 'Kim Berg' }),
    ];
    const id = (await saveMessage(sam)).body.data.conciergeMessageId as string;
    const both = await Promise.all([
      saveMessage(sam, { title: 'Sam was here' }, { id, version: 1 }),
      saveMessage(kim, { title: 'Kim was here' }, { id, version: 1 }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const late = await saveMessage(sam, { title: 'Later' }, { id, version: 1 });
    const now = await read(sam, id);
    expect(late.body.error).toMatchObject({ code: 'changed-meanwhile', by: now.history[0].by });
    expect([now.version, now.history.length]).toEqual([2, 2]);
  });

  test('is text and safe links alone whatever is sent, and no longer than a letter may be', async () => {
    const portal = await testPortal();
    const ada = await portal.member();
    const sam = await portal.staff();
    const body = [
      { kind: 'html', text: '<script>alert(1)</script>' },
      {
        kind: 'paragraph',
        spans: [{ text: '<img src=x onerror=alert(1)>', link: 'javascript:alert(1)', onclick: 'x' }],
      },
    ];
    const { conciergeMessageId } = (await saveMessage(sam, { body })).body.data;
    const { alert } = (
      await ada.get(`/cyberconcierge/cyberConciergeAlert?conciergeMessageId=${conciergeMessageId}`)
    ).body;
    expect(alert.body).toEqual(paragraph('<img src=x onerror=alert(1)>'));
    for (const bad of [
      { body: [{ kind: 'html', text: 'x' }] },
      { body: '<p>x</p>' },
      { body: paragraph('x'.repeat(50_000)) },
      { title: 'x'.repeat(161) },
      { title: ' ' },
      { actions: [{ label: 'Go', link: 'javascript:alert(1)' }] },
      { actions: [{ label: 'Go', link: '//evil.example' }] },
      { actions: Array.from({ length: 5 }, () => ({ label: 'Go', link: '/training' })) },
      { minutes: 0 },
      { audience: { kind: 'industry', values: [], brandId: null } },
      { publishOn: 'tomorrow' },
    ])
      expect((await saveMessage(sam, bad)).status, JSON.stringify(bad).slice(0, 80)).toBe(400);
    expect((await saveMessage(sam, { body: paragraph('x'.repeat(1_100_000)) })).status).toBe(413);
    expect((await list(sam, '?search=gateway')).total).toBe(1);
  });
});

describe('staff of one brand', () => {
  test('write within their brand, never to everybody, and see no message of another', async () => {
    const portal = await testPortal();
    const ada = await portal.member();
    const sam = await portal.staff('sam@support.example');
    const lena = await portal.staff('lena@insurer.example', { brandId: 'harborline' });
    const id = (await saveMessage(sam)).body.data.conciergeMessageId as string;
    const brand = (brandId: string | null, ...values: string[]) => ({
      audience: { kind: 'brand', values, brandId },
    });
    const reach = (who: TestBrowser, { audience }: object & { audience: object }) =>
      who.post('/staff/concierge/reach', { audience });
    for (const audience of [
      messageFields(),
      { audience: { kind: 'all', values: [], brandId: 'harborline' } },
      brand(null, 'cyber-safety'),
      brand(null, 'harborline', 'cyber-safety'),
      brand('cyber-safety', 'harborline'),
      { audience: { kind: 'industry', values: ['RETAIL'], brandId: 'cyber-safety' } },
    ]) {
      expect(codeOf(await saveMessage(lena, audience))).toEqual([403, 'not-your-audience']);
      expect(codeOf(await reach(lena, audience))).toEqual([403, 'not-your-audience']);
    }
    expect(codeOf(await saveMessage(lena, toOrganizations(ada.orgId)))).toEqual([422, 'bad-audience']);
    expect(codeOf(await lena.get(`/staff/concierge/messages/${id}`))).toEqual([404, 'no-such-message']);
    expect(codeOf(await saveMessage(lena, brand(null, 'harborline'), { id, version: 1 }))).toEqual([
      404,
      'no-such-message',
    ]);
    // retail is within their brand, whatever they say of it
    const own = (
      await saveMessage(lena, { audience: { kind: 'industry', values: ['RETAIL'], brandId: null } })
    ).body.data;
    expect(own).toMatchObject({
      audience: 'Retail (Harborline)',
      reach: { organizations: 0, people: 0 },
      fields: { audience: { brandId: 'harborline' } },
    });
    expect(await titles(ada)).toEqual(['Patch the mail gateway']);
    expect((await list(lena)).rows.map((row: any) => row.conciergeMessageId)).toEqual([
      own.conciergeMessageId,
    ]);
    expect((await list(lena, '?brandId=cyber-safety')).total).toBe(1);
    // what is theirs now may have been somebody else's before
    const first = { title: 'For Acme alone', ...toOrganizations(ada.orgId) };
    const moved = (await saveMessage(sam, first, { status: 'draft' })).body.data.conciergeMessageId as string;
    const theirs = { audience: { kind: 'industry', values: ['RETAIL'], brandId: 'harborline' } };
    expect(
      (await saveMessage(sam, theirs, { id: moved, version: 1, status: 'draft' })).body.data.history,
    ).toHaveLength(2);
    const shown = await read(lena, moved);
    expect(shown.history.map(({ version }: any) => version)).toEqual([2]);
    expect(JSON.stringify(shown)).not.toContain(ada.orgId);
    await saveMessage(sam, theirs, { id: moved, version: 2, status: 'withdrawn' });
    expect((await lena.get('/staff/concierge/options')).body.data).toMatchObject({
      brandId: 'harborline',
      brands: [{ brandId: 'harborline' }],
    });
    expect(
      (await reach(sam, { audience: { kind: 'industry', values: ['RETAIL'], brandId: 'cyber-safety' } })).body
        .data,
    ).toEqual({
      organizations: 1,
      people: 1,
    });
  });
});
