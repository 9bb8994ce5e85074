-- What people decide about issues (accepted until a date, a false alarm), what happened to each issue, and looks at one issue
-- after a fix.

alter table finding
  add column decision text check (decision in ('accepted', 'false-positive')),
  add column decision_reason text not null default '' check (length(decision_reason) <= 1000),
  add column decided_by text,
  add column decided_at timestamptz,
  -- how severe it was when it was decided: a false alarm that becomes more severe is looked at again
  add column decided_severity text check (decided_severity in ('high', 'medium', 'low')),
  add column accepted_until timestamptz,
  add column second_look boolean not null default false,
  -- when the acceptance ended by itself; until something else happens to the issue
  add column acceptance_ended_at timestamptz,
  -- what lists are filtered and sorted by, as the newest scan that saw it said
  add column owasp text not null default '',
  add column confidence text not null default '',
  add column score double precision not null default 0,
  -- the first folder of the address, `/shop/`
  add column folder text not null default '/',
  add check ((decision is null) = (decided_at is null)),
  add check ((decision is not null and decision = 'accepted') = (accepted_until is not null)),
  add check (not second_look or decision = 'false-positive'),
  -- what counts where issues are counted: a decision stays with an issue that goes and comes back
  add column status text not null generated always as (case
    when decision = 'false-positive' and not second_look then 'false-positive'
    when state = 'fixed' then 'fixed'
    when decision = 'accepted' then 'accepted'
    else 'open' end) stored;

update finding f set owasp = substring(sf.details ->> 'owasp' from '^A\d\d'), confidence = coalesce(sf.details ->> 'confidence', ''),
  score = coalesce((sf.details -> 'cvss' ->> 'score')::double precision, 0),
  folder = coalesce(substring(sf.details #>> '{places,0,url}' from '^https?://[^/?#]+(/[^/?#]+/)'), '/')
from scan_finding sf where sf.org_id = f.org_id and sf.scan_id = f.last_scan_id and sf.finding_id = f.id and sf.details ->> 'owasp' ~ '^A\d\d';

create index finding_accepted_until on finding (accepted_until) where decision = 'accepted';

-- How people had decided when the report was the newest: kind, reason, by, at, until.
alter table scan_finding add column decision jsonb;
alter table scan add column decided_issues integer not null default 0;

create or replace function tally_findings() returns trigger language plpgsql as $$
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

-- What happened to an issue, by scans, people and looks after a fix.
create table finding_event (
  org_id uuid not null,
  website_id uuid not null,
  finding_id text not null,
  seq bigint generated always as identity,
  at timestamptz not null,
  kind text not null check (kind in ('found', 'fixed', 'reopened', 'accepted', 'false-positive', 'undone', 'acceptance-ended',
    'second-look', 'retest-gone', 'retest-still-there', 'retest-unchecked')),
  -- the person, by e-mail; null for what scans and dates do
  by_email text,
  note text not null default '',
  until timestamptz,
  primary key (org_id, seq),
  foreign key (org_id, website_id, finding_id) references finding on delete cascade
);
create index finding_event_of_issue on finding_event (org_id, website_id, finding_id, seq);
call protect_tenant_table('finding_event');

insert into finding_event (org_id, website_id, finding_id, at, kind)
select f.org_id, f.website_id, f.id, coalesce(s.completed_at, s.started_at), case sf.state when 'new' then 'found' else sf.state end
from scan_finding sf
join scan s on s.org_id = sf.org_id and s.id = sf.scan_id
join finding f on f.org_id = sf.org_id and f.website_id = s.website_id and f.id = sf.finding_id
where sf.state <> 'open' order by s.completed_at;

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

-- Asked by the clock, for all organisations. Both give ids and nothing else.
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
revoke execute on function ended_acceptances(timestamptz, integer) from public;
revoke execute on function silent_retests(timestamptz, integer) from public;
grant execute on function ended_acceptances(timestamptz, integer), silent_retests(timestamptz, integer) to portal_app;

-- counts of scans follow from what is decided, which is an entry of its own
drop trigger record_change on scan;
call audit_table('scan', 'website_id', 'requested_by,canceled_by,started_at,begun_at,completed_at,tries,beat_at,percent,activity,requests,pages,handle,failure_code,failure_reason,highs,mediums,lows,new_issues,open_issues,reopened_issues,fixed_issues,passed,coverage,engine,asked_profile,held_back,proved_by,decided_issues');
