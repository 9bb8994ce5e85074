import type pg from 'pg';
import { courses as loadCourses } from '#modules/training/server/courses/courses.ts';

const courses = [...loadCourses().keys()];

/** What one organisation of the crowd has. */
const each = { websites: 3, scans: 6, findings: 10, versions: 6, people: 6 };
const large = { scans: 5000, findings: 100_000, versions: 4000, people: 100_000 };

/** Rows are put in as a restored backup would put them in: neither checked nor counted one by one. */
async function withoutTriggers(owner: pg.Client, work: () => Promise<void>): Promise<void> {
  await owner.query('set session_replication_role = replica');
  await work();
  await owner.query('set session_replication_role = default');
  await owner.query('vacuum analyze');
}

/** Counts what triggers would have counted, for the organisations of `scope`. */
async function count(owner: pg.Client): Promise<void> {
  await owner.query(
    `insert into finding_tally select org_id, website_id, severity, count(*) from finding where state = 'open' and org_id in (select org_id from scope) group by 1, 2, 3`,
  );
  await owner.query(
    `insert into people_tally (org_id, trainees, untrained, last_at) select org_id, count(*), 0, now() from trainee where org_id in (select org_id from scope) group by 1`,
  );
  await owner.query(
    `insert into enrolment_tally select org_id, course_id, unlock_on, due_on, status, count(*) from enrolment where active and org_id in (select org_id from scope) group by 1, 2, 3, 4, 5`,
  );
}

type Amounts = { scans: number; findings: number; versions: number; people: number };

/** What an organisation does in its year, for every organisation of `scope` that has websites already. */
async function fillYear(owner: pg.Client, { scans, findings, versions, people }: Amounts): Promise<void> {
  const run = (text: string, values: unknown[] = []) => owner.query(text, values);
  await run(
    `insert into website_schedule (org_id, website_id, id, recurrence, first_scan, day_of_month, next_scan, updated_at)
     select w.org_id, w.id, gen_random_uuid(), 'm', now(), 2, now() + interval '20 days', now() from website w join scope using (org_id)`,
  );
  await run(
    `insert into scan (org_id, id, website_id, status, scan_profile, started_by, started_at, beat_at, completed_at)
     select w.org_id, gen_random_uuid(), w.id, 'completed', 'safe', 'schedule', t, t, t from website w join scope using (org_id)
     cross join lateral (select now() - make_interval(hours => n) as t from generate_series(1, $1::int) n) s`,
    [scans],
  );
  await run(
    `insert into finding (org_id, website_id, id, rule, title, severity, state, first_seen, last_seen, last_scan_id, seen_at_level)
     select w.org_id, w.id, 'f' || n, 'rule', 'An issue', (array['high','medium','low'])[1 + n % 3], 'open', now(), now(), gen_random_uuid(), 'safe'
     from website w join scope using (org_id) cross join generate_series(1, $1::int) n`,
    [findings],
  );
  await run(
    `insert into policy (org_id, id, custom, created_at) select org_id, 'p' || n, true, now() from scope cross join generate_series(1, greatest(1, $1::int / 100)) n`,
    [versions],
  );
  await run(
    `insert into policy_version (org_id, policy_id, version, name, name_key, status, in_force, custom_html, etag, saved_at, saved_by, saved_by_person,
       defaults, body_html, blocks, text_hash, approval_date, review_at)
     select p.org_id, p.id, n, p.id, p.id, 'Active', n = 1, '<p>x</p>', 'x', now(), 'Ada', 'ada', '{}', '<p>x</p>', '[]', repeat('a', 64), now(), now() + interval '1 year'
     from policy p join scope using (org_id) cross join generate_series(1, least(100, $1::int)) n`,
    [versions],
  );
  await run(
    `insert into team_member (org_id, id, name, email, email_key, created_at, signs, trains)
     select org_id, gen_random_uuid(), 'Person ' || n, n || '@acme-widgets.com', n || '@acme-widgets.com', now(), false, true
     from scope cross join generate_series(1, $1::int) n`,
    [people],
  );
  await run(
    `insert into trainee (org_id, member_id, start_month, added_at, name_key, email_key)
     select m.org_id, m.id, date_trunc('month', now())::date, now() - interval '6 months', lower(m.name), m.email_key from team_member m join scope using (org_id)`,
  );
  await run(
    `insert into enrolment (org_id, member_id, course_id, unlock_on, due_on, status)
     select t.org_id, t.member_id, c.id, date_trunc('month', now() - make_interval(months => c.n::int))::date, date_trunc('month', now() - make_interval(months => c.n::int))::date + 30,
       (array['finished','inProgress','notStarted'])[1 + abs(hashtext(t.email_key || c.id)) % 3]
     from trainee t join scope using (org_id) cross join unnest($1::text[]) with ordinality as c(id, n)`,
    [courses.slice(0, 3)],
  );
  await run(
    `insert into maturity_assessment (org_id, updated_at, status) select org_id, now(), 'notCompleted' from scope on conflict do nothing`,
  );
  await run(
    `insert into maturity_answer (org_id, question_id, answer, answered_by, answered_by_email, answered_at, content_version)
     select org_id, q, 'yes', 'ada', 'ada@acme-widgets.com', now(), '1.0.0' from scope cross join unnest(array['leadership-1-key','leadership-1-coverage','backup-1-key']) q`,
  );
}

/** Adds organisations until there are so many, each with a year of its own. @returns ids of those there are */
export async function fillOrganizations(owner: pg.Client, from: number, to: number): Promise<string[]> {
  await owner.query('drop table if exists scope');
  await withoutTriggers(owner, async () => {
    await owner.query(
      `create temp table scope as select gen_random_uuid() as org_id from generate_series(1, $1::int)`.replace(
        '$1',
        String(to - from),
      ),
    );
    await owner.query(
      `insert into organization (org_id, company_name, number_of_employees, industry, channel_id, plan_id, subscription_status, sign_up_date, welcome_email_sent, created_at, updated_at)
       select org_id, 'Company ' || left(org_id::text, 8), '11-20', 'RETAIL', 'direct', 'plus', 'ACTIVE', now() - interval '1 year', true, now(), now() from scope`,
    );
    await owner.query(
      `insert into website (org_id, id, name, name_key, url, url_key, scan_profile, confirmed_by, confirmed_by_person, confirmed_at, created_at)
       select org_id, gen_random_uuid(), 'Website ' || n, 'website ' || n, 'https://site' || n || '.example', 'site' || n || '.example', 'safe', 'ada', 'ada', now(), now()
       from scope cross join generate_series(1, ${each.websites}) n`,
    );
    await fillYear(owner, each);
    await count(owner);
  });
  const { rows } = await owner.query(
    `select org_id from organization where company_name like 'Company %' order by org_id`,
  );
  return rows.map((row: { org_id: string }) => row.org_id);
}

/** Gives one organisation very much of everything. @returns what, in words */
export async function fillLarge(owner: pg.Client, orgId: string): Promise<string> {
  await owner.query('drop table if exists scope');
  const { rows } = await owner.query('select count(*)::int as n from website where org_id = $1', [orgId]);
  const websites = (rows[0] as { n: number }).n;
  await withoutTriggers(owner, async () => {
    await owner.query(`create temp table scope as select '${orgId}'::uuid as org_id`);
    await fillYear(owner, {
      scans: Math.ceil(large.scans / websites),
      findings: Math.ceil(large.findings / websites),
      versions: large.versions,
      people: large.people,
    });
    await count(owner);
  });
  return 'one with 100,000 people, 100,000 issues';
}
