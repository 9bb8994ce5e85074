import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { toDay } from '#platform/days.ts';
import { selectEntries } from '#modules/audit/server/entries.store.ts';
import { selectIssues } from '#modules/monitoring/server/issues.store.ts';
import { selectSnapshot } from '#modules/monitoring/server/snapshots.store.ts';
import { selectPoints } from '#modules/ratings/server/snapshots.store.ts';
import { recordAct } from '#platform/server/audit.ts';
import { openDatabase, type Database, type OrgDb } from '#platform/server/database.ts';
import { startEmbeddedPostgres } from '#platform/server/embeddedPostgres/supervisor.ts';
import { listMigrations, migrate } from '#platform/server/migrations.ts';
import { dropPartitions } from '#platform/server/partitions.ts';
import { fillOrganizations } from './manyOrganizations.ts';

const organizations = Number(process.env.BENCH_ORGANIZATIONS ?? 10_000);
const rounds = Number(process.env.BENCH_RUNS ?? 400);
/** What each organization has beside what `fillOrganizations` gives it. */
const each = { entries: 100, days: 60 };
const ratedDomain = 'acme.example';

const at = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)]!;

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1000;
}

/** The tables as they were before they had partitions, with two years of rows. */
async function fill(owner: pg.Client): Promise<string[]> {
  for (const { name, text, hash } of listMigrations().filter((one) => one.name < '0060')) {
    await owner.query(text);
    await owner.query('insert into schema_migration (name, hash) values ($1, $2)', [name, hash]);
  }
  const orgIds = await fillOrganizations(owner, 0, organizations);
  await owner.query('set session_replication_role = replica');
  // six scans of each website lie a quarter apart, the newest is of now
  await owner.query(`
    with placed as (select org_id, id, row_number() over (partition by org_id, website_id order by started_at desc) - 1 as n from scan)
    update scan s set started_at = t, completed_at = t, beat_at = t from placed p, lateral (select now() - make_interval(months => 3 * p.n::int) as t) x
    where p.org_id = s.org_id and p.id = s.id`);
  await owner.query(`
    insert into scan_finding (org_id, scan_id, finding_id, state, severity, first_seen, last_seen, details)
    select s.org_id, s.id, 'f' || n, 'open', 'low', s.completed_at, s.completed_at,
      jsonb_build_object('title', 'An issue', 'cvss', jsonb_build_object('score', 3.1), 'places', jsonb_build_array(jsonb_build_object('url', 'https://a.example', 'evidence', repeat('seen ', 60))))
    from scan s cross join generate_series(1, 10) n`);
  await owner.query(`
    update finding f set last_seen = s.completed_at, last_scan_id = s.id from (
      select distinct on (org_id, website_id) org_id, website_id, id, completed_at from scan order by org_id, website_id, completed_at desc) s
    where s.org_id = f.org_id and s.website_id = f.website_id`);
  await owner.query(
    `insert into audit_entry (org_id, at, actor_id, actor_email, act, subject, subject_id, new_value)
     select org_id, now() - make_interval(days => 7 * n), 'ada', 'ada@acme-widgets.com', 'update', 'website', n::text, '{"name": "Shop"}'
     from organization cross join generate_series(1, $1::int) n`,
    [each.entries],
  );
  await owner.query(
    `insert into rating_run (org_id, domain, state, started_by, started_at, beat_at, finished_at)
     select org_id, '${ratedDomain}', 'done', 'schedule', now(), now(), now() from organization`,
  );
  await owner.query(
    `insert into rating_snapshot (org_id, domain, source, day, measured_at, written_at, rating, grades)
     select org_id, '${ratedDomain}', 'estimate', day, day, day, 700, '{"spf": "A", "dkim": "B"}'
     from organization cross join lateral (select (now() - make_interval(days => 6 * n))::date as day from generate_series(1, $1::int) n) d`,
    [each.days],
  );
  await owner.query('set session_replication_role = default');
  await owner.query('vacuum analyze');
  return orgIds;
}

type Kind = {
  name: string;
  run: (db: OrgDb, place: { orgId: string; websiteId: string; scanId: string }) => Promise<unknown>;
};
const issues = { state: 'open', search: '', sort: 'severity', descending: true, grouped: false } as const;

const kinds: Kind[] = [
  { name: 'floor: one value', run: (db) => sql`select 1`.execute(db) },
  {
    name: 'issues of a website',
    run: (db, { websiteId }) => selectIssues(db, websiteId, issues, { limit: 25, offset: 0 }),
  },
  { name: 'report of one scan', run: (db, { scanId }) => selectSnapshot(db, scanId) },
  { name: 'activity log, first page', run: (db, { orgId }) => selectEntries(db, orgId, {}, { limit: 25 }) },
  {
    name: 'rating history of a year',
    run: (db) => selectPoints(db, ratedDomain, 'estimate', toDay('2000-01-01')),
  },
  { name: 'an entry written', run: (db) => recordAct(db, { act: 'tried', subject: 'test' }) },
  {
    name: 'ten findings kept',
    run: (db, { orgId, scanId }) =>
      sql`insert into scan_finding (org_id, scan_id, finding_id, state, severity, first_seen, last_seen, details)
        select ${orgId}::uuid, ${scanId}::uuid, gen_random_uuid()::text, 'new', 'low', now(), now(), '{"places": []}' from generate_series(1, 10)`.execute(
        db,
      ),
  },
];

