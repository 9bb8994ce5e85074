import fastify from 'fastify';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { testPortal } from '#app/testing/portal.ts';
import { endpoint } from '../../endpoint.ts';
import { routes, serve } from './serve.ts';

test('a HEAD request does not run the call', async () => {
  const { app, queued, dropQueued, identity } = await testPortal();
  await identity.handle(
    'SignUp',
    {
      ClientId: identity.clientId,
      Username: 'ada@acme-widgets.com',
      Password: 'Correct-horse-7',
      UserAttributes: [{ Name: 'email', Value: 'ada@acme-widgets.com' }],
    },
    { ip: '203.0.113.7' },
  );
  await dropQueued();
  for (const url of [
    '/api/accounts/inviteLinkLookup?email=ada%40acme-widgets.com',
    '/api/accounts/confirmSignup?username=ada%40acme-widgets.com&code=1',
  ]) {
    expect((await app.inject({ method: 'HEAD', url })).statusCode).toBe(404);
  }
  expect(await queued()).toEqual([]);
});

test.each(['a\u0000b', '\u0000', 'a\ud800b'])(
  'text that the database cannot hold is refused, naming its field: %j',
  async (text) => {
    const { member } = await testPortal();
    const ada = await member();
    for (const [path, body, field] of [
      [
        '/accounts/sendResetPasswordMagicLink',
        { email: 'ada@acme-widgets.com', subscriptionId: text },
        'subscriptionId',
      ],
      ['/accounts/checkResetPasswordMagicLink', { linkId: text }, 'linkId'],
    ] as const) {
      const answer = await ada.post(path, body);
      expect([path, answer.status, answer.body.error?.fields?.[0]?.field]).toEqual([path, 400, field]);
    }
    const answer = await ada.get(`/plans/isValidSubscriptionId/${encodeURIComponent(text.toWellFormed())}`);
    expect(answer.status).toBeLessThan(500);
    // names and reports are cleaned instead
    expect(
      (await ada.post('/accounts/invite_user', { email: 'bo@acme-widgets.com', firstName: text })).status,
    ).toBe(200);
    expect((await ada.post('/utils/logger', { message: text })).status).toBe(200);
  },
);

test.each([
  ['lists', '{"a":', '[', ']', '}'],
  ['objects', '{"a":', '{"a":', '}', '}'],
])(
  'a body of %s nested forty thousand deep is answered like any other',
  async (_what, begin, open, close, end) => {
    const { browser } = await testPortal();
    const depth = 40_000;
    // the one call whose body may hold anything
    const answer = await browser().send(
      'POST',
      '/api/billing/webhook',
      begin + open.repeat(depth) + (open === '[' ? '' : '1') + close.repeat(depth) + end,
      {
        'content-type': 'application/json',
      },
    );
    expect([answer.statusCode, JSON.parse(answer.body).error.code]).toEqual([401, 'not-from-provider']);
  },
);

test('a call that takes a file refuses a large body of another kind from everyone', async () => {
  const { app } = await testPortal();
  const send = (type: string, payload: string) =>
    app.inject({
      method: 'POST',
      url: '/api/training/importPackage',
      headers: { 'content-type': type },
      payload,
    });
  for (const type of ['application/json', 'text/plain']) {
    const answer = await send(type, JSON.stringify('x'.repeat(300_000)));
    expect([type, answer.statusCode, answer.json().error.code]).toEqual([type, 413, 'too-large']);
  }
});

test('the limit of a public call counts one IPv6 customer once, whatever address they choose', async () => {
  const portal = await testPortal();
  const answers = [];
  for (let i = 0; i < 12; i++)
    answers.push(
      await portal
        .browser({ ip: `2001:db8:1:2::${i + 1}` })
        .post('/accounts/sendResetPasswordMagicLink', { email: `p${i}@acme-widgets.com` }),
    );
  expect(answers.map(({ status }) => status).slice(9)).toEqual([200, 429, 429]);
});

