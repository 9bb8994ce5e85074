import { fastify } from 'fastify';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { temporaryFolder, testClock } from '#app/testing/portal.ts';
import { openMailbox } from './mailbox.ts';
import { registerMailbox } from './viewer.ts';

async function openViewer() {
  const clock = testClock('2026-03-02T17:00:00Z');
  const mailbox = openMailbox({ dataDir: temporaryFolder('mail'), now: clock.now });
  const app = fastify();
  registerMailbox(app, mailbox, { production: false, publicUrl: 'https://portal.example.com' });
  onTestFinished(() => app.close());
  let count = 0;
  const send = async (
    address: string,
    subject: string,
    html = '<html><head></head><body>Hello</body></html>',
    text = 'Hello',
  ) => {
    clock.advance(60);
    await mailbox.send({ idempotencyKey: `m${count++}`, to: { address }, subject, html, text });
    return (await mailbox.list())[0]!.id;
  };
  return { app, send, get: (url: string, host = 'localhost:4000') => app.inject({ url, headers: { host } }) };
}

describe('the mailbox', () => {
  it('lists messages newest first, narrowed by recipient', async () => {
    const { send, get } = await openViewer();
    expect((await get('/mailbox')).body).toContain('No messages yet');
    await send('a@acme.test', 'First');
    await send('b@acme.test', 'Second');
    const { body } = await get('/mailbox');
    expect(body.indexOf('Second')).toBeGreaterThan(0);
    expect(body.indexOf('Second')).toBeLessThan(body.indexOf('First'));
    const narrowed = (await get('/mailbox?to=a%40acme')).body;
    expect(narrowed).toContain('First');
    expect(narrowed).not.toContain('Second');
    expect((await get('/mailbox?to=nobody')).body).toContain('No message to “nobody”');
  });

  it('gives tests the text, the code and the links of each message', async () => {
    const { send, get } = await openViewer();
    await send(
      'a@acme.test',
      'Code',
      '<head></head><a href="https://portal.example.com/verify?a=1&amp;b=123456">go</a>',
      'https://portal.example.com/654321\nYour code is 482915.',
    );
    const { messages } = (await get('/mailbox/messages.json?to=a@acme.test')).json();
    expect(messages).toMatchObject([
      {
        subject: 'Code',
        to: { address: 'a@acme.test' },
        code: '482915',
        links: ['https://portal.example.com/verify?a=1&b=123456'],
      },
    ]);
    expect((await get('/mailbox/messages.json?to=x')).json().messages).toEqual([]);
  });

  it('shows a message, its text and its source', async () => {
    const { send, get } = await openViewer();
    const id = await send('a@acme.test', 'Hi <b>you</b>', undefined, 'Plain <i>words</i>');
    expect((await get(`/mailbox/messages/${id}`)).body).toContain(`src="/mailbox/messages/${id}/body"`);
    expect((await get(`/mailbox/messages/${id}?view=text`)).body).toContain('Plain &lt;i&gt;words&lt;/i&gt;');
    expect((await get(`/mailbox/messages/${id}?view=source`)).body).toContain('MIME-Version: 1.0');
  });
});

describe('what the mailbox keeps out of its pages', () => {
  it('shows nothing of a message as markup of its own page', async () => {
    const { send, get } = await openViewer();
    const attack = '"><script>alert(1)</script>';
    const id = await send('a@acme.test', attack, `<head></head>${attack}`, attack);
    const pages = await Promise.all(
      [
        `/mailbox`,
        `/mailbox/messages/${id}`,
        `/mailbox/messages/${id}?view=text`,
        `/mailbox/messages/${id}?view=source`,
        `/mailbox?to=${encodeURIComponent(attack)}`,
      ].map((url) => get(url)),
    );
    for (const { body } of pages) expect(body).not.toContain('<script>alert');
  });

  it('shuts the message itself into a sandbox without scripts, forms or requests', async () => {
    const { send, get } = await openViewer();
    const id = await send('a@acme.test', 'Hi');
    const { body, headers } = await get(`/mailbox/messages/${id}/body`);
    expect(body).toContain('<base target="_blank">');
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
    );
    expect(headers['referrer-policy']).toBe('no-referrer');
  });

  test.each(['0'.repeat(40), '..%2F..%2Fsecret', 'x'])('has no message %s', async (id) => {
    const { get } = await openViewer();
    expect((await get(`/mailbox/messages/${id}`)).statusCode).toBe(404);
    expect((await get(`/mailbox/messages/${id}/body`)).statusCode).toBe(404);
  });

  test.each([
    ['localhost:4000', 200],
    ['shield.localhost:4000', 200],
    ['127.0.0.1:4000', 200],
    ['[::1]:4000', 200],
    ['portal:4000', 200],
    ['portal.example.com', 200],
    ['rebound.evil.test:4000', 403],
    ['portal.example.com.evil.test', 403],
  ])('at the host %s answers %i', async (host, status) => {
    const { get } = await openViewer();
    const answers = await Promise.all(
      ['/mailbox', '/mailbox/messages.json', '/mailbox/newest.json'].map((url) => get(url, host)),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([status, status, status]);
  });

  it('is never there in production', () => {
    const app = fastify();
    const mailbox = openMailbox({ dataDir: temporaryFolder('mail'), now: testClock().now });
    expect(() =>
      registerMailbox(app, mailbox, { production: true, publicUrl: 'https://portal.example.com' }),
    ).toThrow('never shown in production');
    expect(app.hasRoute({ method: 'GET', url: '/mailbox' })).toBe(false);
  });
});
