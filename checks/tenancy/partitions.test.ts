import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { migrate } from '#platform/server/database/migrations.ts';
import { openDatabase } from '#platform/server/database/database.ts';
import { dropPartitions, ensurePartitions } from '#platform/server/database/partitions.ts';
import { asSuperuser, makeLogin } from '../servers/logins.ts';

const socket = inject('postgres');

/** An empty database of a test's own, and how to reach it. */
async function emptyDatabase(user = 'postgres') {
  const name = `parts_${randomUUID().replaceAll('-', '')}`;
  await asSuperuser(socket, `create database ${name} owner ${user}`);
  onTestFinished(
    async () => void (await asSuperuser(socket, `drop database if exists ${name} with (force)`)),
  );
  const parts = { ...socket, user: 'postgres', database: name };
  const client = new pg.Client(parts);
  await client.connect();
  onTestFinished(() => client.end());
  return { parts, client };
}

const [orgId, otherId] = [randomUUID(), randomUUID()];
const scans = { spring: randomUUID(), summer: randomUUID(), now: randomUUID() };

/** Two organizations with a history from 2021 on. */
async function fill(client: pg.Client): Promise<void> {
  await client.query(
    `insert into organization (org_id, company_name, number_of_employees, industry, channel_id, plan_id, subscription_status, sign_up_date, created_at, updated_at)
     select id, 'Acme', '0-10', 'IT', 'direct', 'plus', 'ACTIVE', now(), now(), now() from unnest($1::uuid[]) id`,
    [[orgId, otherId]],
  );
  await client.query(
    `insert into website (org_id, id, name, name_key, url, url_key, scan_profile, confirmed_by, confirmed_by_person, confirmed_at, created_at)
     values ($1, $1, 'Shop', 'shop', 'https://shop.example', 'shop.example', 'safe', 'ada', 'ada', now(), now())`,
    [orgId],
  );
  for (const [id, at] of [
    [scans.spring, '2021-05-02'],
    [scans.summer, '2021-08-02'],
    [scans.now, new Date().toISOString()],
  ])
    await client.query(
      `insert into scan (org_id, id, website_id, status, scan_profile, started_by, started_at, beat_at, completed_at)
       values ($1, $2, $1, 'completed', 'safe', 'schedule', $3, $3, $3)`,
      [orgId, id, at],
    );
  const finding = (id: string, scan: string, seen: string, state: string) =>
    client.query(
      `insert into finding (org_id, website_id, id, rule, title, severity, state, first_seen, last_seen, last_scan_id, seen_at_level, fixed_at)
       values ($1, $1, $2, 'r', 't', 'high', $5, '2021-05-02', $4, $3, 'safe', case $5 when 'fixed' then now() end)`,
      [orgId, id, scan, seen, state],
    );
  const said = (id: string, scan: string, seen: string, state: string) =>
    client.query(
      `insert into scan_finding (org_id, scan_id, finding_id, state, severity, first_seen, last_seen, details)
       values ($1, $2, $3, $5, 'high', '2021-05-02', $4, '{"places": []}')`,
      [orgId, scan, id, seen, state],
    );
  // never seen again, and never called fixed: its website is not scanned at that level any more
  await finding('lasting', scans.spring, '2021-05-02', 'open');
  await said('lasting', scans.spring, '2021-05-02', 'new');
  await finding('gone', scans.spring, '2021-05-02', 'fixed');
  await said('gone', scans.spring, '2021-05-02', 'new');
  await said('gone', scans.summer, '2021-05-02', 'fixed');
  await finding('mended', scans.spring, '2021-05-02', 'fixed');
  await said('mended', scans.spring, '2021-05-02', 'new');
  await said('mended', scans.now, '2021-05-02', 'fixed');
  await finding('here', scans.now, new Date().toISOString(), 'open');
  await said('here', scans.spring, '2021-05-02', 'new');
  await said('here', scans.now, new Date().toISOString(), 'open');
  await client.query(
    `insert into audit_entry (org_id, at, act, subject, subject_id) select id, at, 'tried', 'test', at::text
     from unnest($1::uuid[]) id cross join generate_series(now() - interval '6 years', now() + interval '1 year', interval '17 days') at`,
    [[orgId, otherId]],
  );
  await client.query(
    `insert into rating_run (org_id, domain, state, started_by, started_at, beat_at, finished_at) values ($1, 'acme.example', 'done', 'schedule', now(), now(), now())`,
    [orgId],
  );
  await client.query(
    `insert into rating_snapshot (org_id, domain, source, day, measured_at, written_at, rating, grades)
     select $1, 'acme.example', 'estimate', day, day, day, 700, '{}' from generate_series(now() - interval '400 days', now(), interval '1 day') day`,
    [orgId],
  );
}

