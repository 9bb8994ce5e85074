import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '#app/testing/portal.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './supervisor.ts';

async function connect({ connection }: EmbeddedPostgres) {
  const client = new pg.Client({ ...connection, user: 'postgres', database: 'postgres' });
  client.on('error', () => {});
  await client.connect();
  return client;
}

const rows = async (server: EmbeddedPostgres): Promise<number> => {
  const client = await connect(server);
  const { rows: counted } = await client.query<{ n: number }>('select count(*)::int as n from kept');
  await client.end();
  return counted[0]!.n;
};

test('a killed server is started again at once, however many connections it had, and has every row that it acknowledged', async () => {
  const dataDir = temporaryFolder('postgres');
  let kept = 0;
  let server = await startEmbeddedPostgres(dataDir);
  onTestFinished(() => server.stop());
  await (await connect(server)).query('create table kept (n int)');
  for (let kill = 0; kill < 3; kill++) {
    const clients = await Promise.all(Array.from({ length: 8 }, () => connect(server)));
    for (const client of clients) {
      await client.query('insert into kept values (1)');
      kept++;
    }
    process.kill(server.pid, 'SIGKILL');
    server = await startEmbeddedPostgres(dataDir);
    expect(await rows(server)).toBe(kept);
  }
});

test('lock files of a dead server whose process id was reused are no obstacle', async () => {
  const dataDir = temporaryFolder('postgres');
  const first = await startEmbeddedPostgres(dataDir);
  const pidFile = path.join(dataDir, 'postgres/postmaster.pid');
  const lockFile = path.join(first.connection.host, `.s.PGSQL.${first.connection.port}.lock`);
  const renamed = (file: string) => readFileSync(file, 'utf8').replace(/^\d+/, String(process.pid));
  const [staleOwner, staleLock] = [renamed(pidFile), renamed(lockFile)];
  await first.stop();
  while (existsSync(pidFile)) await pause(20);
  writeFileSync(pidFile, staleOwner);
  writeFileSync(lockFile, staleLock);
  const second = await startEmbeddedPostgres(dataDir);
  onTestFinished(() => second.stop());
  await (await connect(second)).end();
});

test('a healthy server that a killed program left behind is taken over', async () => {
  const dataDir = temporaryFolder('postgres');
  const first = await startEmbeddedPostgres(dataDir);
  onTestFinished(() => first.stop());
  const second = await startEmbeddedPostgres(dataDir);
  expect(second.pid).toBe(first.pid);
});
