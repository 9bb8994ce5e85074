import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { moduleRoutes } from '#app/modules.ts';
import { testPortal, type TestPortal } from '#app/testing.ts';
import { scriptedBilling } from '#modules/plans/server/billing.fixtures.ts';
import { createWeakness, saveMessage, starterMessages } from '#modules/concierge/server/public.ts';
import { plainToRich } from '#platform/richText.ts';
import { newCode } from '#modules/training/server/certificates.ts';
import { courses } from '#modules/training/server/courses.ts';
import { makePackage } from '#modules/training/server/packages/packages.fixtures.ts';
import { noteProgress } from '#modules/training/server/progress.ts';
import type { Endpoint } from '#platform/endpoint.ts';
import type { Scanner } from '#providers/scanner/port.ts';
import { bodies, schedule, type Ids } from './callBodies.ts';

type Call = Endpoint & { name: string };
const calls: Call[] = Object.values(moduleRoutes).flatMap(({ contract }) =>
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
async function certificateOf(portal: TestPortal, owner: { orgId: string }, memberId: string): Promise<string> {
  const [course] = courses().values();
  const progress = { memberId, course: course!, status: 'finished', percent: 100, score: 100, attempts: 1 } as const;
  return portal.base.forOrg(owner.orgId).inOrg(async (db) => {
    await noteProgress(db, portal.clock.now(), progress);
    return (await db.selectFrom('training_certificate').select('code').executeTakeFirstOrThrow()).code;
  });
}

async function openWorld() {
  const billing = scriptedBilling(() => portal.clock.now());
  const portal: TestPortal = await testPortal({ scanner, billing, env: { PUBLIC_URL: 'http://localhost:4000' } });
  const owner = await portal.member('owner@acme-widgets.com', 'Acme Widgets Inc.');
  const other = await portal.member('mallory@elsewhere-tools.com', 'Elsewhere Tools');
  await portal.base.providers.files.put(`organizations/${owner.orgId}/plan.pdf`, Buffer.from('%PDF'), 'application/pdf');
  const made = await owner.post('/monitoring/webapps/createTarget', {
    targetName: 'Shop',
    targetUrl: 'shop.acme-widgets.com',
    protocol: 'https://',
    scanProfile: 'lightning',
    urlConfirmed: true,
  });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  const { targetId } = made.body as { targetId: string };
  const scheduled = await owner.post('/monitoring/webapps/scheduleScan', { ...schedule, targetId });
  expect(scheduled.status, JSON.stringify(scheduled.body)).toBe(200);
  const begun = await owner.post('/monitoring/webapps/startScan', { targetId });
  expect(begun.status, JSON.stringify(begun.body)).toBe(200);
  expect((await owner.post('/accounts/invite_user', { email: 'bo@acme-widgets.com' })).status).toBe(200);
  const invites = await owner.get('/profile/getUserInviteList');
  const checkout = await owner.post('/plans/checkout', { planId: 'plus' });
  const pageId = checkout.body.data.page.id as string;
  billing.pay(pageId);
  expect((await owner.post('/plans/checkoutDone', { hostedPageId: pageId })).status).toBe(200);
  const bills = await owner.get('/plans/billing');
  await portal.runJobs();
  const policy = await owner.post('/policy/policySave', { policy: { custom: true, name: 'Keys', customPolicy: '<p>Keys stay here.</p>' } });
  expect(policy.status, JSON.stringify(policy.body)).toBe(200);
  expect((await owner.post('/policy/policySave', { policy: { id: 'passwords' } })).status).toBe(200);
  const held = { id: policy.body.data.id, etag: policy.body.data.etag, status: 'Active' };
  expect((await owner.post('/policy/policySave', { policy: held })).status).toBe(200);
  expect((await owner.post('/policy/addSigners', { people: [{ name: 'Cy Ode', email: 'cy@acme-widgets.com' }] })).status).toBe(200);
  const trainee = { firstName: 'Cy', lastName: 'Ode', email: 'cy@acme-widgets.com' };
  expect((await owner.post('/training/saveTrainees', { trainees: [trainee] })).status).toBe(200);
  const brought = await owner.upload('/training/importPackage', 'course.zip', makePackage());
  expect(brought.status, JSON.stringify(brought.body)).toBe(200);
  const pack = await owner.post('/evidence/makePack', { audience: 'customer' });
  expect(pack.status, JSON.stringify(pack.body)).toBe(200);
  const team = await owner.get('/policy/signers');
  const { memberId } = team.body.data.people[0] as { memberId: string };
  const letter = await saveMessage(portal.base, expert, {
    conciergeMessageId: null,
    version: 0,
    status: 'published',
    draft: {
      ...starterMessages()[0]!.draft,
      audience: { kind: 'organization', values: [owner.orgId], brandId: null },
    },
  });
  const weaknessDraft = {
    title: 'An open door',
    severity: 'High',
    asset: 'acme-widgets.com',
    evidence: '',
    body: plainToRich('Close it.'),
  } as const;
  const weaknessId = await createWeakness(portal.base, expert, owner.orgId, weaknessDraft);
  const asked = await owner.post('/cyberconcierge/ask', { text: 'What is this?' });
  expect(asked.status, JSON.stringify(asked.body)).toBe(200);
  const ids: Ids = {
    conciergeMessageId: letter.conciergeMessageId,
    weaknessId,
    threadId: asked.body.threadId,
    policyId: policy.body.data.id,
    policyTemplate: 'passwords',
    memberId,
    certificate: await certificateOf(portal, owner, memberId),
    packageId: brought.body.data.id,
    evidencePackId: pack.body.data.id,
    pageId,
    invoiceId: bills.body.data.invoices[0].id,
    targetId,
    scanId: begun.body.scan.scanId,
    scheduleId: scheduled.body.schedule.scheduledScanId,
    cognitoId: owner.cognitoId,
    orgId: owner.orgId,
    inviteId: invites.body.data[0].linkId,
  };
  return { portal, owner, other, ids };
}

/** The address of a call: parameters of its path filled in; of a GET the rest of the body as query. */
const addressOf = (call: Call, body: Record<string, unknown> = {}) => {
  const path = call.path.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(String(body[name] ?? 'x')));
  const rest = Object.entries(body).filter(([name]) => call.method === 'GET' && !call.path.includes(`:${name}`));
  return rest.length > 0 ? `${path}?${new URLSearchParams(rest as [string, string][])}` : path;
};
type Person = Awaited<ReturnType<TestPortal['member']>>;
const make = (person: Person, call: Call, body: Record<string, unknown>) =>
  call.method === 'GET' ? person.get(addressOf(call, body)) : person.post(addressOf(call, body), body);

