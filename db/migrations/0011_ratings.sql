-- The rating of a company's attack surface: what was observed at its domain, what follows from it each day, and why it moved.

-- What an organization chose, and when it is measured next by itself.
create table rating_setting (
  org_id uuid not null references organization on delete cascade,
  -- names of signing keys to look at beside the usual ones
  dkim_selectors text[] not null default '{}' check (cardinality(dkim_selectors) <= 20),
  -- null: with the next round
  next_at timestamptz,
  primary key (org_id)
);
create index rating_setting_due on rating_setting (next_at);
call protect_tenant_table('rating_setting');

-- The newest measurement of a domain, at work or over; whoever changes what is known of the domain holds this row.
create table rating_run (
  org_id uuid not null references organization on delete cascade,
  -- registrable, in lower case and punycode
  domain text not null check (length(domain) between 1 and 253),
  state text not null check (state in ('waiting', 'running', 'done', 'failed')),
  started_by text not null check (started_by in ('schedule', 'administrator')),
  started_at timestamptz not null,
  begun_at timestamptz,
  finished_at timestamptz,
  -- how often a worker took it up, and when one last said that it is at work
  tries smallint not null default 0,
  beat_at timestamptz not null,
  percent smallint not null default 0 check (percent between 0 and 100),
  activity text not null default '',
  failure_code text,
  failure text,
  primary key (org_id, domain),
  check ((state in ('done', 'failed')) = (finished_at is not null)),
  check ((state = 'failed') = (failure is not null))
);
create index rating_run_at_work on rating_run (beat_at) where state in ('waiting', 'running');
call protect_tenant_table('rating_run');

-- What a vector rests on: when something was last learned about it.
create table rating_vector (
  org_id uuid not null,
  domain text not null,
  vector text not null check (length(vector) between 1 and 60),
  measured_at timestamptz,
  tried_at timestamptz not null,
  -- why nothing was learned when it was last tried
  note text,
  primary key (org_id, domain, vector),
  foreign key (org_id, domain) references rating_run on delete cascade
);
call protect_tenant_table('rating_vector');

create table rating_finding (
  org_id uuid not null,
  domain text not null,
  key text not null check (length(key) between 1 and 400),
  vector text not null,
  fact text not null,
  asset text not null,
  -- quotes a server that nobody vouches for
  evidence text not null,
  grade text not null check (grade in ('GOOD', 'FAIR', 'WARN', 'BAD', 'NEUTRAL')),
  effect jsonb not null,
  first_seen timestamptz not null,
  last_seen timestamptz not null,
  closed_at timestamptz,
  -- fixed: a later measurement proved it; aged: not seen for 60 days; unverified: the proof of ownership lapsed
  closed_because text check (closed_because in ('fixed', 'aged', 'unverified')),
  primary key (org_id, domain, key),
  foreign key (org_id, domain) references rating_run on delete cascade,
  check ((closed_at is null) = (closed_because is null))
);
create index rating_finding_open on rating_finding (org_id, domain) where closed_at is null;
call protect_tenant_table('rating_finding');

create table rating_asset (
  org_id uuid not null,
  domain text not null,
  asset text not null check (length(asset) between 1 and 300),
  kind text not null check (kind in ('domain', 'host', 'address', 'mail-server', 'website')),
  because text not null,
  first_seen timestamptz not null,
  last_seen timestamptz not null,
  -- the company says that it is not theirs
  not_ours_reason text check (length(not_ours_reason) between 1 and 500),
  not_ours_by text,
  not_ours_at timestamptz,
  primary key (org_id, domain, asset),
  foreign key (org_id, domain) references rating_run on delete cascade,
  check ((not_ours_reason is null) = (not_ours_at is null) and (not_ours_by is null) = (not_ours_at is null))
);
call protect_tenant_table('rating_asset');

