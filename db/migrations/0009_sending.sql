-- Emails that an organization has the portal send to people other than its administrators: how many, who reported them, and
-- whether staff stopped the sender. Recipients are keyed hashes of a mailbox; no address is kept here.

create table third_party_email (
  org_id uuid not null references organization on delete cascade,
  -- in Pacific time
  day date not null,
  recipient uuid not null,
  -- the address is at a domain that the organization has proved
  colleague boolean not null,
  emails integer not null default 1,
  -- not handed over, because the sender was stopped or the recipient had reported it
  withheld integer not null default 0,
  primary key (org_id, day, recipient)
);
call protect_tenant_table('third_party_email');
create index third_party_email_by_day on third_party_email (day);

create table third_party_report (
  org_id uuid not null references organization on delete cascade,
  recipient uuid not null,
  reported_at timestamptz not null,
  about text not null check (about in ('signing', 'training', 'approval', 'invitation', 'issue')),
  comment text not null default '' check (length(comment) <= 1000),
  colleague boolean not null,
  primary key (org_id, recipient)
);
call protect_tenant_table('third_party_report');

create table third_party_sender (
  org_id uuid primary key references organization on delete cascade,
  stopped boolean not null,
  reason text not null check (length(reason) between 1 and 1000),
  -- the member of staff, by name; null where reports stopped it
  decided_by text,
  decided_at timestamptz not null
);
call protect_tenant_table('third_party_sender');

-- What the desk of the staff lists: organizations that sent, were reported or were decided about. `channels` null is every channel.
create function third_party_senders(channels text[], today date, only_open boolean, at_most integer, skip integer)
returns table (org_id uuid, company_name text, channel_id text, plan_id text, subscription_status text, today_people integer,
  week_people integer, week_emails integer, withheld integer, reports integer, last_report timestamptz, stopped boolean, decided_by text, decided_at timestamptz, total integer)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with volume as (
    select e.org_id, count(*) filter (where e.day = today)::int as today_people, count(distinct e.recipient)::int as week_people,
      sum(e.emails)::int as week_emails, sum(e.withheld)::int as withheld
    from third_party_email e where e.day > today - 7 group by e.org_id
  ), reported as (
    select r.org_id, count(*)::int as reports, max(r.reported_at) as last_report from third_party_report r group by r.org_id
  ), found as (
    select o.org_id, o.company_name, o.channel_id, o.plan_id, o.subscription_status, coalesce(v.today_people, 0) as today_people,
      coalesce(v.week_people, 0) as week_people, coalesce(v.week_emails, 0) as week_emails, coalesce(v.withheld, 0) as withheld,
      coalesce(r.reports, 0) as reports, r.last_report, coalesce(s.stopped, false) as stopped, s.decided_by, s.decided_at
    from organization o left join volume v using (org_id) left join reported r using (org_id) left join third_party_sender s using (org_id)
    where (channels is null or o.channel_id = any (channels)) and (v.org_id is not null or r.org_id is not null or s.org_id is not null)
      and (not only_open or (r.last_report > coalesce(s.decided_at, '-infinity') or (s.stopped and s.decided_by is null)))
  )
  select f.*, (count(*) over ())::int from found f
  order by (f.stopped and f.decided_by is null) desc, f.reports desc, f.week_people desc, lower(f.company_name), f.org_id limit at_most offset skip
$$;

create function old_third_party_email(before date, at_most integer) returns table (org_id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select distinct e.org_id from third_party_email e where e.day < before limit at_most
$$;
