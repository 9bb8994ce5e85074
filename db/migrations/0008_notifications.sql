-- The emails that an administrator wants, where they are not the default; it goes with the person.
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

-- News that was sent to a person, so that none is sent twice however often a job runs. Kept for half a year.
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

-- One email an hour for each person and kind of notice: the first goes at once, later ones wait here for the end of the hour.

-- Until when further notices of a kind are held for a person.
create table notification_window (
  org_id uuid not null,
  cognito_id text not null,
  event text not null check (length(event) between 1 and 40),
  open_until timestamptz not null,
  primary key (org_id, cognito_id, event),
  foreign key (org_id, cognito_id) references admin on delete cascade
);
call protect_tenant_table('notification_window');

create table notification_held (
  org_id uuid not null,
  cognito_id text not null,
  event text not null,
  key text not null check (length(key) between 1 and 200),
  notice jsonb not null,
  held_at timestamptz not null,
  primary key (org_id, cognito_id, event, key),
  foreign key (org_id, cognito_id, event) references notification_window on delete cascade
);
call protect_tenant_table('notification_held');

-- Organizations that a round has not come to since a day, a page at a time; ids and nothing else.
create function notification_organizations(round_kind text, since date, after_org uuid, at_most integer) returns table (org_id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as
$$ select o.org_id from organization o
   where o.org_id > after_org
     and not exists (select from notification_round r where r.org_id = o.org_id and r.kind = round_kind and r.day >= since)
   order by o.org_id limit at_most $$;

-- Organizations with notices whose hour is over, a page at a time; ids and nothing else.
create function organizations_with_held_notices(at timestamptz, after_org uuid, at_most integer) returns table (org_id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as
$$ select distinct h.org_id from notification_held h join notification_window w using (org_id, cognito_id, event)
   where w.open_until <= at and h.org_id > after_org order by 1 limit at_most $$;
