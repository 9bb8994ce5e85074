import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { jobSpecs } from '#app/modules.ts';
import { openTestDatabase, temporaryFolder, testPortal } from '#app/testing.ts';
import { isPooledByTransaction, RoleError } from '#platform/server/appRole.ts';
import { migrateAll } from '#platform/server/connections.ts';
import { isDatabaseAway, openDatabase, type ConnectionParts } from '#platform/server/database.ts';
import { asSuperuser, makeLogin } from './servers/logins.ts';
import { startPgBouncer } from './servers/pgbouncer.ts';

const socket = inject('postgres');

/** A portal with one organization, and the name of its database. */
async function openPortal() {
  const portal = await testPortal();
  const owner = await portal.member('owner@quillfeather-mills.com', 'Quillfeather Mills');
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(portal.database.global);
  return { portal, owner, database: rows[0]!.name };
}

const addressOf = (user: string, database: string, options = '') =>
  `postgres://${user}@${encodeURIComponent(socket.host)}:${socket.port}/${database}${options && `?options=${encodeURIComponent(options)}`}`;

/** A pool that ends with the test. */
function open(parts: ConnectionParts) {
  const database = openDatabase(parts, 3);
  onTestFinished(database.close);
  return database;
}

const namesSeen = async (database: ReturnType<typeof openDatabase>) =>
  (await database.global.selectFrom('organization').select('company_name').execute()).map((row) => row.company_name);

test.each(['-c statement_timeout=30s', '-c role=postgres', '-c role=none', '-c session_authorization=postgres', '-c row_security=off'])(
  'an address with the options %s does not open other organizations',
  async (options) => {
    const { database } = await openPortal();
    const reached = open({ connectionString: addressOf('postgres', database, options) });
    const { rows } = await sql<{ role: string; timeout: string }>`
      select current_user::text as role, current_setting('statement_timeout') as timeout`.execute(reached.global);
    expect(rows[0]).toEqual({ role: 'portal_app', timeout: options.includes('timeout') ? '30s' : '0' });
    await expect(
      namesSeen(reached).catch((error: Error) => [error.message.replace(/.*row-level security.*/, '')].filter(Boolean)),
    ).resolves.toEqual([]);
  },
);

test('in production a login that may bypass row-level security is refused, whatever role it takes', async () => {
  const { database } = await openPortal();
  const refused = open({ connectionString: addressOf('postgres', database), strict: true });
  await expect(refused.pool.query('select 1')).rejects.toThrow(RoleError);
  const bypassing = await makeLogin(socket, 'bypassrls in role portal_app');
  const strict = open({ connectionString: addressOf(bypassing, database), strict: true });
  await expect(strict.pool.query('select 1')).rejects.toThrow(`The login ${bypassing} of DATABASE_URL may bypass row-level security`);
});

test('a login without the application role is told what to grant', async () => {
  const { database } = await openPortal();
  const stranger = await makeLogin(socket);
  const refused = open({ connectionString: addressOf(stranger, database) });
  await expect(refused.pool.query('select 1')).rejects.toThrow('grant portal_app to the login of DATABASE_URL');
});

test('a login that loses the role while the portal runs gets no further connection, and callers are asked to come again', async () => {
  const { database } = await openPortal();
  const login = await makeLogin(socket, 'in role portal_app');
  const reached = open({ connectionString: addressOf(login, database) });
  const held = await reached.pool.connect();
  await asSuperuser(socket, `revoke portal_app from ${login}`);
  const error: unknown = await reached.pool.query('select 1').catch((failure: unknown) => failure);
  held.release();
  expect(error).toBeInstanceOf(RoleError);
  expect(isDatabaseAway(error)).toBe(true);
});

test(
  'a plain owner can migrate and run the portal, and sees no organization even outside the application role',
  { timeout: 60_000 },
  async () => {
    const owner = await makeLogin(socket, 'createrole');
    const name = `plain_${owner}`;
    await asSuperuser(socket, `create database ${name} owner ${owner}`);
    onTestFinished(async () => void (await asSuperuser(socket, `drop database if exists ${name} with (force)`)));
    // the roles are there already in this cluster: whoever made them gives them to the owner
    await asSuperuser(
      socket,
      `grant portal_app to ${owner} with admin option; grant portal_across to ${owner} with admin true, inherit false`,
    );
    const parts = { connectionString: addressOf(owner, name) };
    await migrateAll(parts, jobSpecs);
    const portal = await testPortal({ connect: async () => ({ ...parts, strict: true }) });
    const member = await portal.member('owner@quillfeather-mills.com', 'Quillfeather Mills');
    const admins = await member.get('/profile/getUserList');
    expect(admins.body.data).toHaveLength(1);
    const asOwner = new pg.Client(parts);
    await asOwner.connect();
    onTestFinished(() => asOwner.end());
    expect((await asOwner.query('select company_name from organization')).rows).toEqual([]);
    const taken = open(parts);
    const { rows } = await taken.pool.query(`select set_config('role', 'none', false)`);
    expect(rows).toHaveLength(1);
    expect(await namesSeen(taken)).toEqual([]);
  },
);

test('behind PgBouncer with session pooling each connection acts as the application role', async () => {
  const { portal, owner, database } = await openPortal();
  const login = await makeLogin(socket, 'in role portal_app');
  const port = await startPgBouncer(socket, 'session', [login, 'postgres']);
  const through = (user: string) =>
    open({ connectionString: `postgres://${user}@127.0.0.1:${port}/${database}?options=-c%20statement_timeout%3D30s` });
  const reached = through(login);
  expect(await isPooledByTransaction(reached.pool)).toBe(false);
  expect(await namesSeen(reached)).toEqual([]);
  const own = await reached.inOrg(owner.orgId, (db) => db.selectFrom('organization').select('company_name').execute());
  expect(own).toEqual([{ company_name: 'Quillfeather Mills' }]);
  expect(portal.settings.production).toBe(false);
  // behind a pooler the next statement could run without the role, so the login itself must be harmless
  await expect(through('postgres').pool.query('select 1')).rejects.toThrow('behind a connection pooler');
});

test('a server behind PgBouncer with transaction pooling does not start, and says why in one sentence', { timeout: 60_000 }, async () => {
  const { connections } = await openTestDatabase();
  const { database } = connections.app as { database: string };
  const login = await makeLogin(socket, 'in role portal_app');
  const port = await startPgBouncer(socket, 'transaction', [login]);
  const child = spawn(process.execPath, ['src/app/server.ts'], {
    env: {
      ...process.env,
      NODE_ENV: 'test',
      PORT: '0',
      DATA_DIR: temporaryFolder('pooled'),
      DATABASE_URL: `postgres://${login}@127.0.0.1:${port}/${database}`,
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stderr.on('data', (text: Buffer) => (said += text.toString()));
  const [code] = (await once(child, 'exit')) as [number];
  expect(said.trim()).toBe(
    'DATABASE_URL leads to a pooler that changes connections between transactions: use session pooling, or the server itself.',
  );
  expect(code).toBe(1);
});
