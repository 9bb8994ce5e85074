import type { TestBrowser, TestPortal } from '#app/testing/portal.ts';

export const paragraph = (text: string) => [{ kind: 'paragraph', spans: [{ text }] }];

/** What staff may send of a message. */
export const messageFields = (given: object = {}) => ({
  title: 'Patch the mail gateway',
  summary: 'A flaw is being used.',
  body: paragraph('Install the update today.'),
  severity: 'High',
  category: 'warning',
  minutes: 15,
  publishOn: '',
  expiresOn: '',
  onArrival: false,
  audience: { kind: 'all', values: [], brandId: null },
  actions: [],
  mail: false,
  ...given,
});

const desk = '/staff/concierge';
type Saving = { status?: 'draft' | 'published' | 'withdrawn'; id?: string | null; version?: number };
export const saveMessage = (
  who: TestBrowser,
  given: object = {},
  { status = 'published', id = null, version = 0 }: Saving = {},
) =>
  who.post(`${desk}/messages/save`, {
    conciergeMessageId: id,
    version,
    status,
    fields: messageFields(given),
  });
export const toOrganizations = (...values: string[]) => ({
  audience: { kind: 'organization', values, brandId: null },
});

export const weaknessFields = (given: object = {}) => ({
  title: 'Remote desktop is open',
  severity: 'Critical',
  asset: 'shop.acme-widgets.com:3389',
  evidence: 'Port 3389 answers',
  body: paragraph('Close it.'),
  ...given,
});
export const createWeakness = async (who: TestBrowser, orgId: string, given: object = {}): Promise<string> =>
  (await who.post(`${desk}/weaknesses/create`, { orgId, fields: weaknessFields(given) })).body.data
    .weaknessId;
export const weaknessOf = async (who: TestBrowser, orgId: string, weaknessId: string) =>
  (await who.get(`${desk}/weaknesses/${orgId}/${weaknessId}`)).body.data;

export const ask = async (who: TestBrowser, text = 'Is this real?', more: object = {}): Promise<string> =>
  (await who.post('/cyberconcierge/ask', { subject: 'A mail', text, ...more })).body.threadId;
export const conversationOf = async (who: TestBrowser, orgId: string, threadId: string) =>
  (await who.get(`${desk}/conversations/${orgId}/${threadId}`)).body.data;
export const answer = async (
  who: TestBrowser,
  orgId: string,
  threadId: string,
  text: string,
  lastEntry?: number,
) =>
  who.post(`${desk}/conversations/answer`, {
    orgId,
    threadId,
    body: paragraph(text),
    lastEntry: lastEntry ?? (await conversationOf(who, orgId, threadId)).entries.at(-1).entryId,
  });

/** What the log of an organisation tells, newest first, with who did it. */
export const logLines = async (who: TestBrowser): Promise<string[]> =>
  (await who.get('/audit/entries')).body.data.map(
    ({ what, who: by }: { what: string; who: { staff: string } }) => `${what}${by.staff && ` | ${by.staff}`}`,
  );

/** What a scan or a rating proposes, as the round of the portal writes it. */
export const propose = (
  portal: TestPortal,
  orgId: string,
  given: { type?: string; asset?: string; title?: string; severity?: string } = {},
) =>
  portal.base.forOrg(orgId).inOrg((db) =>
    db
      .insertInto('weaknessCandidate')
      .values({
        orgId,
        type: 'remote-desktop',
        asset: 'acme-widgets.com:3389',
        state: 'proposed',
        present: true,
        severity: 'Critical',
        title: 'Remote desktop reachable',
        source: 'rating',
        evidence: 'Port 3389 answers',
        firstSeen: portal.clock.now(),
        lastSeen: portal.clock.now(),
        ...given,
      })
      .execute(),
  );
