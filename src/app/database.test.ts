import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { sql } from 'kysely';
import { openTestDatabase } from './testing.ts';

const organization = (orgId: string) => ({
  org_id: orgId,
  company_name: 'Acme',
  number_of_employees: '0-10',
  industry: 'IT',
  channel_id: 'default',
  plan_id: 'free',
  subscription_status: 'ACTIVE',
  sign_up_date: new Date(),
  created_at: new Date(),
  updated_at: new Date(),
});

test('an organisation sees its own rows and no others', async () => {
  const { database } = await openTestDatabase();
  const [a, b] = [randomUUID(), randomUUID()];
  await database.inOrg(a, (db) => db.insertInto('organization').values(organization(a)).execute());
  await database.inOrg(b, (db) => db.insertInto('organization').values(organization(b)).execute());
  const seen = await database.inOrg(a, (db) => db.selectFrom('organization').select('org_id').execute());
  expect(seen).toEqual([{ org_id: a }]);
  expect(await database.global.selectFrom('organization').selectAll().execute()).toEqual([]);
});

test('a row of another organisation cannot be written', async () => {
  const { database } = await openTestDatabase();
  const [a, b] = [randomUUID(), randomUUID()];
  await expect(database.inOrg(a, (db) => db.insertInto('organization').values(organization(b)).execute())).rejects.toThrow(
    /row-level security/,
  );
});

test('the application role owns no table', async () => {
  const { database } = await openTestDatabase();
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from pg_tables where schemaname = 'public' and tableowner = current_user`.execute(database.global);
  expect(rows).toEqual([{ n: 0 }]);
});
