import type { TestPortal, TestPortalOptions } from '#app/testing/portal.ts';
import { testMails } from '#app/testing/mails.ts';
import { policiesWorld } from './policies.ts';

export type Answered = { status: number; body: any };

/** Status and code of a refusal. */
export const refusalOf = ({ status, body }: Answered): [number, string] => [status, body.error?.code];

/** What a policy does not hold without. */
const required: Record<string, object> = {
  passwords: { passwordManagerName: 'Key Cabinet' },
  infosec: { executiveSponsor: 'Cora Bell' },
  incident: { incidentLead: 'Cora Bell', deputy: 'Ada Vance', reportPhone: '555-0100' },
};

/** So that many of its own people may be written to in one day. */
export const proveDomain = (
  { database, clock }: Pick<TestPortal, 'database' | 'clock'>,
  orgId: string,
  domain = 'acme-widgets.com',
) =>
  database.inOrg(orgId, (db) =>
    db
      .insertInto('ratingOwnership')
      .values({
        orgId,
        domain,
        verifiedAt: clock.now(),
        provedBy: 'dns',
        nextCheckAt: clock.now(),
      })
      .execute(),
  );

/** An organisation whose people get links by mail, and words for what they do with them. */
export async function linksWorld(options: TestPortalOptions = {}) {
  const world = await policiesWorld({ start: '2026-03-02T16:59:00Z', ...options });
  const { portal, ada, save, load } = world;
  await world.fillCompany();
  // the mails of setting up come before all that a test looks at
  await portal.runJobs();
  portal.clock.advance(60);
  const anyone = portal.browser({ ip: '198.51.100.9' });

  const { mailsTo, mailCounts, secretIn } = testMails(portal);
  const approvalToken = (to = 'bo@elsewhere-tools.com') => secretIn(to, 'policy-approval');
  const signingToken = (to: string) => secretIn(to, 'policy-signing');

  let sent = 0;
  const send = (policy: object = {}) => {
    // mails of one moment have no order
    if (sent++ > 0) portal.clock.advance(1);
    return save(ada, {
      id: 'backup',
      mode: 'sent',
      approver: 'Bo Lind',
      approverEmail: 'bo@elsewhere-tools.com',
      ...policy,
    });
  };
  /** Approves the next version of a policy, as it is or with changes. */
  const approve = async (
    id: string,
    given: { customValues?: object; note?: string; material?: boolean } = {},
  ) => {
    const customValues = { ...required[id], ...given.customValues };
    const answer = await save(ada, {
      id,
      ...given,
      customValues,
      etag: (await load(ada, id)).data.etag,
      status: 'Active',
    });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return answer.body.data as { id: string; version: number; textHash: string };
  };
  const add = async (...names: string[]) => {
    const people = names.map((name) => ({
      name,
      email: `${name.toLowerCase().replace(/[^a-z]+/g, '.')}@acme-widgets.com`,
    }));
    return (await ada.post('/policy/addSigners', { people })) as Answered;
  };
  const ask = (...policyTypes: string[]) => ada.post('/policy/askToSign', { policyTypes });
  const openSigning = (token: string) => anyone.post('/policy/signingLink/open', { token });
  const read = (token: string, policyType: string) =>
    anyone.post('/policy/signingLink/read', { token, policyType });
  /** Reads a policy and signs what was read. */
  const sign = async (token: string, policyType: string, given: object = {}) => {
    const { version, textHash } = (await read(token, policyType)).body.data ?? {};
    return anyone.post('/policy/signingLink/sign', {
      token,
      policyType,
      version,
      textHash,
      name: 'Dee Fox',
      agreed: true,
      ...given,
    });
  };
  const signers = async (query = '') => (await ada.get(`/policy/signers${query}`)).body.data;
  const memberId = async (name: string): Promise<string> =>
    (await signers(`?search=${encodeURIComponent(name)}`)).people[0].memberId;
  return {
    ...world,
    anyone,
    mailsTo,
    mailCounts,
    approvalToken,
    signingToken,
    send,
    approve,
    add,
    ask,
    openSigning,
    read,
    sign,
    signers,
    memberId,
  };
}
