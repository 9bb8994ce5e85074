import { sql } from 'kysely';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openTestDatabase, testPortal } from '#app/testing/portal.ts';
import { isDatabaseAway } from '#platform/server/database/database.ts';
import { listMigrations, migrate } from '#platform/server/database/migrations.ts';
import { asSuperuser } from './servers/logins.ts';

const socket = inject('postgres');

/** A portal with two organizations, and the name of its database. */
async function openPortal() {
  const portal = await testPortal();
  const members = [
    await portal.member('owner@quillfeather-mills.com', 'Quillfeather Mills'),
    await portal.member('owner@harbor-lamps.com', 'Harbor Lamps'),
  ] as const;
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(
    portal.database.global,
  );
  return { portal, members, database: rows[0]!.name };
}

/** A transaction of the superuser that stays open. */
async function openTransaction(database: string, text: string) {
  const client = new pg.Client({ ...socket, user: 'postgres', database });
  await client.connect();
  onTestFinished(() => client.end().catch(() => {}));
  await client.query(`begin; ${text}`);
  return { end: () => client.query('rollback') };
}

const readiness = async ({ app }: Awaited<ReturnType<typeof testPortal>>) =>
  (await app.inject({ url: '/readyz' })).statusCode;

test(
  'while one table is locked, the server stays ready, other calls go on, and its own calls are answered 503',
  { timeout: 60_000 },
  async () => {
    const { portal, members, database } = await openPortal();
    const [first, second] = members;
    const lock = await openTransaction(database, 'lock table website in access exclusive mode');
    const held = Promise.all(
      Array.from({ length: 6 }, () => first.post('/monitoring/webapps/loadTargetList')),
    );
    const others: number[] = [];
    const goOn = async () => {
      for (;;) {
        const { status } = await second.get('/profile/getUserList');
        others.push(status, await readiness(portal));
        if (
          await Promise.race([
            held.then(() => true),
            new Promise((resolve) => setTimeout(resolve, 500, false)),
          ])
        )
          return;
      }
    };
    await goOn();
    expect(new Set(others)).toEqual(new Set([200]));
    expect(others.length).toBeGreaterThan(10);
    for (const { status, headers, body } of await held) {
      expect([status, body.error?.code]).toEqual([503, 'unavailable']);
      expect(headers['retry-after']).toBeDefined();
    }
    await lock.end();
    expect((await first.post('/monitoring/webapps/loadTargetList')).status).toBe(200);
  },
);

test(
  'a statement that never ends is given up, and its caller is asked to come again',
  { timeout: 60_000 },
  async () => {
    const { database } = await openTestDatabase();
    const error: unknown = await database.global
      .transaction()
      .execute((db) => sql`select pg_sleep(50)`.execute(db))
      .catch((failure: unknown) => failure);
    expect(error).toMatchObject({ code: '57014' });
    expect(isDatabaseAway(error)).toBe(true);
  },
);

test(
  'a migration that waits behind an idle transaction lets calls pass, and is applied when it ends',
  { timeout: 60_000 },
  async () => {
    const { portal, members, database } = await openPortal();
    const owner = { ...socket, user: 'postgres', database };
    const idle = await openTransaction(database, 'select from idempotency_key');
    let applied: string[] | null = null;
    const wider = {
      name: '9998_wider.sql',
      text: 'alter table idempotency_key add column wider int',
      hash: 'x',
    };
    const migration = migrate(owner, undefined, [...listMigrations(), wider]).then(
      (names) => (applied = names),
    );
    const waits = async () => {
      const [row] = await asSuperuser<{ waits: boolean }>(
        socket,
        `select exists (select from pg_locks where relation = 'idempotency_key'::regclass and not granted) as waits`,
        database,
      );
      return row!.waits;
    };
    await expect.poll(waits, { timeout: 20_000, interval: 20 }).toBe(true);
    // a call that reads the table stands in line behind the migration, and goes on when that gives up
    const read = () =>
      portal.database.inOrg(members[0].orgId, (db) =>
        db.selectFrom('idempotencyKey').select('key').execute(),
      );
    for (let times = 0; times < 3; times++) expect(await read()).toEqual([]);
    expect(applied).toBeNull();
    await idle.end();
    await migration;
    expect(applied).toEqual([wider.name]);
  },
);

test(
  'after a column is added under a running program, no call is answered 500',
  { timeout: 60_000 },
  async () => {
    const { members, database } = await openPortal();
    const calls = () =>
      Promise.all(
        members.flatMap((member) => [
          ...Array.from({ length: 4 }, () => member.post('/monitoring/webapps/loadTargetList')),
          ...Array.from({ length: 4 }, () => member.get('/profile/getUserList')),
          ...Array.from({ length: 4 }, () => member.get('/policy/policyList')),
        ]),
      ).then((answers) => answers.map(({ status }) => status));
    for (let times = 0; times < 2; times++) expect(new Set(await calls())).toEqual(new Set([200]));
    const tables = await asSuperuser<{ name: string }>(
      socket,
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
      database,
    );
    await asSuperuser(
      socket,
      tables.map(({ name }) => `alter table ${name} add column added_later text`).join('; '),
      database,
    );
    const statuses = await calls();
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    // each connection is replaced once
    await expect.poll(async () => new Set(await calls()), { timeout: 10_000 }).toEqual(new Set([200]));
  },
);
