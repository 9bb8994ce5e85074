import PostalMime from 'postal-mime';
import { describe, expect, it, test } from 'vitest';
import { temporaryFolder, testClock } from '#app/testing/portal.ts';
import { openMailbox } from './embedded/mailbox.ts';
import { envelopeOf, readSender } from './envelope.ts';
import { MailError, type Mailer } from './port.ts';
import { from, message, openServer, refusalOf, smtpTo } from './testing/mailServer.ts';

type Opened = { mailer: Mailer; delivered: () => Promise<Buffer[]> };
const implementations: [string, () => Promise<Opened>][] = [
  [
    'embedded mailbox',
    async () => {
      const mailbox = openMailbox({ dataDir: temporaryFolder('mail'), now: testClock().now, from });
      return {
        mailer: mailbox,
        delivered: async () =>
          Promise.all((await mailbox.list()).map(async ({ id }) => (await mailbox.source(id))!)),
      };
    },
  ],
  [
    'SMTP',
    async () => {
      const { port, received } = await openServer();
      return { mailer: smtpTo(port), delivered: async () => received.map(({ raw }) => raw) };
    },
  ],
];

describe.each(implementations)('%s', (_name, open) => {
  it('delivers every part of a message', async () => {
    const { mailer, delivered } = await open();
    await mailer.send(message);
    const [raw, ...others] = await delivered();
    expect(others).toEqual([]);
    const parsed = await PostalMime.parse(raw!);
    expect(parsed.from).toMatchObject({ name: 'Cyber Safety', address: 'portal@mail.example' });
    expect(parsed.to).toMatchObject([{ name: message.to.name, address: 'zoe@acme.test' }]);
    expect(parsed.replyTo).toMatchObject([{ address: 'support@cybersafety.example' }]);
    expect(parsed.subject).toBe(message.subject);
    expect(parsed.html?.trim()).toBe(message.html);
    expect(parsed.text?.trim()).toBe(message.text.trim());
    const header = (name: string) => parsed.headers.find(({ key }) => key === name)?.value;
    expect([header('x-kind'), header('auto-submitted')]).toEqual(['sign-up', 'auto-generated']);
  });

  it('gives a repeated message the same Message-ID and another message another', async () => {
    const [first, again, other] = await Promise.all(
      [message, message, { ...message, idempotencyKey: 'sign-up:2' }].map(async (each) => {
        const { mailer, delivered } = await open();
        await mailer.send(each);
        return (await PostalMime.parse((await delivered())[0]!)).messageId;
      }),
    );
    expect(first).toMatch(/^<[0-9a-f]{40}@mail\.example>$/);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  it('lets no value bring a header, a recipient or a file along', async () => {
    const { mailer, delivered } = await open();
    await mailer.send({
      ...message,
      to: { name: 'a\r\nBcc: evil@evil.test', address: 'zoe@acme.test' },
      from: { name: 'b\r\nBcc: evil@evil.test' },
      subject: 'c\r\nBcc: evil@evil.test\r\n\r\nbody',
      headers: { 'X-Kind': 'd\r\nBcc: evil@evil.test' },
    });
    const parsed = await PostalMime.parse((await delivered())[0]!);
    expect(parsed.bcc ?? []).toEqual([]);
    expect(parsed.to).toHaveLength(1);
    expect(parsed.subject).toBe('c Bcc: evil@evil.test body');
    expect(parsed.html?.trim()).toBe(message.html);
  });

  test.each([
    'zoe@acme.test, evil@evil.test',
    'zoe@acme.test\r\nRCPT TO:<evil@evil.test>',
    '<zoe@acme.test>',
    'zoe',
    '',
    '"zoe"@acme.test',
  ])('refuses %j as an address for good', async (address) => {
    const { mailer, delivered } = await open();
    const error = await refusalOf(mailer.send({ ...message, to: { address } }));
    expect(error).toBeInstanceOf(MailError);
    expect(error.retry).toBe(false);
    expect(await delivered()).toEqual([]);
  });

  it('refuses a header whose name is not one', async () => {
    const { mailer } = await open();
    expect(
      await refusalOf(mailer.send({ ...message, headers: { 'X: y\r\nBcc': 'evil@evil.test' } })),
    ).toMatchObject({ retry: false });
  });
});

describe('embedded mailbox', () => {
  it('keeps a message once however often and however many at once it is sent', async () => {
    const dataDir = temporaryFolder('mail');
    const { now } = testClock();
    const [one, two] = [openMailbox({ dataDir, now }), openMailbox({ dataDir, now })];
    await Promise.all([one.send(message), two.send(message), one.send(message)]);
    await two.send({ ...message, subject: 'changed since' });
    expect(await one.list()).toHaveLength(1);
    expect((await two.list())[0]).toMatchObject({ subject: message.subject, to: message.to });
  });

  it('lists newest first, by recipient, also what another program kept', async () => {
    const dataDir = temporaryFolder('mail');
    const clock = testClock('2026-03-02T17:00:00Z');
    const writer = openMailbox({ dataDir, now: clock.now });
    const reader = openMailbox({ dataDir, now: clock.now });
    expect(await reader.list()).toEqual([]);
    for (const [i, address] of ['a@acme.test', 'b@acme.test', 'a@other.test'].entries()) {
      clock.advance(60);
      await writer.send({ ...message, idempotencyKey: `m${i}`, to: { address } });
    }
    expect((await reader.list()).map(({ to, at }) => [to.address, at])).toEqual([
      ['a@other.test', '2026-03-02T17:03:00.000Z'],
      ['b@acme.test', '2026-03-02T17:02:00.000Z'],
      ['a@acme.test', '2026-03-02T17:01:00.000Z'],
    ]);
    expect((await reader.list({ to: ' A@' })).map(({ to }) => to.address)).toEqual([
      'a@other.test',
      'a@acme.test',
    ]);
  });

  test.each(['../secret', '..%2fsecret', 'x', ''])('reads nothing for the id %j', async (id) => {
    const mailbox = openMailbox({ dataDir: temporaryFolder('mail'), now: testClock().now });
    expect(await mailbox.read(id)).toBeNull();
    expect(await mailbox.source(id)).toBeNull();
  });
});

it('reads a sender with and without a name', () => {
  expect(readSender('Portal <portal@mail.example>')).toEqual({
    name: 'Portal',
    address: 'portal@mail.example',
  });
  expect(readSender('portal@mail.example')).toEqual({ name: '', address: 'portal@mail.example' });
  expect(
    envelopeOf({ ...message, from: undefined }, readSender('Portal <portal@mail.example>')).from,
  ).toEqual({
    name: 'Portal',
    address: 'portal@mail.example',
  });
});
