-- Websites that an organization has scanned, their schedules, scans, and what the scans found.

create table website (
  org_id uuid not null references organization on delete cascade,
  id uuid not null,
  name text not null check (length(name) between 1 and 255),
  -- names that differ in case, width or spacing only are the same name
  name_key text not null,
  url text not null,
  -- the same for addresses: protocol and a slash at the end do not count
  url_key text not null,
  scan_profile text not null,
  -- who confirmed to be allowed to have it scanned, and when
  confirmed_by text not null,
  confirmed_by_person text not null,
  confirmed_at timestamptz not null,
  created_at timestamptz not null,
  -- who agreed that scans send forms, and when
  forms_confirmed_by text,
  forms_confirmed_at timestamptz,
  -- A website that was added by a call without a confirmation of its own is scanned under the terms that the account accepted:
  -- which terms, and when they were accepted. Both are null where a person confirmed this website itself.
  consent_terms text check (length(consent_terms) between 1 and 2000),
  consent_terms_accepted_at timestamptz,
  primary key (org_id, id),
  check ((forms_confirmed_by is null) = (forms_confirmed_at is null)),
  check ((consent_terms is null) = (consent_terms_accepted_at is null))
);
create unique index website_name on website (org_id, name_key);
create unique index website_url on website (org_id, url_key);
call protect_tenant_table('website');
call audit_table('website', 'name', 'name_key,url_key,created_at,confirmed_by_person');

-- What a scan found when it looked for the proof. Websites below a domain that is proved for the rating need none.
create table website_proof (
  org_id uuid not null,
  website_id uuid not null,
  -- when it was found first, and when last
  proved_at timestamptz not null,
  proved_by text not null check (proved_by in ('dns', 'file', 'meta')),
  seen_at timestamptz not null,
  -- how often in a row it could not be looked for
  misses smallint not null default 0 check (misses >= 0),
  primary key (org_id, website_id),
  foreign key (org_id, website_id) references website on delete cascade
);
call protect_tenant_table('website_proof');

-- How scans go about a website.
create table website_scan_setting (
  org_id uuid not null,
  website_id uuid not null,
  sign_in_kind text check (sign_in_kind in ('form', 'bearer', 'header', 'cookie')),
  -- of a form: its page and the user name; of a header: its name. What is secret is in the sealed text alone.
  sign_in_url text,
  sign_in_user text,
  sign_in_header text,
  sign_in_sealed text,
  sign_in_set_at timestamptz,
  -- paths that are left alone with everything below them
  exclude text[] not null default '{}' check (cardinality(exclude) <= 50),
  -- [{ days, from, to }] in Pacific time
  quiet_hours jsonb not null default '[]' check (jsonb_array_length(quiet_hours) <= 10),
  updated_at timestamptz not null,
  primary key (org_id, website_id),
  foreign key (org_id, website_id) references website on delete cascade,
  check ((sign_in_kind is null) = (sign_in_sealed is null) and (sign_in_kind is null) = (sign_in_set_at is null))
);
call protect_tenant_table('website_scan_setting');
call audit_table('website_scan_setting', 'website_id', 'sign_in_sealed,updated_at');

create table website_schedule (
  org_id uuid not null,
  website_id uuid not null,
  id uuid not null,
  recurrence text not null check (recurrence in ('d', 'w', 'm', 'q')),
  -- no scan before this instant's day; its Pacific time of day is the time of every scan
  first_scan timestamptz not null,
  day_of_month smallint not null check (day_of_month between 1 and 31),
  -- set together: the second Tuesday instead of a day of the month
  week_index text check (week_index in ('first', 'second', 'third', 'fourth', 'last')),
  day_of_week smallint check (day_of_week between 1 and 7),
  next_scan timestamptz not null,
  updated_at timestamptz not null,
  -- a due scan waits for the end of quiet hours
  held_until timestamptz,
  primary key (org_id, website_id),
  foreign key (org_id, website_id) references website on delete cascade,
  check ((week_index is null) = (day_of_week is null))
);
create index website_schedule_due on website_schedule (next_scan);
call protect_tenant_table('website_schedule');
call audit_table('website_schedule', 'website_id', 'updated_at,held_until');

