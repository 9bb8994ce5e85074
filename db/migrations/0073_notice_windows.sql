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

-- Organizations with notices whose hour is over, a page at a time; ids and nothing else.
create function organizations_with_held_notices(at timestamptz, after_org uuid, at_most integer) returns table (org_id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as
$$ select distinct h.org_id from notification_held h join notification_window w using (org_id, cognito_id, event)
   where w.open_until <= at and h.org_id > after_org order by 1 limit at_most $$;
revoke execute on function organizations_with_held_notices(timestamptz, uuid, integer) from public;
grant execute on function organizations_with_held_notices(timestamptz, uuid, integer) to portal_app;
call let_see_every_organization('organizations_with_held_notices(timestamptz, uuid, integer)');