test(
  'tables in partitions number on, refuse what refers to nothing, and lose what belonged to a row that goes',
  { timeout: 60_000 },
  async () => {
    const { parts, client } = await emptyDatabase();
    await migrate(parts);
    await fill(client);
    const [last] = (await client.query<{ id: number }>('select max(id) as id from audit_entry')).rows;
    const { rows } = await client.query<{ id: number }>(
      `insert into audit_entry (org_id, at, act, subject) values ('${orgId}', now(), 'tried', 'test') returning id`,
    );
    expect(rows[0]!.id).toBeGreaterThan(last!.id);
    // only what is older than the database or far ahead is in the rest
    const { rows: rest } = await client.query<{ n: number }>(
      `select count(*) as n from parts.audit_entry_rest where at > now() and at < now() + interval '6 months'`,
    );
    expect(rest[0]!.n).toBe(0);
    await expect(
      client.query(`insert into scan_finding (org_id, scan_id, finding_id, state, severity, first_seen, last_seen, details)
      values ('${orgId}', '${randomUUID()}', 'x', 'new', 'high', now(), now(), '{}')`),
    ).rejects.toThrow(/foreign key/);
    await client.query('delete from website');
    expect((await client.query('select from scan_finding')).rowCount).toBe(0);
  },
);

test(
  'dropping old reports keeps what lists of issues and newer reports show, also where the owner is no superuser',
  { timeout: 60_000 },
  async () => {
    const owner = await makeLogin(socket, 'createrole');
    await asSuperuser(
      socket,
      `grant portal_app to ${owner} with admin option; grant portal_across to ${owner} with admin true, inherit false`,
    );
    const { parts, client } = await emptyDatabase(owner);
    await migrate({ ...parts, user: owner });
    const upkeep = async (quarter: string) => {
      await client.query(`set role ${owner}`);
      await client.query(`call add_partition('scan_finding', '${quarter}')`);
      await client.query('reset role');
    };
    await upkeep('2021-04-01');
    await fill(client);
    const database = openDatabase({ ...parts, user: owner });
    onTestFinished(database.close);
    expect(await ensurePartitions(database.global, new Date(Date.now() + 300 * 86_400_000))).not.toEqual([]);
    // rows of July were taken by the rest, and go where they belong
    await upkeep('2021-07-01');
    expect(await dropPartitions(database.global, 'scan_finding', new Date('2022-01-01T00:00:00Z'))).toEqual([
      'scan_finding_2021q2',
      'scan_finding_2021q3',
    ]);
    const left = await database.inOrg(orgId, (db) =>
      db
        .selectFrom('scanFinding')
        .select(['findingId', 'scanId', 'state'])
        .orderBy('findingId')
        .orderBy('state')
        .execute(),
    );
    expect(left).toEqual([
      // the report of August is given up; the newest word on each issue stays, and so does the report of today
      { findingId: 'gone', scanId: scans.spring, state: 'new' },
      { findingId: 'here', scanId: scans.now, state: 'open' },
      { findingId: 'lasting', scanId: scans.spring, state: 'new' },
      { findingId: 'mended', scanId: scans.now, state: 'fixed' },
      { findingId: 'mended', scanId: scans.spring, state: 'new' },
    ]);
    // what is not in use any more goes with the next round
    await client.query(`delete from finding where id = 'lasting'`);
    expect(await dropPartitions(database.global, 'scan_finding', new Date('2022-01-01T00:00:00Z'))).toEqual(
      [],
    );
    const ids = await database.inOrg(orgId, (db) =>
      db.selectFrom('scanFinding').select('findingId').distinct().orderBy('findingId').execute(),
    );
    expect(ids.map(({ findingId }) => findingId)).toEqual(['gone', 'here', 'mended']);
    expect(
      await database.inOrg(otherId, (db) => db.selectFrom('scanFinding').select('scanId').execute()),
    ).toEqual([]);
  },
);