create table scan (
  org_id uuid not null,
  id uuid not null,
  website_id uuid not null,
  status text not null check (status in ('started', 'completed', 'failed', 'canceled')),
  scan_profile text not null,
  started_by text not null check (started_by in ('schedule', 'administrator')),
  -- email address of whoever started or canceled it by hand
  requested_by text,
  canceled_by text,
  started_at timestamptz not null,
  -- when a worker first took it up; null while it waits for one
  begun_at timestamptz,
  completed_at timestamptz,
  -- how often a worker took it up, and when one last said that it is at work
  tries smallint not null default 0,
  beat_at timestamptz not null,
  percent smallint not null default 0 check (percent between 0 and 100),
  activity text not null default '',
  requests integer not null default 0,
  pages integer not null default 0,
  -- an outside scanner's own id of this scan, to take it up again
  handle text,
  failure_code text,
  failure_reason text,
  highs integer not null default 0,
  mediums integer not null default 0,
  lows integer not null default 0,
  new_issues integer not null default 0,
  open_issues integer not null default 0,
  reopened_issues integer not null default 0,
  fixed_issues integer not null default 0,
  -- the report must read the same for ever: rules that passed with their titles, and what was not reached
  passed jsonb not null default '[]',
  coverage jsonb not null default '{"blocked": [], "timedOut": [], "skipped": []}',
  -- name and version of the scanner: a report of last year names last year's scanner
  engine text not null default '',
  -- the level that was asked for, where a scan runs at a lower one, and why; and what showed that the website may be scanned
  asked_profile text,
  held_back text check (held_back in ('proof', 'forms')),
  proved_by text check (proved_by in ('dns', 'file', 'meta', 'domain', 'operator')),
  decided_issues integer not null default 0,
  -- how often each rule was tried, and which rules were not tested and why; null for scans that were kept before
  tried jsonb,
  not_tested jsonb,
  primary key (org_id, id),
  foreign key (org_id, website_id) references website on delete cascade,
  check ((status = 'started') = (completed_at is null)),
  check ((asked_profile is null) = (held_back is null))
);
-- a website has one running scan at most, whoever starts it
create unique index scan_one_running on scan (org_id, website_id) where status = 'started';
create index scan_by_website on scan (org_id, website_id, started_at desc);
create index scan_running on scan (beat_at) where status = 'started';
create index scan_completed on scan (org_id, website_id, completed_at desc) where status = 'completed';
create index scan_failed on scan (completed_at desc) where status = 'failed';
call protect_tenant_table('scan');
-- that somebody started or canceled a scan; its progress and its report are no act of a person
call audit_table('scan', 'website_id', 'requested_by,canceled_by,started_at,begun_at,completed_at,tries,beat_at,percent,activity,requests,pages,handle,failure_code,failure_reason,highs,mediums,lows,new_issues,open_issues,reopened_issues,fixed_issues,passed,coverage,engine,asked_profile,held_back,proved_by,decided_issues,tried,not_tested');

