import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { sql } from 'kysely';
import { isDatabaseAway, type OrgDb } from '#platform/server/database/database.ts';
import { openTestDatabase } from '../testing/portal.ts';

const organization = (orgId: string) => ({
  orgId,
  companyName: 'Acme',
  numberOfEmployees: '0-10',
  industry: 'IT',
  channelId: 'default',
  planId: 'free',
  subscriptionStatus: 'ACTIVE',
  signUpDate: new Date(),
  createdAt: new Date(),
  updatedAt: new Date(),
});

test('an organisation sees its own rows and no others', async () => {
  const { database } = await openTestDatabase();
  const [a, b] = [randomUUID(), randomUUID()];
  await database.inOrg(a, (db) => db.insertInto('organization').values(organization(a)).execute());
  await database.inOrg(b, (db) => db.insertInto('organization').values(organization(b)).execute());
  const seen = await database.inOrg(a, (db) => db.selectFrom('organization').select('orgId').execute());
  expect(seen).toEqual([{ orgId: a }]);
  expect(await database.global.selectFrom('organization').selectAll().execute()).toEqual([]);
});

test('a row of another organisation cannot be written', async () => {
  const { database } = await openTestDatabase();
  const [a, b] = [randomUUID(), randomUUID()];
  await expect(
    database.inOrg(a, (db) => db.insertInto('organization').values(organization(b)).execute()),
  ).rejects.toThrow(/row-level security/);
});

test('a handle kept after its transaction is dead, also while another organisation has the connection', async () => {
  const { database } = await openTestDatabase();
  const [a, b] = [randomUUID(), randomUUID()];
  await database.inOrg(b, (db) => db.insertInto('organization').values(organization(b)).execute());
  const kept = await database.inOrg(a, async (db) => ({ db }));
  await database.inOrg(b, async () => {
    await expect(kept.db.selectFrom('organization').select('orgId').execute()).rejects.toThrow(/has ended/);
  });
});

test('a connection whose transaction failed serves the next organisation clean', async () => {
  const { database } = await openTestDatabase();
  const [a, b] = [randomUUID(), randomUUID()];
  await database.inOrg(a, (db) => db.insertInto('organization').values(organization(a)).execute());
  const failing = [
    (db: OrgDb) => sql`select 1 / 0`.execute(db),
    (db: OrgDb) => sql`rollback`.execute(db).then(() => Promise.reject(new Error('ended by hand'))),
    (db: OrgDb) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(db),
    // the failure is swallowed, the transaction is not
    (db: OrgDb) => sql`select 1 / 0`.execute(db).catch(() => {}),
    (db: OrgDb) =>
      Promise.all([sql`select pg_sleep(0.05)`.execute(db), Promise.reject(new Error('first of two'))]),
  ];
  for (const work of failing) {
    await expect(database.inOrg(a, work as (db: OrgDb) => Promise<unknown>)).rejects.toThrow();
    const seen = await Promise.all(
      Array.from({ length: 10 }, () =>
        database.inOrg(b, (db) => db.selectFrom('organization').select('orgId').execute()),
      ),
    );
    expect(seen.flat()).toEqual([]);
    expect(await database.global.selectFrom('organization').select('orgId').execute()).toEqual([]);
  }
  expect(await database.inOrg(a, (db) => db.selectFrom('organization').select('orgId').execute())).toEqual([
    { orgId: a },
  ]);
});

test('the application role owns no table', async () => {
  const { database } = await openTestDatabase();
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from pg_tables where schemaname = 'public' and tableowner = current_user`.execute(
    database.global,
  );
  expect(rows).toEqual([{ n: 0 }]);
});

test.each([
  '25006',
  '40001',
  '40P01',
  '57P01',
  '57P02',
  '57P03',
  '08006',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])('an error %s is over in a moment', (code) => {
  expect(isDatabaseAway(Object.assign(new Error('refused'), { code }))).toBe(true);
});
