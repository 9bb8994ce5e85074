import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { moduleRoutes } from '#app/program/calls.ts';
import { testPortal, type TestPortal, type TestPortalOptions } from '#app/testing/portal.ts';
import { scriptedBilling } from '#modules/plans/server/testing/billing.ts';
import { createWeakness, saveMessage, starterMessages } from '#modules/concierge/server/public.ts';
import { plainToRich } from '#platform/richText.ts';
import { poolTokens } from '#modules/accounts/server/testing/secondFactor.ts';
import { courses } from '#modules/training/server/courses/courses.ts';
import { makePackage } from '#modules/training/server/packages/testing/packages.ts';
import { noteProgress } from '#modules/training/server/progress/progress.ts';
import type { TestAnswer } from '#app/testing/browser.ts';
import type { Endpoint } from '#platform/endpoint.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Scanner } from '#providers/scanner/port.ts';
import { schedule, type Ids } from './callBodies.ts';

export type Call = Endpoint & { name: string };
/** The name of the organization whose data nobody else may see; its people's addresses hold the same word. */
export const ownerName = 'Quillfeather Mills';

export type Person = Awaited<ReturnType<TestPortal['member']>>;

/** Every call of the product. */
export const calls: Call[] = Object.values(moduleRoutes).flatMap(({ contract }) =>
  Object.entries(contract).map(([name, endpoint]) => ({ ...(endpoint as Endpoint), name })),
);