-- An issue of a website, as long as the website is known.
create table finding (
  org_id uuid not null,
  website_id uuid not null,
  -- the scanner's own stable id of the issue
  id text not null,
  rule text not null,
  title text not null,
  severity text not null check (severity in ('high', 'medium', 'low')),
  state text not null check (state in ('open', 'fixed')),
  first_seen timestamptz not null,
  last_seen timestamptz not null,
  -- the scan whose snapshot tells the details
  last_scan_id uuid not null,
  -- deepest level that has seen it since it opened: only a scan at least as deep can call it fixed
  seen_at_level text not null,
  fixed_at timestamptz,
  times_reopened integer not null default 0,
  decision text check (decision in ('accepted', 'false-positive')),
  decision_reason text not null default '' check (length(decision_reason) <= 1000),
  decided_by text,
  decided_at timestamptz,
  -- how severe it was when it was decided: a false alarm that becomes more severe is looked at again
  decided_severity text check (decided_severity in ('high', 'medium', 'low')),
  accepted_until timestamptz,
  second_look boolean not null default false,
  -- when the acceptance ended by itself; until something else happens to the issue
  acceptance_ended_at timestamptz,
  -- what lists are filtered and sorted by, as the newest scan that saw it said
  owasp text not null default '',
  confidence text not null default '',
  score double precision not null default 0,
  -- the first folder of the address, `/shop/`
  folder text not null default '/',
  -- what counts where issues are counted: a decision stays with an issue that goes and comes back
  status text not null generated always as (case
    when decision = 'false-positive' and not second_look then 'false-positive'
    when state = 'fixed' then 'fixed'
    when decision = 'accepted' then 'accepted'
    else 'open' end) stored,
  primary key (org_id, website_id, id),
  foreign key (org_id, website_id) references website on delete cascade,
  check ((state = 'fixed') = (fixed_at is not null)),
  check ((decision is null) = (decided_at is null)),
  check ((decision is not null and decision = 'accepted') = (accepted_until is not null)),
  check (not second_look or decision = 'false-positive')
);
create index finding_accepted_until on finding (accepted_until) where decision = 'accepted';
-- which problems are open on which website, asked by the dashboard one rule at a time
create index finding_open_rule on finding (org_id, website_id, rule) where status = 'open';
call protect_tenant_table('finding');

-- What one scan said about each issue; never changed afterwards. An issue and what the newest scan said about it carry the same
-- time, by which a join finds the one partition. The scan itself stays one table: one running scan per website is a unique index,
-- which cannot hold across partitions (decision 32).
create table scan_finding (
  org_id uuid not null,
  scan_id uuid not null,
  finding_id text not null,
  state text not null check (state in ('new', 'open', 'reopened', 'fixed')),
  severity text not null check (severity in ('high', 'medium', 'low')),
  first_seen timestamptz not null,
  last_seen timestamptz not null,
  -- the whole finding as the scanner reported it
  details jsonb not null,
  -- how people had decided when the report was the newest: kind, reason, by, at, until
  decision jsonb,
  primary key (org_id, scan_id, finding_id, last_seen),
  foreign key (org_id, scan_id) references scan on delete cascade
) partition by range (last_seen);

create table parts.scan_finding_rest partition of scan_finding default;
call protect_tenant_table('parts.scan_finding_rest');
call protect_tenant_table('scan_finding');

-- Issues that are open, of each website. What the dashboard would count is kept as a count, by trigger, so that its one statement
-- costs the same however many rows an organization has.
create table finding_tally (
  org_id uuid not null references organization on delete cascade,
  website_id uuid not null,
  severity text not null,
  n integer not null,
  primary key (org_id, website_id, severity)
);
call protect_tenant_table('finding_tally');

-- One statement's rows as they were and as they are, counted together.
create function tally_findings() returns trigger language plpgsql as $$
declare
  changes text := case tg_op
    when 'INSERT' then 'select *, 1 as step from added'
    when 'DELETE' then 'select *, -1 as step from removed'
    else 'select *, 1 as step from added union all select *, -1 as step from removed' end;
begin
  execute format($sql$
    insert into finding_tally as t (org_id, website_id, severity, n)
    select org_id, website_id, severity, sum(step) from (%s) c
    where status = 'open' and exists (select from organization o where o.org_id = c.org_id)
    group by 1, 2, 3 having sum(step) <> 0 order by 1, 2, 3
    on conflict (org_id, website_id, severity) do update set n = t.n + excluded.n $sql$, changes);
  delete from finding_tally where n = 0;
  return null;
end $$;
create trigger tally_inserted after insert on finding referencing new table as added
  for each statement execute function tally_findings();
create trigger tally_updated after update on finding referencing new table as added old table as removed
  for each statement execute function tally_findings();
create trigger tally_deleted after delete on finding referencing old table as removed
  for each statement execute function tally_findings();

