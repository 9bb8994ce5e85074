-- Which mails an administrator wants, where it is not what everybody gets; it goes with the person.
create table notification_choice (
  org_id uuid not null,
  cognito_id text not null,
  event text not null check (length(event) between 1 and 40),
  wanted boolean not null,
  changed_at timestamptz not null,
  primary key (org_id, cognito_id, event),
  foreign key (org_id, cognito_id) references admin on delete cascade
);
call protect_tenant_table('notification_choice');

-- What somebody was told, so that nothing is told twice however often a job runs. Kept for half a year.
create table notification_sent (
  org_id uuid not null,
  cognito_id text not null,
  event text not null check (length(event) between 1 and 40),
  key text not null check (length(key) between 1 and 200),
  sent_at timestamptz not null,
  primary key (org_id, cognito_id, event, key),
  foreign key (org_id, cognito_id) references admin on delete cascade
);
call protect_tenant_table('notification_sent');
create index notification_sent_by_age on notification_sent (org_id, sent_at);

-- On which day the portal last went round for something: 'due' and 'digest' are the rounds themselves, the others what they told.
create table notification_round (
  org_id uuid not null references organization on delete cascade,
  kind text not null check (kind in ('due', 'digest', 'approvals', 'training')),
  day date not null,
  primary key (org_id, kind)
);
call protect_tenant_table('notification_round');

-- Organisations that a round has not come to since a day, a page at a time; ids and nothing else.
create function notification_organizations(round_kind text, since date, after_org uuid, at_most integer) returns table (org_id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as
$$ select o.org_id from organization o
   where o.org_id > after_org
     and not exists (select from notification_round r where r.org_id = o.org_id and r.kind = round_kind and r.day >= since)
   order by o.org_id limit at_most $$;
revoke execute on function notification_organizations(text, date, uuid, integer) from public;
grant execute on function notification_organizations(text, date, uuid, integer) to portal_app;