const scanner: Scanner = {
  engine: 'Scripted',
  levels: ['lightning', 'safe'],
  rules: () => [],
  mayScan: async () => ({ allowed: true }),
  run: async ({ url, level }) => ({
    target: url,
    level,
    startedAt: '2026-03-02T17:00:00Z',
    finishedAt: '2026-03-02T17:01:00Z',
    requests: 1,
    pages: 1,
    findings: [
      {
        id: 'a',
        rule: 'rule.a',
        title: 'An issue',
        severity: 'low',
        cvss: { vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N', score: 3.1 },
        cwe: 'CWE-693',
        owasp: 'A05:2021 Security Misconfiguration',
        pci: '6.2.4',
        pciAutoFail: false,
        confidence: 'firm',
        explanation: 'What it means.',
        fix: 'What to do.',
        references: [],
        places: [{ method: 'GET', url, parameter: '', evidence: 'seen', request: '', response: '' }],
      },
    ],
    passed: [],
    coverage: { blocked: [], timedOut: [], skipped: [] },
  }),
};

const expert = { id: randomUUID(), name: 'Sam Rivera', email: 'sam@support.example' };

/** Code of the certificate of somebody who finished the first course. */
async function certificateOf(
  portal: TestPortal,
  owner: { orgId: string },
  memberId: string,
): Promise<string> {
  const [course] = courses().values();
  const progress = {
    memberId,
    course: course!,
    status: 'finished',
    percent: 100,
    score: 100,
    attempts: 1,
  } as const;
  return portal.base.forOrg(owner.orgId).inOrg(async (db) => {
    await noteProgress(db, portal.clock.now(), progress);
    return (await db.selectFrom('trainingCertificate').select('code').executeTakeFirstOrThrow()).code;
  });
}

/** The body of a call that must succeed. */
async function bodyOf(answer: Promise<TestAnswer>): Promise<any> {
  const { status, body } = await answer;
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

/** A website with a scan that has begun and one that is scheduled. */
async function addWebsite(owner: Person): Promise<Pick<Ids, 'targetId' | 'scanId' | 'scheduleId'>> {
  const { targetId } = await bodyOf(
    owner.post('/monitoring/webapps/createTarget', {
      targetName: 'Shop',
      targetUrl: 'shop.quillfeather-mills.com',
      protocol: 'https://',
      scanProfile: 'lightning',
      urlConfirmed: true,
    }),
  );
  const scheduled = await bodyOf(owner.post('/monitoring/webapps/scheduleScan', { ...schedule, targetId }));
  const begun = await bodyOf(owner.post('/monitoring/webapps/startScan', { targetId }));
  return { targetId, scanId: begun.scan.scanId, scheduleId: scheduled.schedule.scheduledScanId };
}

/** A plan that was bought, with its invoice. */
async function buyPlan(
  owner: Person,
  billing: ReturnType<typeof scriptedBilling>,
): Promise<Pick<Ids, 'pageId' | 'invoiceId'>> {
  const checkout = await bodyOf(owner.post('/plans/checkout', { planId: 'plus' }));
  const pageId = checkout.data.page.id as string;
  billing.pay(pageId);
  await bodyOf(owner.post('/plans/checkoutDone', { hostedPageId: pageId }));
  const bills = await bodyOf(owner.get('/plans/billing'));
  return { pageId, invoiceId: bills.data.invoices[0].id };
}

/** A policy in force, a draft of a template, and a person who signs. */
async function addPolicies(owner: Person): Promise<Pick<Ids, 'policyId' | 'policyTemplate'>> {
  const save = (policy: object) => bodyOf(owner.post('/policy/policySave', { policy }));
  const { data } = await save({ custom: true, name: 'Keys', customPolicy: '<p>Keys stay here.</p>' });
  await save({ id: 'passwords' });
  await save({ id: data.id, etag: data.etag, status: 'Active' });
  const people = [{ name: 'Cy Ode', email: 'cy@quillfeather-mills.com' }];
  await bodyOf(owner.post('/policy/addSigners', { people }));
  return { policyId: data.id, policyTemplate: 'passwords' };
}

/** A letter to the organization, a weakness that an expert found, and a question to the experts. */
async function openConcierge(
  portal: TestPortal,
  owner: Person,
): Promise<Pick<Ids, 'conciergeMessageId' | 'weaknessId' | 'threadId'>> {
  const { conciergeMessageId } = await saveMessage(portal.base, expert, {
    conciergeMessageId: null,
    version: 0,
    status: 'published',
    draft: {
      ...starterMessages()[0]!.draft,
      audience: { kind: 'organization', values: [owner.orgId], brandId: null },
    },
  });
  const weaknessId = await createWeakness(portal.base, expert, owner.orgId, {
    title: 'An open door',
    severity: 'High',
    asset: 'quillfeather-mills.com',
    evidence: '',
    body: plainToRich('Close it.'),
  });
  const asked = await bodyOf(owner.post('/cyberconcierge/ask', { text: 'What is this?' }));
  return { conciergeMessageId, weaknessId, threadId: asked.threadId };
}

/**
 * An organization that has one of everything, and another one beside it.
 * @param options how the portal reaches its database, where that is not the usual way
 */
export async function openWorld(options: Pick<TestPortalOptions, 'connect'> = {}) {
  const billing = scriptedBilling(() => portal.clock.now());
  const portal: TestPortal = await testPortal({
    scanner,
    billing,
    env: { PUBLIC_URL: 'http://localhost:4000', CALLS_PER_SECOND: '100000' },
    ...options,
  });
  const owner = await portal.member('owner@quillfeather-mills.com', ownerName);
  const other = await portal.member('mallory@elsewhere-tools.com', 'Elsewhere Tools');
  await portal.base.providers.files.put(
    `organizations/${owner.orgId}/plan.pdf`,
    Buffer.from('%PDF'),
    'application/pdf',
  );
  const website = await addWebsite(owner);
  await bodyOf(owner.post('/accounts/invite_user', { email: 'bo@quillfeather-mills.com' }));
  const invites = await bodyOf(owner.get('/profile/getUserInviteList'));
  const plan = await buyPlan(owner, billing);
  const exported = await bodyOf(
    owner.post('/organization/makeExport', await poolTokens(portal, owner.email)),
  );
  await portal.runJobs();
  const policies = await addPolicies(owner);
  const trainee = { firstName: 'Cy', lastName: 'Ode', email: 'cy@quillfeather-mills.com' };
  await bodyOf(owner.post('/training/saveTrainees', { trainees: [trainee] }));
  const brought = await bodyOf(owner.upload('/training/importPackage', 'course.zip', makePackage()));
  const pack = await bodyOf(owner.post('/evidence/makePack', { audience: 'customer' }));
  const issueLink = await bodyOf(
    owner.post('/monitoring/webapps/makeIssueLink', { targetId: website.targetId, findingId: 'a' }),
  );
  const team = await bodyOf(owner.get('/policy/signers'));
  const { memberId } = team.data.people[0] as { memberId: string };
  const ids: Ids = {
    ...website,
    ...plan,
    ...policies,
    ...(await openConcierge(portal, owner)),
    exportId: exported.data.id,
    issueLinkId: issueLink.link.linkId,
    memberId,
    certificate: await certificateOf(portal, owner, memberId),
    packageId: brought.data.id,
    evidencePackId: pack.data.id,
    cognitoId: owner.cognitoId,
    orgId: owner.orgId,
    inviteId: invites.data[0].linkId,
  };
  return { portal, owner, other, ids };
}

/** Everything that one organization has, as text. */
export async function rowsOf(database: Database, orgId: string): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and c.relrowsecurity order by 1`.execute(
    database.global,
  );
  return database.inOrg(orgId, async (db) => {
    const found: Record<string, string> = {};
    for (const { name } of tables) {
      const { rows } = await sql<{
        all: string | null;
      }>`select string_agg(t::text, e'\n' order by t::text) as all from ${sql.table(name)} t`.execute(db);
      found[name] = rows[0]?.all ?? '';
    }
    return found;
  });
}

/** The address of a call: parameters of its path filled in; of a GET the rest of the body as query. */
export const addressOf = (call: Call, body: Record<string, unknown> = {}) => {
  const path = call.path.replace(/:(\w+)/g, (_all, name: string) =>
    encodeURIComponent(String(body[name] ?? 'x').toWellFormed()),
  );
  const rest = Object.entries(body).filter(
    ([name]) => call.method === 'GET' && !call.path.includes(`:${name}`),
  );
  return rest.length > 0 ? `${path}?${new URLSearchParams(rest as [string, string][])}` : path;
};