const inOrganization = calls.filter((call) => call.access === 'org');

test('every call inside an organisation is in the table of bodies', () => {
  expect(inOrganization.length).toBeGreaterThan(15);
  expect(inOrganization.map((call) => call.name).filter((name) => !(name in bodies))).toEqual([]);
});

test("another organisation's ids are answered exactly like ids of nothing, and change nothing", async () => {
  const { owner, other, ids } = await openWorld();
  const nowhere: Ids = {
    pageId: randomUUID(),
    invoiceId: randomUUID(),
    targetId: randomUUID(),
    scanId: randomUUID(),
    scheduleId: randomUUID(),
    cognitoId: randomUUID(),
    orgId: randomUUID(),
    inviteId: randomUUID(),
    policyId: randomUUID(),
    policyTemplate: randomUUID(),
    memberId: randomUUID(),
    certificate: newCode(),
    packageId: randomUUID(),
    evidencePackId: randomUUID(),
    conciergeMessageId: randomUUID(),
    weaknessId: randomUUID(),
    threadId: randomUUID(),
  };
  const before = await owner.post('/monitoring/webapps/loadTargetList');
  for (const call of inOrganization) {
    const bodyOf = bodies[call.name];
    if (typeof bodyOf !== 'function') continue;
    const theirs = await make(other, call, bodyOf(ids) as Record<string, unknown>);
    const missing = await make(other, call, bodyOf(nowhere) as Record<string, unknown>);
    expect(theirs.status, `${call.name} ${JSON.stringify(theirs.body)}`).toBeGreaterThanOrEqual(400);
    expect(theirs.status, call.name).not.toBe(400);
    expect({ status: theirs.status, code: theirs.body.error.code }, call.name).toEqual({
      status: missing.status,
      code: missing.body.error.code,
    });
  }
  expect((await owner.post('/monitoring/webapps/loadTargetList')).body).toEqual(before.body);
});

