-- Websites that an organisation has scanned, their schedules, scans, and what the scans found.

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
  primary key (org_id, id)
);
create unique index website_name on website (org_id, name_key);
create unique index website_url on website (org_id, url_key);
call protect_tenant_table('website');

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
  primary key (org_id, website_id),
  foreign key (org_id, website_id) references website on delete cascade,
  check ((week_index is null) = (day_of_week is null))
);
create index website_schedule_due on website_schedule (next_scan);
call protect_tenant_table('website_schedule');

create table scan (
  org_id uuid not null,
  id uuid not null,
  website_id uuid not null,
  status text not null check (status in ('started', 'completed', 'failed', 'canceled')),
  scan_profile text not null,
  started_by text not null check (started_by in ('schedule', 'administrator')),
  -- e-mail address of whoever started or canceled it by hand
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
  primary key (org_id, id),
  foreign key (org_id, website_id) references website on delete cascade,
  check ((status = 'started') = (completed_at is null))
);
-- a website has one running scan at most, whoever starts it
create unique index scan_one_running on scan (org_id, website_id) where status = 'started';
create index scan_by_website on scan (org_id, website_id, started_at desc);
create index scan_running on scan (beat_at) where status = 'started';
call protect_tenant_table('scan');

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
  primary key (org_id, website_id, id),
  foreign key (org_id, website_id) references website on delete cascade,
  check ((state = 'fixed') = (fixed_at is not null))
);
call protect_tenant_table('finding');

-- What one scan said about each issue; never changed afterwards.
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
  primary key (org_id, scan_id, finding_id),
  foreign key (org_id, scan_id) references scan on delete cascade
);
call protect_tenant_table('scan_finding');

-- Asked by the clock, for all organisations: where a scan is due. Gives ids and nothing else.
create function due_website_schedules(at timestamptz, at_most integer) returns table (org_id uuid, website_id uuid)
  language sql stable security definer set search_path = public as
$$ select s.org_id, s.website_id from website_schedule s where s.next_scan <= at order by s.next_scan limit at_most $$;

-- Scans that no worker has spoken about for some time. Gives ids and nothing else.
create function silent_scans(since timestamptz, at_most integer) returns table (org_id uuid, scan_id uuid)
  language sql stable security definer set search_path = public as
$$ select s.org_id, s.id from scan s where s.status = 'started' and s.beat_at <= since order by s.beat_at limit at_most $$;
