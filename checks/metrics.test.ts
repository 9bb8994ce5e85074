import type { InjectOptions } from 'fastify';
import { randomBytes, randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { testPortal } from '#app/testing/portal.ts';
import { workerStatus } from '#app/program/workerStatus.ts';
import { counter, measures } from '#platform/server/log/measures.ts';
import { pulseOf } from '#platform/server/jobs/workerPulse.ts';

const token = 'Zk3vX9qLw7TfB2mHs8RdYc4N';

const read = async (portal: Awaited<ReturnType<typeof testPortal>>, more: InjectOptions = {}) =>
  portal.app.inject({ url: '/metrics', ...more });

test('figures are for this machine alone without a token, and for its bearer alone with one', async () => {
  const portal = await testPortal();
  for (const remoteAddress of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
    expect([remoteAddress, (await read(portal, { remoteAddress })).statusCode]).toEqual([remoteAddress, 200]);
  for (const remoteAddress of ['192.168.1.5', '203.0.113.9', '::ffff:203.0.113.9', 'fe80::1'])
    expect([remoteAddress, (await read(portal, { remoteAddress })).statusCode]).toEqual([remoteAddress, 404]);
  // a proxy on this machine passes strangers on
  for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'])
    expect([header, (await read(portal, { headers: { [header]: '127.0.0.1' } })).statusCode]).toEqual([
      header,
      404,
    ]);
  const guarded = await testPortal({ env: { METRICS_TOKEN: token } });
  const given = [undefined, `Bearer ${token}`, token, 'Bearer ', `Bearer ${token}x`];
  const answers = await Promise.all(
    given.map((authorization) => read(guarded, authorization ? { headers: { authorization } } : {})),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 200, 404, 404, 404]);
  portal.settings.production = true;
  expect((await read(portal)).statusCode).toBe(404);
});

test(
  'five thousand invented addresses, methods and statuses add no series',
  { timeout: 60_000 },
  async () => {
    const portal = await testPortal();
    const methods = [
      'GET',
      'POST',
      'PUT',
      'DELETE',
      'PATCH',
      'OPTIONS',
      'HEAD',
      'PROPFIND',
      'TRACE',
    ] as const;
    const shapes = [
      () => `/${randomBytes(6).toString('hex')}`,
      () => `/api/${randomBytes(4).toString('hex')}/${randomInt(1e6)}`,
      () => `/api/accounts/${encodeURIComponent(randomBytes(5).toString('latin1'))}`,
      () => `/${'%'.repeat(randomInt(3))}${randomBytes(3).toString('hex')}?route="x"`,
      () => `/api/plans/isValidSubscriptionId/${randomBytes(4).toString('hex')}`,
    ];
    const send = (count: number) =>
      Promise.all(
        Array.from({ length: count }, (_, index) =>
          portal.app.inject({
            method: methods[randomInt(methods.length)]! as 'GET',
            url: shapes[index % shapes.length]!(),
            headers: { host: randomInt(4) === 0 ? `${randomBytes(3).toString('hex')}.test` : 'localhost' },
          }),
        ),
      );
    const series = async () =>
      (await read(portal)).body.split('\n').filter((line) => line.startsWith('http_request_seconds_count'));
    for (let round = 0; round < 50; round++) await send(100);
    const after = await series();
    const labels = after.map((line) => /\{(.*)\}/.exec(line)![1]!);
    // what was declared, in classes; one label for all that was invented
    expect(labels.length).toBeLessThan(15);
    expect(labels.every((label) => /^route="(none|\/[\w/:*.-]*)",status="[1-5]xx"$/.test(label))).toBe(true);
    expect(labels.filter((label) => label.includes('"none"')).length).toBeLessThanOrEqual(3);
  },
);

test('a worker shows its figures to the same readers as a server, and its health to everyone', async () => {
  const now = Date.now();
  const pulse = (silentMs: number) => () => pulseOf([], { endedAt: now, answeredAt: now - silentMs }, now);
  const parts = { pulse: pulse(0), isReady: async () => true, registries: [] };
  const status = (settings: { metricsToken: string | undefined; production: boolean }, more = {}) =>
    workerStatus({ ...parts, settings, ...more });
  const bare = status({ metricsToken: undefined, production: false });
  expect((await bare.inject('/metrics')).body).toContain('worker_silent_seconds 0');
  expect((await bare.inject({ url: '/metrics', remoteAddress: '192.168.1.5' })).statusCode).toBe(404);
  expect(
    (await bare.inject({ url: '/metrics', headers: { 'x-forwarded-for': '127.0.0.1' } })).statusCode,
  ).toBe(404);
  expect((await status({ metricsToken: undefined, production: true }).inject('/metrics')).statusCode).toBe(
    404,
  );
  const guarded = status({ metricsToken: token, production: true });
  const given = [undefined, `Bearer ${token}`, `Bearer ${token}x`].map((authorization) =>
    guarded.inject({
      url: '/metrics',
      remoteAddress: '10.0.0.9',
      headers: authorization ? { authorization } : {},
    }),
  );
  expect((await Promise.all(given)).map(({ statusCode }) => statusCode)).toEqual([404, 200, 404]);
  const health = await guarded.inject({ url: '/healthz', remoteAddress: '10.0.0.9' });
  expect([health.statusCode, health.json()]).toEqual([
    200,
    { status: 'ok', loops: { busy: 0, waiting: 0, stuck: 0 } },
  ]);
  const silent = status({ metricsToken: undefined, production: false }, { pulse: pulse(40_000) });
  expect([(await silent.inject('/healthz')).statusCode, (await silent.inject('/readyz')).statusCode]).toEqual(
    [200, 503],
  );
  const away = status(
    { metricsToken: undefined, production: false },
    { isReady: () => Promise.reject(new Error('away')) },
  );
  expect((await away.inject('/readyz')).statusCode).toBe(503);
});

test('a label has the values that are declared, each from the start, and all others count as one', async () => {
  const count = counter('cargo_total', 'For this test', { size: ['small', 'large'] });
  for (let size = 0; size < 1000; size++) count({ size: String(size) });
  count({ size: 'large' });
  const { values } = await measures.getSingleMetric('cargo_total')!.get();
  expect(values.map(({ labels, value }) => [labels.size, value])).toEqual([
    ['small', 0],
    ['large', 1],
    ['other', 1000],
  ]);
});

test('a refusal for too many requests counts under its declared route', async () => {
  const portal = await testPortal();
  const browser = portal.browser();
  const refusals = async () =>
    Number(
      /^rate_limit_refusals_total\{route="\/api\/accounts\/session"\} (\d+)$/m.exec(
        (await read(portal)).body,
      )?.[1] ?? 0,
    );
  const before = await refusals();
  const answers = [];
  for (let call = 0; call < 60; call++)
    answers.push(
      (await browser.post('/accounts/session', { idToken: 'x', accessToken: 'x', refreshToken: 'x' })).status,
    );
  const refused = answers.filter((status) => status === 429).length;
  expect(refused).toBeGreaterThan(10);
  expect((await refusals()) - before).toBe(refused);
});