-- What happened to an issue, by scans, people and looks after a fix.
create table finding_event (
  org_id uuid not null,
  website_id uuid not null,
  finding_id text not null,
  seq bigint generated always as identity,
  at timestamptz not null,
  kind text not null check (kind in ('found', 'fixed', 'reopened', 'accepted', 'false-positive', 'undone', 'acceptance-ended',
    'second-look', 'retest-gone', 'retest-still-there', 'retest-unchecked')),
  -- the person, by email; null for what scans and dates do
  by_email text,
  note text not null default '',
  until timestamptz,
  primary key (org_id, seq),
  foreign key (org_id, website_id, finding_id) references finding on delete cascade
);
create index finding_event_of_issue on finding_event (org_id, website_id, finding_id, seq);
call protect_tenant_table('finding_event');

-- A look at one issue alone, asked for after a fix.
create table finding_retest (
  org_id uuid not null,
  website_id uuid not null,
  finding_id text not null,
  id uuid not null,
  status text not null check (status in ('waiting', 'running', 'gone', 'still-there', 'unchecked')),
  requested_by text not null,
  requested_at timestamptz not null,
  ended_at timestamptz,
  -- the last sign of life of whoever carries it out
  beat_at timestamptz not null,
  tries integer not null default 0,
  percent integer not null default 0,
  activity text not null default '',
  requests integer not null default 0,
  -- why it could not be checked
  reason text not null default '',
  -- the finding as this look saw it, where it is still there
  seen jsonb,
  primary key (org_id, id),
  foreign key (org_id, website_id, finding_id) references finding on delete cascade,
  check ((status in ('waiting', 'running')) = (ended_at is null))
);
create unique index finding_retest_one on finding_retest (org_id, website_id, finding_id) where status in ('waiting', 'running');
create index finding_retest_newest on finding_retest (org_id, website_id, finding_id, requested_at desc);
create index finding_retest_asked on finding_retest (org_id, website_id, requested_at desc);
create index finding_retest_live on finding_retest (beat_at) where status in ('waiting', 'running');
call protect_tenant_table('finding_retest');

-- Links that show one issue to somebody without an account, such as the developer of the website. What opens one is the token of
-- decision 15, of which nothing is kept here.
create table issue_link (
  org_id uuid not null,
  website_id uuid not null,
  finding_id text not null,
  id uuid not null,
  -- the administrator, by email
  made_by text not null,
  made_at timestamptz not null,
  -- to whom it was mailed; null for a link to copy
  email text check (length(email) <= 254),
  expires_at timestamptz not null,
  withdrawn_at timestamptz,
  opens integer not null default 0,
  last_opened_at timestamptz,
  -- how often it said that the issue is fixed: each answer is for the number that its page was opened with, so that none counts twice
  answers integer not null default 0,
  last_answered_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, website_id, finding_id) references finding on delete cascade
);
create index issue_link_of_issue on issue_link (org_id, website_id, finding_id, made_at desc);
create index issue_link_made on issue_link (org_id, made_at desc);
call protect_tenant_table('issue_link');

-- Asked by the clock, for all organisations: where a scan is due. Gives ids and nothing else.
create function due_website_schedules(at timestamptz, at_most integer) returns table (org_id uuid, website_id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as
$$ select s.org_id, s.website_id from website_schedule s
   where s.next_scan <= at and (s.held_until is null or s.held_until <= at) order by s.next_scan limit at_most $$;

-- Scans that no worker has spoken about for some time. Gives ids and nothing else.
create function silent_scans(since timestamptz, at_most integer) returns table (org_id uuid, scan_id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as
$$ select s.org_id, s.id from scan s where s.status = 'started' and s.beat_at <= since order by s.beat_at limit at_most $$;

-- Asked by the clock, for all organizations. Both give ids and nothing else.
create function ended_acceptances(at timestamptz, at_most integer) returns table (org_id uuid, website_id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select distinct f.org_id, f.website_id from finding f where f.decision = 'accepted' and f.accepted_until <= at limit at_most
$$;

-- Websites with looks that nobody takes care of, and with no scan in the way.
create function silent_retests(since timestamptz, at_most integer) returns table (org_id uuid, website_id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select distinct r.org_id, r.website_id from finding_retest r
  where r.status in ('waiting', 'running') and r.beat_at <= since
    and not exists (select from scan s where s.org_id = r.org_id and s.website_id = r.website_id and s.status = 'started')
  limit at_most
$$;
