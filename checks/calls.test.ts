import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { testPortal } from '#app/testing/portal.ts';
import { newCode } from '#platform/server/secrets/checkCode.ts';
import { bodies, type Ids } from './callBodies.ts';
import { addressOf, calls, openWorld, type Call, type Person } from './world.ts';

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
    exportId: randomUUID(),
    issueLinkId: randomUUID(),
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
    const answer =
      call.method === 'GET' ? await visitor.get(addressOf(call)) : await visitor.post(call.path, {});
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
    for (const headers of [{}, { 'x-csrf-token': 'nonsense' }, { 'x-csrf-token': foreign }] as Record<
      string,
      string
    >[]) {
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
  expect((await visitor.post(logger.path, { level: 'error', message: 'x' })).headers['retry-after']).toMatch(
    /^\d+$/,
  );
  expect(
    (await portal.browser({ ip: '203.0.113.99' }).post(logger.path, { level: 'error', message: 'x' })).status,
  ).toBe(200);
});

test('every call is described in the API documentation, and calls of the specification have their paths', async () => {
  const portal = await testPortal();
  const described = (await portal.app.inject('/api/docs/json')).json<{
    paths: Record<string, Record<string, unknown>>;
  }>();
  const missing = calls.filter(
    (call) => !described.paths[`/api${call.path.replace(/:(\w+)/g, '{$1}')}`]?.[call.method.toLowerCase()],
  );
  expect(missing.map((call) => call.name)).toEqual([]);
  expect(Object.keys(described.paths)).toContain(
    '/api/monitoring/webapps/getScanReport/{targetId};{a};{b};{c}',
  );
});
