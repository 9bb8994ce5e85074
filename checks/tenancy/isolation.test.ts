import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { jobSpecs } from '#app/program/jobs.ts';
import { openTestDatabase, temporaryFolder, testPortal } from '#app/testing/portal.ts';
import { RoleError } from '#platform/server/database/appRole.ts';
import { migrateAll } from '#platform/server/database/connections.ts';
import { isDatabaseAway, openDatabase, type ConnectionParts } from '#platform/server/database/database.ts';
import { asSuperuser, makeLogin, makePooledLogin } from '../servers/logins.ts';
import { startPgBouncer } from '../servers/pgbouncer.ts';

const socket = inject('postgres');

/** A portal with one organization, and the name of its database. */
async function openPortal() {
  const portal = await testPortal();
  const owner = await portal.member('owner@quillfeather-mills.com', 'Quillfeather Mills');
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(
    portal.database.global,
  );
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
  (await database.global.selectFrom('organization').select('companyName').execute()).map(
    (row) => row.companyName,
  );

test.each([
  '-c statement_timeout=30s',
  '-c role=postgres',
  '-c role=none',
  '-c session_authorization=postgres',
  '-c row_security=off',
])('an address with the options %s does not open other organizations', async (options) => {
  const { database } = await openPortal();
  const reached = open({ connectionString: addressOf('postgres', database, options) });
  const { rows } = await sql<{ role: string; timeout: string }>`
      select current_user::text as role, current_setting('statement_timeout') as timeout`.execute(
    reached.global,
  );
  expect(rows[0]).toEqual({ role: 'portal_app', timeout: '15s' });
  await expect(
    namesSeen(reached).catch((error: Error) =>
      [error.message.replace(/.*row-level security.*/, '')].filter(Boolean),
    ),
  ).resolves.toEqual([]);
});

test('in production a login that may bypass row-level security is refused, whatever role it takes', async () => {
  const { database } = await openPortal();
  const refused = open({ connectionString: addressOf('postgres', database), strict: true });
  await expect(refused.pool.query('select 1')).rejects.toThrow(RoleError);
  const bypassing = await makeLogin(socket, 'bypassrls in role portal_app');
  const strict = open({ connectionString: addressOf(bypassing, database), strict: true });
  await expect(strict.pool.query('select 1')).rejects.toThrow(
    `The login ${bypassing} of DATABASE_URL may bypass row-level security`,
  );
});

test('a login without the application role is told what to grant', async () => {
  const { database } = await openPortal();
  const stranger = await makeLogin(socket);
  const refused = open({ connectionString: addressOf(stranger, database) });
  await expect(refused.pool.query('select 1')).rejects.toThrow(
    'grant portal_app to the login of DATABASE_URL',
  );
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
    onTestFinished(
      async () => void (await asSuperuser(socket, `drop database if exists ${name} with (force)`)),
    );
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

const directNeeded =
  'DATABASE_URL leads to a connection pooler: set DATABASE_DIRECT_URL to the server itself, for listening, the queue and migrations.';

test.each(['session', 'transaction'] as const)(
  'behind PgBouncer with %s pooling, calls of two organizations side by side each see their own rows',
  { timeout: 60_000 },
  async (mode) => {
    const login = await makePooledLogin(socket);
    const port = await startPgBouncer(socket, mode, [login]);
    const portal = await testPortal({
      connect: async ({ app }) => ({
        connectionString: `postgres://${login}@127.0.0.1:${port}/${(app as { database: string }).database}?options=-c%20statement_timeout%3D30s`,
        strict: true,
        pooled: true,
      }),
    });
    const members = [
      await portal.member('owner@quillfeather-mills.com', 'Quillfeather Mills'),
      await portal.member('owner@harbor-lamps.com', 'Harbor Lamps'),
    ];
    await Promise.all(
      Array.from({ length: 60 }, async (_, at) => {
        const member = members[at % 2]!;
        const { status, body } = await member.get('/profile/getUserList');
        expect([status, body.data?.map(({ email }: { email: string }) => email)]).toEqual([
          200,
          [member.email],
        ]);
      }),
    );
    expect(await namesSeen(portal.database)).toEqual([]);
  },
);

test('behind a pooler a login is refused that has to take the role, or that may bypass row-level security', async () => {
  const { database } = await openPortal();
  const [taker, unbound] = [
    await makeLogin(socket, 'in role portal_app'),
    await makeLogin(socket, 'bypassrls in role portal_app'),
  ];
  await asSuperuser(socket, `alter role ${unbound} set role to portal_app`);
  const port = await startPgBouncer(socket, 'transaction', [taker, unbound]);
  const through = (login: string) =>
    open({ connectionString: `postgres://${login}@127.0.0.1:${port}/${database}`, pooled: true }).pool.query(
      'select 1',
    );
  await expect(through(taker)).rejects.toThrow(`run alter role ${taker} set role to portal_app.`);
  await expect(through(unbound)).rejects.toThrow(
    `The login ${unbound} of DATABASE_URL may bypass row-level security`,
  );
});

test.each(['session', 'transaction'] as const)(
  'a server behind PgBouncer with %s pooling starts with the direct address alone, and says so in one sentence',
  { timeout: 90_000 },
  async (mode) => {
    const { connections } = await openTestDatabase();
    const { database } = connections.app as { database: string };
    const login = await makePooledLogin(socket);
    const port = await startPgBouncer(socket, mode, [login]);
    const start = (more: Record<string, string>) => {
      const child = spawn(process.execPath, ['src/app/server.ts'], {
        env: {
          ...process.env,
          NODE_ENV: 'test',
          PORT: '0',
          DATA_DIR: temporaryFolder('pooled'),
          DATABASE_URL: `postgres://${login}@127.0.0.1:${port}/${database}`,
          LOG_LEVEL: 'info',
          ...more,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      onTestFinished(() => void child.kill('SIGKILL'));
      return child;
    };
    const without = start({ LOG_LEVEL: 'silent' });
    let said = '';
    without.stderr.on('data', (text: Buffer) => (said += text.toString()));
    const [code] = (await once(without, 'exit')) as [number];
    expect([code, said.trim()]).toEqual([1, directNeeded]);

    await asSuperuser(socket, `grant portal_app to ${login}`, database);
    const direct = start({ DATABASE_DIRECT_URL: addressOf(login, database) });
    let log = '';
    for (const stream of [direct.stdout, direct.stderr])
      stream.on('data', (text: Buffer) => (log += text.toString()));
    await expect.poll(() => log, { timeout: 60_000, interval: 200 }).toContain('server ready');
    expect(log).not.toContain('no change notices');
  },
);