-- One for each day in Pacific time, kept 400 days. A day's row is written anew with each measurement of the day.
create table rating_snapshot (
  org_id uuid not null,
  domain text not null,
  -- whose word it is; ratings of different sources are not comparable
  source text not null check (source in ('estimate', 'bitsight')),
  day date not null,
  -- of the measurement that it rests on, and of its last writing
  measured_at timestamptz not null,
  written_at timestamptz not null,
  -- counts the writings of the day, so that a report tells which it was made of
  version integer not null default 1,
  rating smallint not null check (rating between 250 and 900),
  -- grades by vector
  grades jsonb not null,
  -- why it moved since the day before it: { from, to, reasons }; null where it did not
  change jsonb,
  -- scores, limits, findings that counted with what their fixes would bring, an agency's own past; of the newest two days only
  detail jsonb,
  primary key (org_id, domain, source, day),
  foreign key (org_id, domain) references rating_run on delete cascade
) partition by range (day);

create table parts.rating_snapshot_rest partition of rating_snapshot default;
call protect_tenant_table('parts.rating_snapshot_rest');
create index rating_snapshot_newest on rating_snapshot (org_id, measured_at desc);
call protect_tenant_table('rating_snapshot');

-- Domains that are proved to be the company's; several organizations may prove the same one. What they publish for it follows
-- from a key of the installation.
create table rating_ownership (
  org_id uuid not null references organization on delete cascade,
  domain text not null check (length(domain) between 1 and 253),
  verified_at timestamptz not null,
  proved_by text not null check (proved_by in ('dns', 'file')),
  -- looked at again by itself, and how often in a row the proof was gone
  next_check_at timestamptz not null,
  misses smallint not null default 0,
  primary key (org_id, domain)
);
create index rating_ownership_due on rating_ownership (next_check_at);
call protect_tenant_table('rating_ownership');

-- Reports that experts were asked for.
create table rating_report_request (
  org_id uuid not null references organization on delete cascade,
  id uuid not null,
  domain text not null,
  note text not null default '' check (length(note) <= 2000),
  requested_by text not null,
  requested_by_email text not null,
  requested_at timestamptz not null,
  -- the conversation with the experts
  thread_id uuid not null,
  primary key (org_id, id)
);
call protect_tenant_table('rating_report_request');

-- Means over companies of one industry, of at least so many that none of them can be told from it. Holds nothing else.
create table rating_industry (
  industry text primary key,
  average smallint not null,
  companies integer not null,
  computed_at timestamptz not null
);

create function industry_ratings(since timestamptz, at_least integer) returns table (industry text, average smallint, companies integer)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as
$$ select industry, (round(avg(rating) / 10) * 10)::smallint, count(*)::integer
   from (
     -- a domain counts once, whoever looks after it
     select distinct on (s.domain) o.industry, s.rating
     from (
       select distinct on (n.org_id) n.org_id, n.domain, n.rating, n.measured_at from rating_snapshot n
       where n.source = 'estimate' and n.measured_at >= since order by n.org_id, n.measured_at desc
     ) s join organization o on o.org_id = s.org_id
     order by s.domain, s.measured_at desc
   ) newest
   group by industry having count(*) >= at_least $$;

-- Organizations whose rating is due by the clock, ids and nothing else.
create function due_ratings(at timestamptz, at_most integer) returns table (org_id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as
$$ (select s.org_id from rating_setting s where s.next_at <= at order by s.next_at limit at_most)
   union all
   (select o.org_id from organization o
    where not exists (select from rating_setting s where s.org_id = o.org_id and s.next_at is not null) limit at_most)
   limit at_most $$;

-- Measurements whose worker fell silent.
create function silent_ratings(since timestamptz, at_most integer) returns table (org_id uuid, domain text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as
$$ select r.org_id, r.domain from rating_run r where r.state in ('waiting', 'running') and r.beat_at < since order by r.beat_at limit at_most $$;

-- Proofs to be looked at again.
create function due_rating_proofs(at timestamptz, at_most integer) returns table (org_id uuid, domain text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as
$$ select p.org_id, p.domain from rating_ownership p where p.next_check_at <= at order by p.next_check_at limit at_most $$;
