import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { testPortal } from '#app/testing/portal.ts';
import { readSettings } from '#platform/server/settings/settings.ts';
import { startHaProxy } from '../servers/haproxy.ts';

/** A portal that listens, and what its rate windows say about who asked. */
async function listeningPortal(trust: string) {
  const portal = await testPortal({ env: { TRUST_PROXY: trust } });
  await portal.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = portal.app.server.address() as AddressInfo;
  const callers = async () =>
    (await portal.database.global.selectFrom('rateWindow').select('key').execute()).map((row) =>
      row.key.replace(/^\w+:/, ''),
    );
  return { portal, port, callers };
}

const ask = async (port: number, from?: string) => {
  const answer = await fetch(`http://127.0.0.1:${port}/api/plans/isValidSubscriptionId/none`, {
    headers: from ? { 'x-forwarded-for': from } : {},
  });
  await answer.arrayBuffer();
};

test.each(['1', 'loopback', '127.0.0.0/8', '127.0.0.1, ::1'])(
  'TRUST_PROXY=%s believes the proxy in front and not what its client says of itself',
  async (trust) => {
    const { port, callers } = await listeningPortal(trust);
    const proxy = await startHaProxy(port);
    await ask(proxy, '198.51.100.66');
    // the proxy adds the address of its own client, which here is this machine
    expect(await callers()).toEqual([trust === '1' ? '127.0.0.1' : '198.51.100.66']);
  },
);

test('two proxies that are counted are passed, a third is not', async () => {
  const { port, callers } = await listeningPortal('2');
  const outer = await startHaProxy(await startHaProxy(port));
  await ask(outer, '198.51.100.66');
  expect(await callers()).toEqual(['127.0.0.1']);
  await ask(await startHaProxy(port), '198.51.100.67');
  expect(await callers()).toEqual(['127.0.0.1', '198.51.100.67']);
});

test('customers behind one proxy have addresses of their own', async () => {
  const { port, callers } = await listeningPortal('1');
  // as a proxy of this machine would send them on
  await ask(port, '198.51.100.1');
  await ask(port, '198.51.100.2');
  expect((await callers()).toSorted()).toEqual(['198.51.100.1', '198.51.100.2']);
});

test('a server of the internet that counts proxies does not believe a caller who reaches it directly', async () => {
  const portal = await testPortal({ env: { TRUST_PROXY: '1' } });
  await portal.app.inject({
    url: '/api/plans/isValidSubscriptionId/none',
    remoteAddress: '203.0.113.9',
    headers: { host: 'localhost', 'x-forwarded-for': '198.51.100.66' },
  });
  const { key } = await portal.database.global
    .selectFrom('rateWindow')
    .select('key')
    .executeTakeFirstOrThrow();
  expect(key).toMatch(/:203\.0\.113\.9$/);
});

test('production does not start with every proxy trusted', () => {
  expect(() => readSettings({ NODE_ENV: 'production', TRUST_PROXY: 'true' })).toThrow(
    /^TRUST_PROXY=true lets every caller choose/,
  );
});
