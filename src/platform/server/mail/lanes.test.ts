import { randomUUID } from 'node:crypto';
import { SMTPServer } from 'smtp-server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openTestDatabase, temporaryFolder, testClock } from '#app/testing/portal.ts';
import { openSmtp } from '#providers/mail/smtp/smtp.ts';
import { migrateAll } from '../database/connections.ts';
import { baseCtx, type BaseCtx } from '../ctx.ts';
import { openQueue, startWorker } from '../jobs/jobs.ts';
import { openLog } from '../log/log.ts';
import type { Providers } from '../providers.ts';
import { openSecrets } from '../secrets/secrets.ts';
import { readSettings } from '../settings/settings.ts';
import { queueMail, sendMail, sendMailJob, sendUrgentMail, sendUrgentMailJob } from './outbox.ts';

/** A real SMTP server that remembers to whom it took mails, in order. */
async function openSmtpServer() {
  const taken: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      taken.push(address);
      done();
    },
    onData: (stream, _session, done) => {
      stream.resume();
      stream.on('end', () => done());
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { taken, port: (server.server.address() as { port: number }).port };
}

const letter = (address: string) => ({
  to: { address },
  fromName: 'Acme Portal',
  replyTo: 'support@acme.example',
  subject: 'Hello',
  html: '<p>Hello</p>',
  text: 'Hello',
});

test('while thousands of mails of one organization wait, a code and the mail of another organization go out among the first', async () => {
  const { database, connections } = await openTestDatabase();
  await migrateAll(connections.owner, [sendMail, sendUrgentMail]);
  const { taken, port } = await openSmtpServer();
  const settings = readSettings({ DATA_DIR: temporaryFolder('lanes') });
  const log = openLog('test', 'silent');
  const queue = openQueue(connections.app, log);
  await queue.start();
  onTestFinished(() => queue.close());
  const mailer = openSmtp({ url: `smtp://127.0.0.1:${port}`, from: 'portal@acme.example' });
  onTestFinished(() => mailer.close());
  const ctx = baseCtx({
    now: testClock().now,
    log,
    settings,
    secrets: openSecrets(settings),
    providers: { mail: mailer } as unknown as Providers,
    jobs: queue,
    database,
  });
  const [flooder, neighbor] = [randomUUID(), randomUUID()];
  const flood = 2_000;
  await database.global.transaction().execute(async (db) => {
    for (let n = 0; n < flood; n++)
      await queueMail({ ...ctx, orgId: flooder }, db, letter(`person${n}@flood.example`));
    await queueMail({ ...ctx, orgId: neighbor }, db, letter('one@neighbor.example'));
    await queueMail(ctx, db, letter('code@neighbor.example'), { urgent: true });
  });
  const worker = await startWorker<BaseCtx>(
    connections.app,
    [sendMailJob, sendUrgentMailJob],
    () => ctx,
    log,
  );
  onTestFinished(() => worker.stop());
  await vi.waitFor(
    () => expect(taken).toEqual(expect.arrayContaining(['code@neighbor.example', 'one@neighbor.example'])),
    20_000,
  );
  // counted in mails and not in seconds, so that it holds on any machine
  expect(taken.indexOf('code@neighbor.example')).toBeLessThan(30);
  expect(taken.indexOf('one@neighbor.example')).toBeLessThan(60);
  // the flood is not held up for it: work is fetched as soon as work is done
  const before = taken.length;
  await vi.waitFor(() => expect(taken.length).toBeGreaterThan(before + 100), 10_000);
});
