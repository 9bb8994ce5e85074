import type { NoticeInput } from '#modules/notify/entities.ts';
import { notify } from '#modules/notify/server/public.ts';
import { testPortal, type TestPortalOptions } from './portal.ts';

/** One of each, as the modules tell them. */
export const samples = {
  'scan-done': {
    event: 'scan-done',
    facts: {
      website: 'Shop',
      url: 'https://shop.example',
      highs: 1,
      mediums: 2,
      lows: 0,
      fresh: 1,
      fixed: 3,
      freshHighs: 0,
      comparedWith: '2026-02-20T17:00:00Z',
      path: '/webappscan/Shop',
    },
  },
  'report-ready': {
    event: 'report-ready',
    facts: {
      website: 'Shop',
      url: 'https://shop.example',
      highs: 1,
      mediums: 2,
      lows: 0,
      path: '/webappscan/Shop?report=1',
    },
  },
  'scan-failed': {
    event: 'scan-failed',
    facts: {
      website: 'Shop',
      url: 'https://shop.example',
      reason: 'The website did not answer.',
      nextScan: '2026-03-09T09:00:00Z',
      path: '/webappscan/Shop',
    },
  },
  'new-high': {
    event: 'new-high',
    facts: {
      website: 'Shop',
      url: 'https://shop.example',
      titles: ['SQL injection', 'The repository of the source code can be read by anyone'],
      total: 4,
      path: '/webappscan/Shop',
    },
  },
  'proof-gone': {
    event: 'proof-gone',
    facts: { website: 'Shop', url: 'https://shop.example', path: '/webappscan/Shop' },
  },
  'acceptance-ended': {
    event: 'acceptance-ended',
    facts: {
      website: 'Shop',
      url: 'https://shop.example',
      titles: ['SQL injection', 'No Content Security Policy'],
      total: 2,
      path: '/webappscan/Shop',
    },
  },
  'rating-drop': {
    event: 'rating-drop',
    facts: {
      domain: 'acme-widgets.com',
      before: 742,
      after: 718,
      causes: ['The certificate of www.acme-widgets.com expired'],
      path: '/attacksurface',
    },
  },
  'concierge-message': {
    event: 'concierge-message',
    facts: {
      title: 'Payroll fraud before the holidays',
      summary: 'Someone writes as an employee and asks for another bank account. Call before you change one.',
      severity: 'High',
      path: '/concierge/messages/1',
    },
  },
  'weakness-published': {
    event: 'weakness-published',
    facts: {
      title: 'Remote desktop reachable',
      severity: 'Critical',
      asset: '203.0.113.9',
      path: '/concierge/weaknesses/1',
    },
  },
  'concierge-answer': {
    event: 'concierge-answer',
    facts: {
      subject: 'Is this message real?',
      excerpt: 'No. Please do not open the attachment.',
      path: '/concierge/messages/2',
    },
  },
} as const satisfies { [Event in NoticeInput['event']]: Extract<NoticeInput, { event: Event }> };

/** Two administrators of one organisation, and somebody of another. */
export async function noticesWorld(options: TestPortalOptions = {}) {
  const portal = await testPortal(options);
  const ada = await portal.member('ada@acme-widgets.com');
  const { cognitoId } = await portal.signIn('bo@acme-widgets.com');
  const now = portal.clock.now();
  await portal.database.inOrg(ada.orgId, (db) =>
    db
      .insertInto('admin')
      .values({
        orgId: ada.orgId,
        cognitoId,
        email: 'bo@acme-widgets.com',
        firstName: 'Bo',
        lastName: 'Lind',
        createdAt: now,
        updatedAt: now,
      })
      .execute(),
  );
  const bo = { ...(await portal.signIn('bo@acme-widgets.com')), orgId: ada.orgId };
  const eve = await portal.member('eve@other-company.com', 'Other Company');
  await portal.runJobs();
  const before = new Set((await portal.mailbox.list()).map(({ id }) => id));
  const scope = portal.base.forOrg(ada.orgId);
  /** Mails since the world began, as `address: subject`, sorted. */
  const mails = async (): Promise<string[]> => {
    await portal.runJobs();
    const kept = (await portal.mailbox.list()).filter(({ id }) => !before.has(id));
    return kept.map(({ to, subject }) => `${to.address.split('@')[0]}: ${subject}`).toSorted();
  };
  const newest = async (to: string) => {
    await portal.runJobs();
    const kept = (await portal.mailbox.list({ to })).find(({ id }) => !before.has(id))!;
    const mail = (await portal.mailbox.read(kept.id))!;
    const source = (await portal.mailbox.source(kept.id))!.toString('utf8');
    const headers = source
      .split('\r\n\r\n')[0]!
      .replace(/\r\n[ \t]+/g, ' ')
      .replaceAll('\r\n', '\n');
    return { ...mail, headers };
  };
  const tell = (notice: NoticeInput, key = 'one', only?: string[]) => {
    // mails of one moment have no order
    portal.clock.advance(1);
    return scope.inOrg((db) =>
      notify(portal.base, db, { ...notice, orgId: ada.orgId, key, ...(only ? { only } : {}) }),
    );
  };
  const choose = async (who: typeof ada | typeof bo, choices: Record<string, boolean>) => {
    const given = Object.entries(choices).map(([event, wanted]) => ({ event, wanted }));
    return who.post('/notifications/choices', { choices: given });
  };
  return { portal, ada, bo, eve, scope, mails, newest, tell, choose };
}

/** The path of the link that ends a mail. */
export const unsubscribePath = (mail: { text: string }): string =>
  /Unsubscribe: https?:\/\/[^/]+(\/unsubscribe\/\S+)/.exec(mail.text)![1]!;
