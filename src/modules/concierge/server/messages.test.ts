import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openTestDatabase, testPortal, type TestBrowser } from '#app/testing/portal.ts';
import { audienceKinds, isFor, type Audience, type Reader } from '../rules.ts';
import { draft, expert, hostile, letter } from './testing/concierge.ts';
import { conciergeSummary } from './summary.ts';
import { forEachAddressee, saveMessage } from './desk/messages.ts';

const list = async (who: TestBrowser, query = '') =>
  (await who.get(`/cyberconcierge/cyberConciergeAlerts${query}`)).body;
const titles = async (who: TestBrowser, query = '') =>
  (await list(who, query)).alerts.map(({ title }: { title: string }) => title);
const open = (who: TestBrowser, id: string) =>
  who.get(`/cyberconcierge/cyberConciergeAlert?conciergeMessageId=${id}`);
const own = ['What to do this week', 'Welcome, and how to use us'];

describe('whom a message is for', () => {
  test('is said alike by the rule and by the database', async () => {
    const { database } = await openTestDatabase();
    const brand = fc.constantFrom('cyber-safety', 'harborline', '');
    const value = fc.constantFrom(
      'cyber-safety',
      'harborline',
      'RETAIL',
      'ENERGY',
      'plus',
      'basic',
      '00000000-0000-4000-8000-00000000000a',
    );
    const cases = fc.sample(
      fc.tuple(
        fc.record({
          kind: fc.constantFrom(...audienceKinds),
          values: fc.array(value, { maxLength: 3 }),
          brandId: fc.option(brand),
        }),
        fc.record({
          orgId: fc.constantFrom(
            '00000000-0000-4000-8000-00000000000a',
            '00000000-0000-4000-8000-00000000000b',
          ),
          brandId: brand,
          industry: fc.constantFrom('RETAIL', 'ENERGY'),
          planId: fc.constantFrom('plus', 'basic'),
        }),
      ),
      400,
    ) as [Audience, Reader][];
    const { rows } = await sql<{ n: number; is: boolean }>`
      select n, concierge_is_for(kind, array(select jsonb_array_elements_text(vals)), within, org, brand, industry, plan) as is
      from jsonb_to_recordset(${JSON.stringify(
        cases.map(([audience, reader], n) => ({
          n,
          kind: audience.kind,
          vals: audience.values,
          within: audience.brandId,
          org: reader.orgId,
          brand: reader.brandId,
          industry: reader.industry,
          plan: reader.planId,
        })),
      )}::jsonb) as c(n int, kind text, vals jsonb, within text, org uuid, brand text, industry text, plan text) order by n`.execute(
      database.global,
    );
    expect(rows.map(({ is }) => is)).toEqual(cases.map(([audience, reader]) => isFor(audience, reader)));
    expect(new Set(rows.map(({ is }) => is)).size).toBe(2);
  });

  test('holds for list, message, search, marks and questions: of one organisation nobody else learns anything', async () => {
    const portal = await testPortal();
    const [ada, eve] = [
      await portal.member(),
      await portal.member('eve@elsewhere-tools.com', 'Elsewhere Tools'),
    ];
    const audience = { kind: 'organization' as const, values: [ada.orgId.toUpperCase()], brandId: null };
    const secret = await letter(portal, { title: 'About your breach', audience });
    expect(await titles(ada)).toEqual(['About your breach', ...own]);
    expect(await titles(eve)).toEqual(own);
    expect(await titles(eve, '?search=breach')).toEqual([]);
    const [theirs, nothing] = [await open(eve, secret.conciergeMessageId), await open(eve, 'nothing')];
    expect([theirs.status, theirs.body.error.code]).toEqual([404, 'no-such-message']);
    expect({ ...theirs.body.error, requestId: '' }).toEqual({ ...nothing.body.error, requestId: '' });
    const asked = await eve.post('/cyberconcierge/ask', {
      text: 'What is this?',
      context: { kind: 'message', id: secret.conciergeMessageId, title: 'x' },
    });
    expect(asked.body.error.code).toBe('no-such-message');
    await eve.post('/cyberconcierge/markAlerts', {
      conciergeMessageIds: [secret.conciergeMessageId],
      read: true,
    });
    const kept = await portal.base
      .forOrg(eve.orgId)
      .inOrg((db) => db.selectFrom('conciergeRead').selectAll().execute());
    expect(kept).toEqual([]);
    expect(await forEachAddressee(portal.base, { ...audience, values: [ada.orgId] }, async () => {})).toBe(1);
  });
});

