import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { OrgScope } from '#platform/server/ctx.ts';

/** A website with so many completed scans, one a day until `at`, each with what it counted. */
export async function addWebsite(
  scope: OrgScope,
  {
    name,
    at,
    scans = 0,
    counts = {},
  }: { name: string; at: Date; scans?: number; counts?: { high?: number; medium?: number; low?: number } },
): Promise<string> {
  const id = randomUUID();
  await scope.inOrg(async (db) => {
    await db
      .insertInto('website')
      .values({
        orgId: scope.orgId,
        id,
        name,
        nameKey: name.toLowerCase(),
        url: `https://${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.acme-widgets.com`,
        urlKey: name.toLowerCase(),
        scanProfile: 'safe',
        confirmedBy: 'ada@acme-widgets.com',
        confirmedByPerson: 'ada',
        confirmedAt: at,
        createdAt: at,
      })
      .execute();
    await sql`
      insert into scan (org_id, id, website_id, status, scan_profile, started_by, started_at, beat_at, completed_at, highs, mediums, lows)
      select ${scope.orgId}, gen_random_uuid(), ${id}, 'completed', 'safe', 'schedule', t, t, t, ${counts.high ?? 0}, ${counts.medium ?? 0}, ${counts.low ?? 0}
      from (select ${at}::timestamptz - make_interval(days => n) as t from generate_series(0, ${scans}::int - 1) n) s`.execute(
      db,
    );
  });
  return id;
}

/** So many open issues of each severity, of ids `high-1`, `high-2` and so on. */
export async function addFindings(
  scope: OrgScope,
  websiteId: string,
  counts: Record<string, number>,
  at: Date,
): Promise<void> {
  await scope.inOrg(async (db) => {
    for (const [severity, count] of Object.entries(counts))
      await sql`
        insert into finding (org_id, website_id, id, rule, title, severity, state, first_seen, last_seen, last_scan_id, seen_at_level)
        select ${scope.orgId}, ${websiteId}, ${severity} || '-' || n, 'rule', 'An issue', ${severity}, 'open', ${at}, ${at}, ${randomUUID()}, 'safe'
        from generate_series(1, ${count}::int) n`.execute(db);
  });
}

/** People of the team: so many who are trained, each with one course that is open, and so many who are not. */
export async function addPeople(
  scope: OrgScope,
  { trained, untrained, at }: { trained: number; untrained: number; at: Date },
): Promise<void> {
  const batch = randomUUID().slice(0, 8);
  await scope.inOrg(async (db) => {
    await sql`
      insert into team_member (org_id, id, name, email, email_key, created_at, signs, trains)
      select ${scope.orgId}, gen_random_uuid(), 'Person ' || n, ${batch} || n || '@acme-widgets.com', ${batch} || n || '@acme-widgets.com', ${at}, true, n <= ${trained}
      from generate_series(1, ${trained + untrained}::int) n`.execute(db);
    await sql`
      insert into trainee (org_id, member_id, start_month, added_at)
      select org_id, id, date_trunc('month', ${at}::timestamptz)::date, ${at} from team_member m
      where trains and not exists (select from trainee t where t.member_id = m.id)`.execute(db);
    await sql`
      insert into enrolment (org_id, member_id, course_id, unlock_on, due_on)
      select org_id, member_id, '01-start-safe', ${at}::timestamptz::date, ${at}::timestamptz::date + 30
      from trainee t where not exists (select from enrolment e where e.member_id = t.member_id)`.execute(db);
  });
}
