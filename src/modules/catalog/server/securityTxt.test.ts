import { expect, test } from 'vitest';
import { testPortal } from '#app/testing/portal.ts';

const address = '/.well-known/security.txt';

/** The fields of a file as RFC 9116 writes them, one a line. */
const fieldsOf = (text: string) =>
  text
    .trimEnd()
    .split('\r\n')
    .map((line) => /^([A-Za-z-]+): (\S.*)$/.exec(line)!.slice(1, 3) as [string, string]);

test('security.txt names the support address of the brand, an end that moves with the clock, and its own address', async () => {
  const { app, clock } = await testPortal({
    start: '2026-03-02T17:00:00Z',
    env: { PUBLIC_URL: 'https://localhost' },
  });
  const ask = async (host: string) => {
    const { statusCode, headers, body } = await app.inject({ url: address, headers: { host } });
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    const fields = fieldsOf(body);
    // RFC 9116, 2.5: Expires and Preferred-Languages appear once at most
    expect(new Set(fields.map(([name]) => name)).size).toBe(fields.length);
    return Object.fromEntries(fields);
  };
  expect(await ask('localhost')).toEqual({
    Contact: 'mailto:support@cybersafety.example',
    Expires: '2026-08-29T00:00:00.000Z',
    'Preferred-Languages': 'en',
    Canonical: `https://localhost${address}`,
  });
  expect(await ask('shield.localhost:4000')).toMatchObject({
    Contact: 'mailto:support@harborline.example',
    Canonical: `https://shield.localhost:4000${address}`,
  });
  clock.advance(86_400);
  expect((await ask('localhost')).Expires).toBe('2026-08-30T00:00:00.000Z');
});

test('a host that only the caller names does not appear in security.txt', async () => {
  const { app } = await testPortal({ env: { PUBLIC_URL: 'https://localhost' } });
  const { statusCode, body } = await app.inject({ url: address, headers: { host: 'evil.example' } });
  expect(statusCode).toBe(421);
  expect(body).not.toContain('evil.example');
});