/** Medians in milliseconds, the kinds in turn, each time as another organization. */
async function measure(
  database: Database,
  owner: pg.Client,
  orgIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows: places } = await owner.query<{ orgId: string; websiteId: string; scanId: string }>(
    `select distinct on (org_id) org_id as "orgId", website_id as "websiteId", id as "scanId" from scan where org_id = any($1::uuid[]) order by org_id, completed_at desc`,
    [orgIds.slice(0, rounds)],
  );
  const taken = new Map(kinds.map(({ name }) => [name, [] as number[]]));
  for (let round = -50; round < rounds; round++)
    for (const { name, run } of kinds) {
      const place = places[(round + 50) % places.length]!;
      const ms = 1000 * (await seconds(() => database.inOrg(place.orgId, (db) => run(db, place))));
      if (round >= 0) taken.get(name)!.push(ms);
    }
  return new Map([...taken].map(([name, values]) => [name, at(values, 0.5)]));
}

/** Seconds, and megabytes of write-ahead log. */
async function costOf(owner: pg.Client, work: () => Promise<unknown>): Promise<string> {
  const place = async () =>
    (await owner.query<{ lsn: string }>('select pg_current_wal_lsn() as lsn')).rows[0]!.lsn;
  const before = await place();
  const took = await seconds(work);
  const { rows } = await owner.query<{ mb: number }>(
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), $1)::float8 / 1e6 as mb`,
    [before],
  );
  return `${took.toFixed(2)} s, ${rows[0]!.mb.toFixed(0)} MB of log`;
}

/** The three tables before and after they have partitions, in one database: usual reads and writes, the change itself, and letting a quarter go. */
export async function run(): Promise<void> {
  const folder = mkdtempSync(path.join(process.env.BENCH_DIR ?? os.tmpdir(), 'portal-bench-'));
  const server = await startEmbeddedPostgres(folder, {
    shared_buffers: '512MB',
    max_wal_size: '4GB',
    jit: 'off',
  });
  const parts = { ...server.connection, user: 'postgres', database: 'postgres' };
  const owner = new pg.Client(parts);
  await owner.connect();
  await owner.query(
    'create table schema_migration (name text primary key, hash text not null, applied_at timestamptz not null default now())',
  );
  const orgIds = await fill(owner);
  const open = () => openDatabase({ ...server.connection, user: 'portal_app', database: 'postgres' }, 4);
  const { rows: sizes } = await owner.query<{ name: string; n: number; size: string }>(
    `select t as name, n_live_tup::int as n, pg_size_pretty(pg_total_relation_size(t::regclass)) as size
     from unnest(array['audit_entry', 'scan_finding', 'rating_snapshot']) t join pg_stat_user_tables s on s.relname = t`,
  );
  for (const { name, n, size } of sizes) console.log(`${name}: ${n} rows, ${size}`);
  let database = open();
  const before = await measure(database, owner, orgIds);
  await database.close();
  const { rows } = await owner.query<{ old: Date }>(
    `select date_trunc('quarter', now() - interval '400 days') as old`,
  );
  await owner.query('begin');
  const deleted = await costOf(owner, () =>
    owner.query('delete from scan_finding where last_seen < $1', [rows[0]!.old]),
  );
  await owner.query('rollback');
  await owner.query('vacuum analyze scan_finding');
  console.log(`the migrations 0060 and 0061: ${await costOf(owner, () => migrate(parts))}`);
  await owner.query('vacuum analyze');
  database = open();
  const after = await measure(database, owner, orgIds);
  console.log(
    `${'median as a multiple of the floor'.padEnd(34)}${'one table'.padStart(12)}${'partitions'.padStart(12)}${'ratio'.padStart(9)}`,
  );
  const [floorBefore, floorAfter] = [before.get(kinds[0]!.name)!, after.get(kinds[0]!.name)!];
  console.log(
    `${kinds[0]!.name.padEnd(34)}${`${floorBefore.toFixed(2)} ms`.padStart(12)}${`${floorAfter.toFixed(2)} ms`.padStart(12)}`,
  );
  for (const { name } of kinds.slice(1)) {
    const [one, other] = [before.get(name)! / floorBefore, after.get(name)! / floorAfter];
    console.log(
      `${name.padEnd(34)}${one.toFixed(2).padStart(12)}${other.toFixed(2).padStart(12)}${(other / one).toFixed(2).padStart(9)}`,
    );
  }
  console.log(
    `what scans said before ${rows[0]!.old.toISOString().slice(0, 10)}: deleted by rows ${deleted}`,
  );
  const dropped = await costOf(owner, async () =>
    console.log('  ', await dropPartitions(database.global, 'scan_finding', rows[0]!.old)),
  );
  console.log(`  dropped by partitions ${dropped}`);
  await database.close();
  await owner.end();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
