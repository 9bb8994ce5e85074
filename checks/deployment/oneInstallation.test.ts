import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openTestDatabase, temporaryFolder } from '#app/testing/portal.ts';
import { openLog } from '#platform/server/log/log.ts';
import { openChangeMemory } from '#platform/server/memory/memory.ts';
import { listMigrations, migrate } from '#platform/server/database/migrations.ts';
import { openNotices, type Notices } from '#platform/server/memory/notices.ts';
import { forgetFolder, isFolderOfInstallation } from '#providers/files/embedded/folderMark.store.ts';
import { asSuperuser } from '../servers/logins.ts';

const socket = inject('postgres');

/** A server program on a database of its own. */
function startServer(database: string, env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['src/app/server.ts'], {
    env: {
      ...process.env,
      NODE_ENV: 'test',
      PORT: '0',
      LOG_LEVEL: 'info',
      DATA_DIR: temporaryFolder('installation'),
      DATABASE_URL: `postgres://postgres@${encodeURIComponent(socket.host)}:${socket.port}/${database}`,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (said += text.toString()));
  return { ended: once(child, 'exit').then(([code]) => code as number), said: () => said };
}

test(
  'a program refuses a database that a newer version brought up to date, unless it is told to go back',
  { timeout: 60_000 },
  async () => {
    const { connections } = await openTestDatabase();
    const { database } = connections.app as { database: string };
    await asSuperuser(
      socket,
      `insert into schema_migration (name, hash) values ('9999_from_the_future.sql', 'x')`,
      database,
    );
    const refused = startServer(database);
    expect(await refused.ended).toBe(1);
    expect(refused.said()).toBe(
      'The database was brought up to date by a newer version (9999_from_the_future.sql): start that version. To go back to this one, read "Going back" in docs/operating.md first.\n',
    );
    const allowed = startServer(database, { ALLOW_NEWER_DATABASE: 'true' });
    await expect.poll(allowed.said, { timeout: 50_000, interval: 100 }).toContain('server ready');
  },
);

test(
  'a migration of a table in use lets everybody else pass, and is applied once the table is free',
  { timeout: 30_000 },
  async () => {
    const { connections } = await openTestDatabase();
    const open = async () => {
      const client = new pg.Client(connections.owner);
      await client.connect();
      onTestFinished(() => client.end());
      return client;
    };
    const [holder, reader] = [await open(), await open()];
    await holder.query('create table in_use (n int)');
    await holder.query('begin; select * from in_use');
    const migrating = migrate(connections.owner, undefined, [
      ...listMigrations(),
      { name: '9998_widen.sql', text: 'alter table in_use add column m int', hash: 'x' },
    ]);
    const isWaiting = async () =>
      (
        await reader.query(
          `select 1 from pg_locks where relation = 'in_use'::regclass and mode = 'AccessExclusiveLock' and not granted`,
        )
      ).rows.length;
    await expect.poll(isWaiting, { timeout: 10_000 }).toBe(1);
    // whoever comes now stands behind the migration, and not for long
    await reader.query('set statement_timeout = 8000');
    await reader.query('select * from in_use');
    await holder.query('commit');
    expect(await migrating).toEqual(['9998_widen.sql']);
  },
);

test('what one program changes, it tells the others; where the notice is lost, they ask again within a second', async () => {
  const { connections } = await openTestDatabase();
  const log = openLog('test', 'silent');
  const notices = openNotices(connections.app, log);
  onTestFinished(notices.close);
  const open = (options?: { notices: Notices }) => {
    const memory = openChangeMemory(connections.app, log, options);
    onTestFinished(memory.close);
    return memory;
  };
  const [telling, deaf] = [open({ notices }), open()];
  const listener = new pg.Client(connections.app);
  await listener.connect();
  onTestFinished(() => listener.end());
  const heard: string[] = [];
  listener.on('notification', ({ payload }) => heard.push(payload ?? ''));
  await listener.query('listen organization');
  telling.forget('organization', 'a');
  await expect.poll(() => heard).toEqual(['a']);

  let now = 1;
  const seen = () => deaf.remember('organization', 'b', 'plan', async () => now);
  // as soon as it hears notices, it remembers
  await expect.poll(async () => (now++, (await seen()) < now), { timeout: 10_000, interval: 5 }).toBe(true);
  now++;
  await expect.poll(seen, { timeout: 5000 }).toBe(now);
});

test('files lie in one folder: the first program names its own, and another one is known to be another', async () => {
  const { database, connections } = await openTestDatabase();
  const [first, second] = [temporaryFolder('files'), temporaryFolder('files')];
  expect(await isFolderOfInstallation(database.global, first)).toBe(true);
  expect(await isFolderOfInstallation(database.global, second)).toBe(false);
  expect(await isFolderOfInstallation(database.global, first)).toBe(true);
  await forgetFolder(connections.owner);
  expect(await isFolderOfInstallation(database.global, second)).toBe(true);
  expect(await isFolderOfInstallation(database.global, first)).toBe(false);
});

test('no table is emptied by a crash of the database server', async () => {
  const { database } = await openTestDatabase();
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'pgboss') and c.relpersistence <> 'p'`.execute(database.global);
  expect(rows).toEqual([]);
});
