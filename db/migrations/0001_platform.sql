-- What any module is served with: sessions, keys, client errors, events. No product words.

do $$ begin
  if not exists (select from pg_roles where rolname = 'portal_app') then
    create role portal_app login;
  end if;
exception when duplicate_object or unique_violation then null; -- another database of the same cluster made it first
end $$;

grant usage on schema public to portal_app;
alter default privileges in schema public grant select, insert, update, delete on tables to portal_app;
alter default privileges in schema public grant usage, select on sequences to portal_app;

-- The organisation that the current transaction acts for; null outside `inOrg`, so that no tenant row is visible there.
create function current_org() returns uuid language sql stable as
$$ select nullif(current_setting('app.org_id', true), '')::uuid $$;

-- Every tenant table calls this once: row-level security bound to its org_id.
create procedure protect_tenant_table(table_name regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', table_name);
  execute format('create policy own_organization on %s using (org_id = current_org()) with check (org_id = current_org())', table_name);
end $$;

-- Sessions are opaque: the cookie holds a random token, this table its hash. org_id is what the session acts for,
-- found after sign-in; the table is read before any organisation is known, so it is not a tenant table.
create table app_session (
  token_hash text primary key,
  cognito_id text not null,
  email text not null,
  acts_for uuid,
  support_staff text,
  new_user boolean not null default false,
  -- lets sign-out revoke it at the user pool; sealed with the secret of the installation
  sealed_refresh_token text,
  created_at timestamptz not null,
  touched_at timestamptz not null,
  expires_at timestamptz not null
);
create index app_session_by_person on app_session (cognito_id);
create index app_session_by_age on app_session (expires_at);

create table client_error (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  level text not null,
  message text not null,
  endpoint text,
  filename text,
  stack text,
  cognito_id text,
  user_agent text
);
create index client_error_by_age on client_error (at);

-- Counters of requests per address and call, shared by all servers.
create unlogged table rate_window (
  key text primary key,
  used integer not null,
  ends_at timestamptz not null
);
create index rate_window_by_end on rate_window (ends_at);
