import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, test } from 'vitest';
import type { Database } from '#platform/server/database/database.ts';
import { dropPartitions, ensurePartitions } from '#platform/server/database/partitions.ts';
import { applyRetention } from './retention.ts';
import { openTestDatabase, testPortal } from '../testing/portal.ts';

const dayMs = 86_400_000;
const monthsFromNow = (months: number) => {
  const at = new Date();
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1));
};
/** As names of partitions have it: `2026q4`. */
const quarterOf = (at: Date) => `${at.getUTCFullYear()}q${Math.floor(at.getUTCMonth() / 3) + 1}`;

/** A database with its owner, who may look into partitions by name. */
async function open() {
  const { database, connections } = await openTestDatabase();
  const owner = new pg.Client(connections.owner as pg.ClientConfig);
  await owner.connect();
  const close = () => owner.end();
  return { database, owner, close };
}

const record = (database: Database, orgId: string, at: Date, act = 'tried') =>
  database.inOrg(orgId, (db) =>
    db.insertInto('auditEntry').values({ orgId, at, act, subject: 'test' }).execute(),
  );

const partsOf = async (owner: pg.Client, table: string): Promise<string[]> =>
  (
    await owner.query<{ name: string }>(
      `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = $1::regclass order by 1`,
      [table],
    )
  ).rows.map(({ name }) => name);

const rowsIn = async (owner: pg.Client, part: string): Promise<number> =>
  Number((await owner.query<{ n: string }>(`select count(*) as n from parts.${part}`)).rows[0]!.n);

/** A portal that keeps activity logs for five years, with the owner of its database. */
async function openPortal() {
  let address: pg.ClientConfig = {};
  const portal = await testPortal({
    env: { RETENTION_AUDIT_MONTHS: '60' },
    connect: async (connections) => {
      address = connections.owner as pg.ClientConfig;
      return connections.app;
    },
  });
  const owner = new pg.Client(address);
  await owner.connect();
  return { portal, owner };
}

/** Makes the partition of a quarter long ago, as it would be there had the portal run then. */
const addOld = (owner: pg.Client, table: string, start: string) =>
  owner.query('call add_partition($1, $2)', [table, start]);

test('a row of any time is taken, and partitions of the next quarters are made ahead', async () => {
  const { database, owner, close } = await open();
  const orgId = randomUUID();
  const far = monthsFromNow(11);
  await record(database, orgId, far);
  await record(database, orgId, new Date('1999-05-05T00:00:00Z'));
  expect(await rowsIn(owner, 'audit_entry_rest')).toBe(2);
  const made = await ensurePartitions(database.global, far);
  expect(made).toContain(`audit_entry_${quarterOf(far)}`);
  expect(made).toContain(`scan_finding_${quarterOf(far)}`);
  expect(made).toContain(`rating_snapshot_${quarterOf(far)}`);
  expect(await ensurePartitions(database.global, far)).toEqual([]);
  // what came before its partition has moved there, and can still be read by its organization
  expect(await rowsIn(owner, `audit_entry_${quarterOf(far)}`)).toBe(1);
  expect(await rowsIn(owner, 'audit_entry_rest')).toBe(1);
  const entries = await database.inOrg(orgId, (db) =>
    db.selectFrom('auditEntry').select('at').orderBy('at').execute(),
  );
  expect(entries.map(({ at }) => at)).toEqual([new Date('1999-05-05T00:00:00Z'), far]);
  await close();
});

test('two workers that make partitions at once make each of them once', async () => {
  const { database, owner, close } = await open();
  const far = monthsFromNow(8);
  const made = (await Promise.all([1, 2, 3].map(() => ensurePartitions(database.global, far)))).flat();
  expect(new Set(made).size).toBe(made.length);
  expect(await partsOf(owner, 'audit_entry')).toContain(`audit_entry_${quarterOf(far)}`);
  await close();
});

test('an old quarter of the activity log is dropped whole, and the rest of the log stays', async () => {
  const { database, owner, close } = await open();
  const orgId = randomUUID();
  await addOld(owner, 'audit_entry', '2021-04-01');
  await record(database, orgId, new Date('2021-06-30T23:59:59Z'));
  await record(database, orgId, new Date());
  await record(database, orgId, new Date('2019-01-01T00:00:00Z'));
  expect(await rowsIn(owner, 'audit_entry_2021q2')).toBe(1);
  expect(await dropPartitions(database.global, 'audit_entry', new Date('2019-01-01T00:00:00Z'))).toEqual([]);
  expect(await dropPartitions(database.global, 'audit_entry', new Date('2021-06-30T00:00:00Z'))).toEqual([]);
  // what was never in a partition of its own goes by the row
  expect(await rowsIn(owner, 'audit_entry_rest')).toBe(0);
  expect(await dropPartitions(database.global, 'audit_entry', new Date('2021-07-01T00:00:00Z'))).toEqual([
    'audit_entry_2021q2',
  ]);
  const entries = await database.inOrg(orgId, (db) => db.selectFrom('auditEntry').select('id').execute());
  expect(entries).toHaveLength(1);
  await close();
});

