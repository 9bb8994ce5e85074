-- The dashboard asks all modules in one statement that costs the same however many rows an organisation has: what would be
-- counted is kept as a count, by trigger, and what is newest or running is found by an index.

create index scan_completed on scan (org_id, website_id, completed_at desc) where status = 'completed';

-- Issues that are open, of each website.
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
    where state = 'open' and exists (select from organization o where o.org_id = c.org_id)
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

insert into finding_tally select org_id, website_id, severity, count(*) from finding where state = 'open' group by 1, 2, 3;

-- People of the team: how many are trained, and how many are not.
create table people_tally (
  org_id uuid not null references organization on delete cascade,
  trainees integer not null default 0,
  untrained integer not null default 0,
  -- the last time that a trainee was added or seen, to within five minutes of the same day
  last_at timestamptz,
  primary key (org_id)
);
call protect_tenant_table('people_tally');
create index trainee_first on trainee (org_id, added_at) where archived_at is null;

create function tally_trainees() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into people_tally as t (org_id, trainees, last_at)
    select org_id, count(*) filter (where archived_at is null), max(greatest(added_at, last_seen_at)) from added group by 1
    on conflict (org_id) do update set trainees = t.trainees + excluded.trainees, last_at = greatest(t.last_at, excluded.last_at);
  elsif tg_op = 'DELETE' then
    update people_tally t set trainees = t.trainees - c.n
    from (select org_id, count(*) as n from removed where archived_at is null group by 1) c where t.org_id = c.org_id;
  else
    update people_tally t set trainees = t.trainees + c.step
    from (
      select org_id, sum(step) as step
      from (select org_id, 1 as step from added where archived_at is null union all select org_id, -1 from removed where archived_at is null) s
      group by 1 having sum(step) <> 0
    ) c where t.org_id = c.org_id;
    -- many learn at once: nobody waits for the other only to say when it was, and it is said now and then
    with seen as (select org_id, max(last_seen_at) as at from added group by 1), free as (
      select t.org_id from people_tally t join seen s on s.org_id = t.org_id
      where s.at > t.last_at and (s.at > t.last_at + interval '5 minutes'
        or (s.at at time zone 'America/Los_Angeles')::date > (t.last_at at time zone 'America/Los_Angeles')::date)
      for no key update of t skip locked
    )
    update people_tally t set last_at = s.at from seen s join free f on f.org_id = s.org_id where t.org_id = s.org_id;
  end if;
  return null;
end $$;
create trigger tally_inserted after insert on trainee referencing new table as added
  for each statement execute function tally_trainees();
create trigger tally_updated after update on trainee referencing new table as added old table as removed
  for each statement execute function tally_trainees();
create trigger tally_deleted after delete on trainee referencing old table as removed
  for each statement execute function tally_trainees();

create function tally_team() returns trigger language plpgsql as $$
declare
  changes text := case tg_op
    when 'INSERT' then 'select *, 1 as step from added'
    when 'DELETE' then 'select *, -1 as step from removed'
    else 'select *, 1 as step from added union all select *, -1 as step from removed' end;
begin
  execute format($sql$
    insert into people_tally as t (org_id, untrained)
    select org_id, sum(step) from (%s) c
    where left_at is null and not trains and exists (select from organization o where o.org_id = c.org_id)
    group by 1 having sum(step) <> 0
    on conflict (org_id) do update set untrained = t.untrained + excluded.untrained $sql$, changes);
  return null;
end $$;
create trigger tally_inserted after insert on team_member referencing new table as added
  for each statement execute function tally_team();
create trigger tally_updated after update on team_member referencing new table as added old table as removed
  for each statement execute function tally_team();
create trigger tally_deleted after delete on team_member referencing old table as removed
  for each statement execute function tally_team();

insert into people_tally (org_id, trainees, untrained, last_at)
select m.org_id, count(t.member_id) filter (where t.archived_at is null), count(*) filter (where m.left_at is null and not m.trains),
  max(greatest(t.added_at, t.last_seen_at))
from team_member m left join trainee t on t.org_id = m.org_id and t.member_id = m.id group by 1;

-- What somebody put off: it is not proposed again until then, or until there is more of it.
create table dashboard_snooze (
  org_id uuid not null references organization on delete cascade,
  action text not null check (length(action) between 1 and 40),
  -- as it read when it was put off
  title text not null check (length(title) between 1 and 200),
  -- how much there was of it: issues, drafts, people
  amount integer not null,
  until timestamptz not null,
  primary key (org_id, action)
);
call protect_tenant_table('dashboard_snooze');
call audit_table('dashboard_snooze', 'title', 'amount');
call tell_tenant_changes('dashboard_snooze');

-- Evidence packs: documents for a customer, broker or insurer. Each stays what it was when it was made.
create table evidence_pack (
  org_id uuid not null references organization on delete cascade,
  id uuid not null,
  made_at timestamptz not null,
  made_by text not null,
  audience text not null check (audience in ('customer', 'broker', 'insurer')),
  addressee text not null default '' check (length(addressee) <= 120),
  -- what it tells of, in order
  sections text[] not null,
  name text not null check (length(name) between 1 and 255),
  pages integer not null,
  bytes integer not null,
  -- SHA-256 of the file
  fingerprint text not null check (length(fingerprint) = 64),
  primary key (org_id, id)
);
create index evidence_pack_by_time on evidence_pack (org_id, made_at desc, id);
call protect_tenant_table('evidence_pack');
call audit_table('evidence_pack', 'name', 'pages,bytes');