describe('the audience of a message', () => {
  test('is chosen by brand, industry and plan', async () => {
    const portal = await testPortal();
    const ada = await portal.member();
    for (const [kind, right, wrong] of [
      ['brand', 'cyber-safety', 'harborline'],
      ['industry', 'RETAIL', 'ENERGY'],
    ] as const) {
      await letter(portal, { title: `for ${kind}`, audience: { kind, values: [right], brandId: null } });
      await letter(portal, { title: `not for ${kind}`, audience: { kind, values: [wrong], brandId: null } });
      await letter(portal, {
        title: `of another brand for ${kind}`,
        audience: { kind, values: [right], brandId: 'harborline' },
      });
    }
    const { planId: plan } = (await portal.base
      .forOrg(ada.orgId)
      .inOrg((db) => db.selectFrom('organization').select('planId').executeTakeFirst()))!;
    await letter(portal, {
      title: 'for plan',
      audience: { kind: 'plan', values: [plan], brandId: 'cyber-safety' },
    });
    expect((await titles(ada)).toSorted()).toEqual(
      ['for brand', 'for industry', 'for plan', ...own].toSorted(),
    );
  });
});

describe('a message', () => {
  test('is there from its day to its end, by the clock of the server, and never as a draft or withdrawn', async () => {
    const portal = await testPortal();
    const ada = await portal.member();
    const start = portal.clock.now().getTime();
    const day = (n: number) => new Date(start + n * 86_400_000);
    const later = await letter(portal, { title: 'Later', publishedOn: day(2), expiresOn: day(4) });
    const plan = await letter(portal, { title: 'Draft' }, 'draft');
    const gone = await letter(portal, { title: 'Withdrawn', publishedOn: day(-1) }, 'withdrawn');
    for (const { conciergeMessageId } of [later, plan, gone])
      expect((await open(ada, conciergeMessageId)).status).toBe(404);
    expect(await titles(ada)).toEqual(own);
    portal.clock.set(day(3));
    const again = await portal.signIn(ada.email);
    expect(await titles(again)).toEqual(['Later', ...own]);
    expect((await open(again, later.conciergeMessageId)).body.alert.expiresOn).toBe(day(4).toISOString());
    portal.clock.set(day(4));
    const last = await portal.signIn(ada.email);
    expect(await titles(last)).toEqual(own);
    expect((await list(last)).unread).toBe(2);
    // an organisation that comes now reads what is out, dated as the others read it
    await letter(portal, { title: 'Old', publishedOn: day(-40) });
    const eve = await portal.member('eve@elsewhere-tools.com', 'Elsewhere Tools');
    expect(await titles(eve)).toEqual([...own, 'Old']);
    expect((await list(eve)).alerts[0].publishedOn).toBe(portal.clock.now().toISOString());
  });

  test('is read or unread to each person, and a support session says nothing for them', async () => {
    const portal = await testPortal();
    const ada = await portal.member();
    const mark = (who: TestBrowser, ids: string[] | 'all', read: boolean) =>
      who.post('/cyberconcierge/markAlerts', { conciergeMessageIds: ids, read });
    expect((await mark(ada, ['welcome'], true)).body.unread).toBe(1);
    expect(await titles(ada, '?show=unread')).toEqual(['What to do this week']);
    expect((await open(ada, 'welcome')).body.alert.readOn).toBe(portal.clock.now().toISOString());
    const summary = () => conciergeSummary(portal.base.forOrg(ada.orgId), ada);
    expect(await summary()).toMatchObject({
      numberOfAlerts: 2,
      newAlerts: 1,
      newestAlert: { title: 'What to do this week' },
    });
    expect((await mark(ada, 'all', true)).body.unread).toBe(0);
    expect(await summary()).toMatchObject({ numberOfAlerts: 2, newAlerts: 0, newestAlert: null });
    const sam = await portal.support(ada);
    expect((await mark(sam, 'all', false)).body.unread).toBe(0);
    expect((await mark(ada, ['welcome'], false)).body.unread).toBe(1);
    const eve = await portal.member('eve@elsewhere-tools.com', 'Elsewhere Tools');
    expect((await list(eve)).unread).toBe(2);
  });

  test('speaks with the name of the brand, and a letter of the product gives way to the version of staff', async () => {
    const portal = await testPortal();
    const ada = await portal.member();
    const before = (await open(ada, 'welcome')).body.alert;
    expect(JSON.stringify(before.body)).toContain('Welcome to Cyber Safety.');
    expect(JSON.stringify(before)).not.toContain('{brand}');
    const save = (version: number) =>
      saveMessage(portal.base, expert, {
        conciergeMessageId: 'welcome',
        version,
        status: 'published',
        draft: draft({ title: 'Welcome to {brand}' }),
      });
    await save(0);
    expect(await titles(ada)).toContain('Welcome to Cyber Safety');
    expect(await titles(ada)).not.toContain(before.title);
    await expect(save(0)).rejects.toMatchObject({ code: 'changed-meanwhile' });
    // two of the staff at once: one of them is told
    const both = await Promise.allSettled([save(1), save(1)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const versions = await portal.database.global
      .selectFrom('conciergeMessageVersion')
      .select('version')
      .orderBy('version')
      .execute();
    expect(versions.map(({ version }) => version)).toEqual([1, 2]);
  });
});

describe('a published message', () => {
  test('comes out as text and safe links alone, whatever was written into it', async () => {
    const portal = await testPortal();
    const ada = await portal.member();
    const { conciergeMessageId } = await letter(portal, { body: hostile });
    // also where the row itself was tampered with
    await portal.database.global
      .updateTable('conciergeMessage')
      .set({ body: JSON.stringify(hostile) })
      .execute();
    expect((await open(ada, conciergeMessageId)).body.alert.body).toEqual([
      { kind: 'paragraph', spans: [{ text: '<script>alert(1)</script><img src=x onerror=alert(1)>' }] },
      { kind: 'paragraph', spans: [{ text: 'safe', link: 'https://example.com/' }] },
    ]);
  });

  test('stands on pages of ten, the newest first, and is found by words that mean nothing special', async () => {
    const portal = await testPortal();
    const ada = await portal.member();
    for (let n = 1; n <= 12; n++) {
      portal.clock.advance(60);
      await letter(portal, { title: `Letter ${n}`, summary: n === 7 ? '100% of_it' : 'x' });
    }
    const first = await list(ada);
    expect([first.alerts.length, first.total, first.page, first.pages, first.unread]).toEqual([
      10, 14, 1, 2, 14,
    ]);
    expect(first.alerts[0].title).toBe('Letter 12');
    expect(await titles(ada, '?page=2')).toEqual(['Letter 2', 'Letter 1', ...own]);
    expect((await list(ada, '?page=9')).page).toBe(1);
    expect(await titles(ada, '?search=100%25')).toEqual(['Letter 7']);
    expect(await titles(ada, '?search=of_i')).toEqual(['Letter 7']);
    expect(await titles(ada, '?search=%25')).toEqual(['Letter 7']);
    expect((await ada.get('/cyberconcierge/cyberConciergeAlerts?page=0')).status).toBe(400);
  });

  test('tells administrators by mail once, where its author wants that, on the day it comes out', async () => {
    const portal = await testPortal();
    await portal.member();
    await portal.member('eve@elsewhere-tools.com', 'Elsewhere Tools');
    await portal.runJobs();
    const inbox = async () =>
      (await portal.mailbox.list({})).filter(({ subject }) => subject.includes('Urgent')).map(({ to }) => to);
    await letter(portal, {
      title: 'Urgent now',
      mail: true,
      audience: { kind: 'industry', values: ['RETAIL'], brandId: null },
    });
    await letter(portal, { title: 'Urgent, but a draft', mail: true }, 'draft');
    await letter(portal, { title: 'Urgent, without email' });
    await portal.runJobs();
    expect((await inbox()).length).toBe(2);
    const saved = await portal.database.global
      .selectFrom('conciergeMessage')
      .select(['title', 'mailedAt'])
      .where('mail', '=', true)
      .execute();
    expect(saved.filter(({ mailedAt: at }) => at !== null).map(({ title }) => title)).toEqual(['Urgent now']);
  });
});