test('retention drops each quarter whose time is over, and tells apart how long each kind is kept', async () => {
  const { portal, owner } = await openPortal();
  for (const table of ['audit_entry', 'rating_snapshot', 'scan_finding'])
    for (const start of ['2020-01-01', '2022-04-01']) await addOld(owner, table, start);
  const { orgId } = await portal.member('ada@acme-widgets.com');
  await record(portal.database, orgId, new Date('2020-02-02T00:00:00Z'));
  await record(portal.database, orgId, new Date('2022-05-05T00:00:00Z'), 'kept');
  await applyRetention(portal.base);
  expect(await partsOf(owner, 'audit_entry')).not.toContain('audit_entry_2020q1');
  expect(await partsOf(owner, 'audit_entry')).toContain('audit_entry_2022q2');
  for (const table of ['rating_snapshot', 'scan_finding'])
    expect((await partsOf(owner, table)).filter((name) => /_202[02]q/.test(name))).toEqual([]);
  const entries = await portal.database.inOrg(orgId, (db) =>
    db.selectFrom('auditEntry').select('act').where('subject', '=', 'test').execute(),
  );
  expect(entries).toEqual([{ act: 'kept' }]);
  await owner.end();
});

test('what is in a quarter that cannot be dropped goes by the row, and the failure is told', async () => {
  const { portal, owner } = await openPortal();
  await addOld(owner, 'audit_entry', '2020-01-01');
  const { orgId } = await portal.member('ada@acme-widgets.com');
  await record(portal.database, orgId, new Date('2020-02-02T00:00:00Z'));
  await owner.query('create view in_use as select org_id from parts.audit_entry_2020q1');
  await expect(applyRetention(portal.base)).rejects.toThrow(
    'Not removed although its time is over: Activity logs of organizations.',
  );
  expect(await partsOf(owner, 'audit_entry')).toContain('audit_entry_2020q1');
  expect(await rowsIn(owner, 'audit_entry_2020q1')).toBe(0);
  await owner.query('drop view in_use');
  await applyRetention(portal.base);
  expect(await partsOf(owner, 'audit_entry')).not.toContain('audit_entry_2020q1');
  await owner.end();
});

test('a program cannot have the log of the last 400 days dropped', async () => {
  const { database, owner, close } = await open();
  const orgId = randomUUID();
  await record(database, orgId, new Date(Date.now() - 300 * dayMs));
  await owner.query('call add_partition($1, $2)', [
    'audit_entry',
    `${monthsFromNow(-9).getUTCFullYear()}-01-01`,
  ]);
  await dropPartitions(database.global, 'audit_entry', new Date('2200-01-01T00:00:00Z'));
  expect(
    await database.inOrg(orgId, (db) => db.selectFrom('auditEntry').select('id').execute()),
  ).toHaveLength(1);
  expect(await partsOf(owner, 'audit_entry')).toContain(`audit_entry_${quarterOf(new Date())}`);
  await close();
});

test('a program cannot have partitions made without end', async () => {
  const { database, owner, close } = await open();
  const before = (await partsOf(owner, 'audit_entry')).length;
  for (const year of [1900, 1950, 2300, 2400, 9000])
    await ensurePartitions(database.global, new Date(Date.UTC(year, 0, 1)));
  // three quarters from a year ago, three from a year ahead
  expect((await partsOf(owner, 'audit_entry')).length).toBeLessThanOrEqual(before + 6);
  await close();
});

test('a program reaches rows by their table alone, and never a partition by its name', async () => {
  const { database, owner, close } = await open();
  const orgId = randomUUID();
  await record(database, orgId, new Date());
  const part = `audit_entry_${quarterOf(new Date())}`;
  expect(await rowsIn(owner, part)).toBe(1);
  for (const statement of [
    `select from parts.${part}`,
    `delete from parts.${part}`,
    `drop table parts.${part}`,
    `call add_partition('audit_entry', '2019-01-01')`,
    `select scan_findings_in_use('2020-01-01', '2021-01-01', '2021-01-01')`,
    'delete from audit_entry',
    'update audit_entry set act = act',
  ])
    await expect(database.pool.query(statement), statement).rejects.toThrow(/permission denied/);
  const stranger = await database.inOrg(randomUUID(), (db) =>
    db.selectFrom('auditEntry').select('id').execute(),
  );
  expect(stranger).toEqual([]);
  await close();
});

test('every partition forces row-level security and grants a program nothing', async () => {
  const { owner, close } = await open();
  const { rows } = await owner.query<{ name: string; forced: boolean; granted: boolean }>(`
    select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as forced,
      has_table_privilege('portal_app', c.oid, 'select, insert, update, delete') as granted
    from pg_class c where c.relnamespace = 'parts'::regnamespace and c.relkind = 'r'`);
  expect(rows.length).toBeGreaterThanOrEqual(12);
  expect(rows.filter(({ forced, granted }) => !forced || granted)).toEqual([]);
  await close();
});
