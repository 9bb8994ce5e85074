import { describe, expect, it, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { openTestDatabase, temporaryFolder, testClock } from '#app/testing/portal.ts';
import { MailError, type MailMessage } from '#providers/mail/port.ts';
import { migrateAll } from '../database/connections.ts';
import { baseCtx, type BaseCtx } from '../ctx.ts';
import { openQueue, startWorker } from '../jobs/jobs.ts';
import { openLog } from '../log/log.ts';
import type { Providers } from '../providers.ts';
import { openSecrets } from '../secrets/secrets.ts';
import { readSettings } from '../settings/settings.ts';
import { paragraph } from './blocks.ts';
import { composeMail, queueMail, sendMail, sendMailJob, type OutgoingMail } from './outbox.ts';

const mail = (to: OutgoingMail['to'] = { address: 'zoe@acme.test' }, subject = 'Hello'): OutgoingMail =>
  composeMail({
    brand: {
      nameLong: 'Acme Portal',
      nameShort: 'Acme',
      accent: '#0f766e',
      radius: 'rounded',
      supportAddress: 'support@acme.example',
      webAddress: 'https://portal.acme.example',
    },
    to,
    subject,
    preheader: 'Hello',
    heading: 'Hello',
    blocks: [paragraph('secret-word')],
    footerReason: 'you asked for it',
  });

async function openOutbox(send: (message: MailMessage) => Promise<void> = async () => {}) {
  const { database, connections } = await openTestDatabase();
  await migrateAll(connections.owner, [sendMail]);
  const settings = readSettings({ DATA_DIR: temporaryFolder('outbox') });
  const log = openLog('test', 'silent');
  const queue = openQueue(connections.app, log);
  await queue.start();
  onTestFinished(() => queue.close());
  const delivered: MailMessage[] = [];
  const mailer = {
    send: async (message: MailMessage) => {
      await send(message);
      delivered.push(message);
    },
    close: async () => {},
  };
  const ctx = baseCtx({
    now: testClock().now,
    log,
    settings,
    secrets: openSecrets(settings),
    providers: { mail: mailer } as unknown as Providers,
    jobs: queue,
    database,
  });
  const work = async () => {
    const worker = await startWorker<BaseCtx>(connections.app, [sendMailJob], () => ctx, log);
    onTestFinished(() => worker.stop());
  };
  return { ctx, database, delivered, work };
}
const run = { id: 'job-1', attempt: 0, lastAttempt: false, signal: new AbortController().signal };

describe('a queued mail', () => {
  it('is sent if and only if its transaction commits', async () => {
    const { ctx, database, delivered, work } = await openOutbox();
    await database.global.transaction().execute((db) => queueMail(ctx, db, mail(undefined, 'Kept')));
    await expect(
      database.global.transaction().execute(async (db) => {
        await queueMail(ctx, db, mail(undefined, 'Dropped'));
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await work();
    await vi.waitFor(() => expect(delivered.map(({ subject }) => subject)).toEqual(['Kept']), 10_000);
    expect(delivered[0]).toMatchObject({
      to: { address: 'zoe@acme.test' },
      from: { name: 'Acme Portal' },
      replyTo: 'support@acme.example',
    });
    const left = async () =>
      (
        await database.pool.query(
          "select count(*)::int as n from pgboss.job where name = 'send-mail' and state in ('created', 'active', 'retry')",
        )
      ).rows;
    // a job is over a moment after its mail was handed over
    await vi.waitFor(async () => expect(await left()).toEqual([{ n: 0 }]), 10_000);
  });

  it('rests unreadable in the queue', async () => {
    const { ctx, database } = await openOutbox();
    await queueMail(ctx, database.global, mail());
    const { rows } = await database.pool.query(
      "select data::text as data from pgboss.job where name = 'send-mail'",
    );
    expect(rows).toHaveLength(1);
    expect(rows[0].data).toContain('sealed');
    expect(rows[0].data).not.toMatch(/secret-word|zoe@acme|Hello/);
  });

  test.each([
    ['an address with a second one', { address: 'zoe@acme.test, evil@evil.test' }, 'Hello'],
    ['an address with a header', { address: 'zoe@acme.test\r\nBcc: evil@evil.test' }, 'Hello'],
    ['an empty subject', { address: 'zoe@acme.test' }, ' \r\n '],
  ])('with %s is refused before it is queued', async (_case, to, subject) => {
    const enqueue = vi.fn<() => Promise<null>>();
    await expect(
      queueMail(
        { jobs: { enqueue }, secrets: openSecrets({ secretKey: 'x'.repeat(32), dataDir: '' }) },
        null as never,
        mail(to, subject),
      ),
    ).rejects.toBeInstanceOf(z.ZodError);
    expect(enqueue).not.toHaveBeenCalled();
  });
});

describe('sending', () => {
  const sealed = (ctx: BaseCtx, subject = 'Hello') =>
    ctx.secrets.seal(
      'outgoing-mail',
      JSON.stringify(mail({ address: 'zoe@acme.test', name: 'Zoë\r\nBcc: x' }, subject)),
    );

  it('uses the given key, else the id of the job, so that a repetition is the same message', async () => {
    const { ctx, delivered } = await openOutbox();
    await sendMailJob.run(ctx, { sealed: sealed(ctx) }, run);
    await sendMailJob.run(ctx, { sealed: sealed(ctx), key: 'welcome:7' }, run);
    expect(delivered.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['job-1', 'welcome:7']);
  });

  it.each([
    ['the address of the brand', 'portal@acme.example'],
    ['no address where the brand has none, for the sender of the installation', undefined],
  ])('names %s', async (_what, fromAddress) => {
    const { ctx, delivered } = await openOutbox();
    const letter = { ...mail(), ...(fromAddress ? { fromAddress } : {}) };
    await sendMailJob.run(ctx, { sealed: ctx.secrets.seal('outgoing-mail', JSON.stringify(letter)) }, run);
    expect(delivered[0]!.from).toEqual({
      name: 'Acme Portal',
      ...(fromAddress ? { address: fromAddress } : {}),
    });
  });

  it('keeps every header one line', async () => {
    const { ctx, delivered } = await openOutbox();
    await sendMailJob.run(ctx, { sealed: sealed(ctx, 'a\r\nBcc: evil@evil.test') }, run);
    expect(delivered[0]).toMatchObject({ subject: 'a Bcc: evil@evil.test', to: { name: 'Zoë Bcc: x' } });
  });

  it('fails, to be tried again, when the server is away for now', async () => {
    const { ctx } = await openOutbox(async () => {
      throw new MailError('later', true);
    });
    await expect(sendMailJob.run(ctx, { sealed: sealed(ctx) }, run)).rejects.toThrow('later');
  });

  it('gives up at once when the address was refused for good, and when the seal is of another secret', async () => {
    const { ctx, delivered } = await openOutbox(async () => {
      throw new MailError('no such user', false);
    });
    await expect(sendMailJob.run(ctx, { sealed: sealed(ctx) }, run)).resolves.toBeUndefined();
    await expect(sendMailJob.run(ctx, { sealed: 'AAAA' }, run)).resolves.toBeUndefined();
    expect(delivered).toEqual([]);
  });
});