/** A GET that changes something: deleting a draft is one. */
const askToDelete = async (headers: Record<string, string>, withToken = false) => {
  const portal = await testPortal();
  const ada = await portal.member();
  expect((await ada.post('/policy/policySave', { policy: { id: 'passwords' } })).status).toBe(200);
  const token: Record<string, string> = withToken
    ? { 'x-csrf-token': (await ada.send('GET', '/api/getCSRFToken')).json<{ CSRFToken: string }>().CSRFToken }
    : {};
  const answer = await ada.send('GET', '/api/policy/policyDelete/passwords;1', undefined, {
    ...headers,
    ...token,
  });
  const left = (await ada.get('/policy/policyList')).body.data.length as number;
  return [answer.statusCode, answer.json().error?.code ?? 'served', left];
};
const chrome = { 'user-agent': 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36' };

test.each(['cross-site', 'same-site', 'none'])(
  'a GET that changes something is refused to a browser that was sent from elsewhere: %s',
  async (site) => {
    expect(await askToDelete({ ...chrome, 'sec-fetch-site': site })).toEqual([403, 'csrf', 1]);
  },
);

test('a call serves a page of the portal itself, and a program', async () => {
  expect(await askToDelete({ ...chrome, 'sec-fetch-site': 'same-origin' })).toEqual([200, 'served', 0]);
  expect(await askToDelete({ 'user-agent': 'curl/8.5.0' })).toEqual([200, 'served', 0]);
  expect(await askToDelete({})).toEqual([200, 'served', 0]);
});

test('a browser that does not say where a request comes from is served only with the anti-forgery token', async () => {
  expect(await askToDelete(chrome)).toEqual([403, 'csrf', 1]);
  expect(await askToDelete(chrome, true)).toEqual([200, 'served', 0]);
});

test('a HEAD request changes nothing', async () => {
  const portal = await testPortal();
  const ada = await portal.member();
  await ada.post('/policy/policySave', { policy: { id: 'passwords' } });
  const cookie = [...ada.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await portal.app.inject({
    method: 'HEAD',
    url: '/api/policy/policyDelete/passwords;1',
    headers: { cookie },
  });
  expect(answer.statusCode).toBe(404);
  expect((await ada.get('/policy/policyList')).body.data).toHaveLength(1);
});

test('a GET that changes something refuses a clicked link, on a page of the portal too', async () => {
  const sameOrigin = { ...chrome, 'sec-fetch-site': 'same-origin' };
  const clicked = { ...sameOrigin, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  expect(await askToDelete(clicked)).toEqual([403, 'csrf', 1]);
  expect(
    await askToDelete({ ...sameOrigin, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }),
  ).toEqual([403, 'csrf', 1]);
  expect(await askToDelete({ ...sameOrigin, 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' })).toEqual([
    200,
    'served',
    0,
  ]);
});

/** A server of one call, which works until it is told to end, for whatever organization the request names. */
function serveWaiting(pace: (orgId: string) => Promise<void> = () => Promise.resolve()) {
  const app = fastify();
  const contract = {
    wait: endpoint({
      method: 'GET',
      path: '/wait',
      summary: '',
      access: 'org',
      body: z.object({}),
      reply: z.object({}),
      refusals: {},
    }),
  };
  const working: string[] = [];
  const ends: (() => void)[] = [];
  const handlers = {
    wait: async ({ orgId }: { orgId: string }) => {
      working.push(orgId);
      await new Promise<void>((end) => ends.push(end));
      return {};
    },
  };
  serve(app, routes(contract, handlers), {
    ctxOf: (request) => {
      const orgId = String(request.headers['x-organization']);
      return Promise.resolve({ session: { orgId, strong: true }, forOrg: () => ({ orgId }) } as never);
    },
    moduleIsActive: () => Promise.resolve(true),
    demandsSecondFactor: () => Promise.resolve(false),
    pace,
  });
  const ask = async (orgId: string) =>
    (await app.inject({ url: '/api/wait', headers: { 'x-organization': orgId } })).statusCode;
  const endAll = () => ends.splice(0).forEach((end) => end());
  return { ask, working, endAll };
}

test('one organization has four calls in work at a time, and no other organization waits for the rest', async () => {
  const { ask, working, endAll } = serveWaiting();
  const flood = Array.from({ length: 110 }, () => ask('flooder'));
  const neighbor = ask('neighbor');
  await expect.poll(() => working).toEqual(['flooder', 'flooder', 'flooder', 'flooder', 'neighbor']);
  const letting = setInterval(endAll, 1);
  const answers = await Promise.all(flood);
  expect([
    await neighbor,
    answers.filter((status) => status === 200).length,
    answers.filter((status) => status === 429).length,
  ]).toEqual([200, 104, 6]);
  clearInterval(letting);
});

test('a call begins when it is the turn of its organization, and no other organization waits for that', async () => {
  let begin = () => {};
  const turn = new Promise<void>((resolve) => (begin = resolve));
  const { ask, working, endAll } = serveWaiting((orgId) => (orgId === 'flooder' ? turn : Promise.resolve()));
  const answers = [ask('flooder'), ask('neighbor')];
  await expect.poll(() => working).toEqual(['neighbor']);
  begin();
  await expect.poll(() => working).toEqual(['neighbor', 'flooder']);
  endAll();
  expect(await Promise.all(answers)).toEqual([200, 200]);
});

test('a network that was refused is refused again for a second without asking the database', async () => {
  const { app, database, clock } = await testPortal();
  const ask = async () =>
    (await app.inject({ url: '/api/accounts/confirmSignup?username=ada%40acme-widgets.com&code=1' }))
      .statusCode;
  const answers: number[] = [];
  for (let n = 0; n < 31; n++) answers.push(await ask());
  expect(answers.map((status, n) => (n < 30 ? 302 : 429) === status)).not.toContain(false);
  await database.global.deleteFrom('rateWindow').execute();
  expect(await ask()).toBe(429);
  clock.advance(1);
  expect(await ask()).toBe(302);
});

test('calls of one organization begin at the pace that the operator has set', async () => {
  const portal = await testPortal({ env: { CALLS_PER_SECOND: '1' } });
  const ada = await portal.member();
  const begun = performance.now();
  for (let n = 0; n < 12; n++) expect((await ada.get('/policy/policyList')).status).toBe(200);
  // ten go at once; a slow machine takes longer anyway
  expect(performance.now() - begun).toBeGreaterThan(1000);
});