test('the same bodies serve their own organisation', async () => {
  const { owner, ids } = await openWorld();
  // nobody removes themself, or resets their own second factor
  const destructive = [
    'deleteTarget',
    'cancelScan',
    'startScan',
    'removeUser',
    'resetSecondFactor',
    'policyDelete',
    'removeSigner',
    'deleteTrainee',
    'removePackage',
  ];
  for (const call of inOrganization) {
    const bodyOf = bodies[call.name];
    if (typeof bodyOf !== 'function' || destructive.includes(call.name)) continue;
    const answer = await make(owner, call, bodyOf(ids) as Record<string, unknown>);
    expect(answer.status, `${call.name} ${JSON.stringify(answer.body)}`).toBe(200);
  }
});

test('nobody who is not signed in gets past a call that asks for it', async () => {
  const portal = await testPortal();
  const visitor = portal.browser();
  for (const call of calls.filter((one) => one.access !== 'public')) {
    const answer = call.method === 'GET' ? await visitor.get(addressOf(call)) : await visitor.post(call.path, {});
    expect({ name: call.name, status: answer.status, code: answer.body.error?.code }).toEqual({
      name: call.name,
      status: 401,
      code: 'unauthenticated',
    });
  }
});

test('no POST is carried out without the anti-forgery token, or with one of another session', async () => {
  const portal = await testPortal();
  const person = await portal.signIn('ada@acme-widgets.com');
  const stranger = await portal.signIn('bob@acme-widgets.com');
  const foreign = (await stranger.send('GET', '/api/getCSRFToken')).json<{ CSRFToken: string }>().CSRFToken;
  for (const call of calls.filter((one) => one.method === 'POST' && !one.machine)) {
    for (const headers of [{}, { 'x-csrf-token': 'nonsense' }, { 'x-csrf-token': foreign }] as Record<string, string>[]) {
      const answer = await person.send('POST', `/api${call.path}`, {}, headers);
      expect({ name: call.name, status: answer.statusCode, code: answer.json().error?.code }).toEqual({
        name: call.name,
        status: 403,
        code: 'csrf',
      });
    }
  }
});

test('every public call is limited, and a limit answers 429 with how long to wait', async () => {
  const open = calls.filter((call) => call.access === 'public');
  expect(open.filter((call) => !call.rate).map((call) => call.name)).toEqual([]);
  const portal = await testPortal();
  const visitor = portal.browser();
  const logger = open.find((call) => call.name === 'logger')!;
  let last = 200;
  for (let i = 0; i <= logger.rate!.max && last !== 429; i++)
    last = (await visitor.post(logger.path, { level: 'error', message: `m${i}` })).status;
  expect(last).toBe(429);
  expect((await visitor.post(logger.path, { level: 'error', message: 'x' })).headers['retry-after']).toMatch(/^\d+$/);
  expect((await portal.browser({ ip: '203.0.113.99' }).post(logger.path, { level: 'error', message: 'x' })).status).toBe(200);
});

test('every call is described in the API documentation, and calls of the specification have their paths', async () => {
  const portal = await testPortal();
  const described = (await portal.app.inject('/api/docs/json')).json<{ paths: Record<string, Record<string, unknown>> }>();
  const missing = calls.filter((call) => !described.paths[`/api${call.path.replace(/:(\w+)/g, '{$1}')}`]?.[call.method.toLowerCase()]);
  expect(missing.map((call) => call.name)).toEqual([]);
  expect(Object.keys(described.paths)).toContain('/api/monitoring/webapps/getScanReport/{targetId};{a};{b};{c}');
});
