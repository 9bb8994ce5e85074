import type { InjectOptions } from 'fastify';
import { randomBytes, randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { testPortal } from '#app/testing.ts';

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
    expect([header, (await read(portal, { headers: { [header]: '127.0.0.1' } })).statusCode]).toEqual([header, 404]);
  const guarded = await testPortal({ env: { METRICS_TOKEN: token } });
  const given = [undefined, `Bearer ${token}`, token, 'Bearer ', `Bearer ${token}x`];
  const answers = await Promise.all(given.map((authorization) => read(guarded, authorization ? { headers: { authorization } } : {})));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 200, 404, 404, 404]);
  portal.settings.production = true;
  expect((await read(portal)).statusCode).toBe(404);
});

test('five thousand invented addresses, methods and statuses add no series', { timeout: 60_000 }, async () => {
  const portal = await testPortal();
  const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'PROPFIND', 'TRACE'] as const;
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
  const series = async () => (await read(portal)).body.split('\n').filter((line) => line.startsWith('http_request_seconds_count'));
  for (let round = 0; round < 50; round++) await send(100);
  const after = await series();
  const labels = after.map((line) => /\{(.*)\}/.exec(line)![1]!);
  // what was declared, in classes; one label for all that was invented
  expect(labels.length).toBeLessThan(15);
  expect(labels.every((label) => /^route="(none|\/[\w/:*.-]*)",status="[1-5]xx"$/.test(label))).toBe(true);
  expect(labels.filter((label) => label.includes('"none"')).length).toBeLessThanOrEqual(3);
});
