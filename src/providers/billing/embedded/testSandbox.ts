import { fastify, type FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { openSecrets } from '#platform/server/secrets.ts';
import { openTestDatabase, testClock } from '#app/testing.ts';
import { coupons, prices } from '../testGoods.ts';
import { openSandbox, type SandboxParts } from './sandbox.ts';

export type Notice = { id: string; event_type: string; content: Record<string, any> };

/** The sandbox on a real database, with time as the test wants it; notices pile up instead of being taken. */
export async function openTestSandbox(changes: Partial<SandboxParts> = {}) {
  const { database } = await openTestDatabase();
  const clock = testClock();
  const delivered: object[] = [];
  const log: string[] = [];
  const sandbox = openSandbox({
    db: database.global,
    secrets: openSecrets({ secretKey: 'a secret for tests that is long enough', dataDir: '' }),
    now: clock.now,
    log: pino({ level: 'trace' }, { write: (line) => void log.push(line) }),
    publicUrl: 'http://localhost:4000',
    catalog: () => ({ prices, coupons }),
    deliverEvent: async (_db, body) => void delivered.push(body),
    ...changes,
  });
  const app = fastify() as unknown as FastifyInstance;
  await sandbox.register(app);
  onTestFinished(() => app.close());
  const notices = () => delivered.map((body) => ({ authorization: sandbox.noticeAuthorization ?? '', body }));
  return { billing: sandbox, app, clock, database, delivered: delivered as Notice[], notices, log };
}
export type TestSandbox = Awaited<ReturnType<typeof openTestSandbox>>;
