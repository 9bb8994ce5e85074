-- What every module stands on: roles, tenancy, sessions, keys, limits, and records that are only ever added to. No product words.

-- Programs act as portal_app, which owns nothing. Functions that answer before an organization is known run as portal_across, which no
-- program can take (decision 21).
do $$ begin
  if not exists (select from pg_roles where rolname = 'portal_app') then
    create role portal_app login;
  end if;
exception when duplicate_object or unique_violation then null; -- another database of the same cluster made it first
end $$;

do $$ begin
  if not exists (select from pg_roles where rolname = 'portal_across') then
    create role portal_across nologin;
  end if;
exception when duplicate_object or unique_violation then null; -- another database of the same cluster made it first
end $$;

-- An owner that is no superuser takes the roles that it made: one for programs that sign in as the owner, the other for this migration.
do $$ begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    if not pg_has_role(current_user, 'portal_app', 'set') then execute format('grant portal_app to %I', current_user); end if;
    execute format('grant portal_across to %I', current_user);
  end if;
end $$;
grant usage on schema public to portal_app, portal_across;
alter default privileges in schema public grant select, insert, update, delete on tables to portal_app, portal_across;
alter default privileges in schema public grant usage, select on sequences to portal_app, portal_across;

-- A program that may not be the owner asks which migrations there are.
grant select, insert, update, delete on schema_migration to portal_across;
grant select on schema_migration to portal_app;

-- The organization that the current transaction acts for; null outside `inOrg`, so that no tenant row is visible there.
create function current_org() returns uuid language sql stable as
$$ select nullif(current_setting('app.org_id', true), '')::uuid $$;

-- Every tenant table calls this once: row-level security bound to its org_id, for the owner of the table too.
create procedure protect_tenant_table(table_name regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', table_name);
  execute format('alter table %s force row level security', table_name);
  execute format('create policy own_organization on %s using (org_id = current_org()) with check (org_id = current_org())', table_name);
  execute format('create policy across_organizations on %s to portal_across using (true) with check (true)', table_name);
end $$;

-- Called for each security definer function: from then on it runs as the role that sees every organization.
create procedure let_see_every_organization(function_name regprocedure) language plpgsql as $$
begin
  execute 'grant create on schema public to portal_across';
  execute format('alter function %s owner to portal_across', function_name);
  execute 'revoke create on schema public from portal_across';
end $$;

-- Rows of some tables are only ever added; the desk's log loses what is older than its time.
create procedure only_added(table_name regclass) language plpgsql as $$
begin
  execute format('revoke update, delete, truncate on %s from portal_app', table_name);
  execute format('create trigger only_added before update or delete or truncate on %s for each statement execute function refuse_change()', table_name);
end $$;

create function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and tg_table_name = 'staff_act' and current_user = 'portal_across' then return null; end if;
  raise exception 'Rows of % are only ever added.', tg_table_name using errcode = 'insufficient_privilege';
end $$;

-- Partitions are in a schema that no program may look into: rows are reached by the table, through its policy (0023_partitions.sql).
create schema parts;
grant usage on schema parts to portal_across;

-- Sessions are opaque: the cookie holds a random token, this table its hash. org_id is what the session acts for,
-- found after sign-in; the table is read before any organization is known, so it is not a tenant table.
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
  expires_at timestamptz not null,
  -- how the person's own list names a session; the hash of its token never leaves the server
  id uuid not null default gen_random_uuid(),
  -- the sign-in passed a second factor
  strong boolean not null default false,
  ip text,
  user_agent text,
  -- A session of staff: their own acts for nobody; a support session acts for an organization as one of its administrators,
  -- with `cognito_id` and `email` theirs and `support_staff` the address of the member of staff.
  staff_id uuid,
  staff_name text,
  support_reason text,
  -- a password changed at the pool ends every session but that of the sign-in which changed it
  sign_in_id text,
  constraint app_session_staff check (
    (staff_id is null) = (staff_name is null)
    and (staff_id is null or (acts_for is null) = (support_staff is null))
    and (support_reason is null or support_staff is not null))
);
create index app_session_by_person on app_session (cognito_id);
create index app_session_by_age on app_session (expires_at);
create unique index app_session_by_id on app_session (id);
-- a member of staff acts for one organization at a time
create unique index app_session_one_support on app_session (staff_id) where support_staff is not null;
create index app_session_by_organization on app_session (acts_for);

-- Sign-ins at the user pool that began a session: their tokens begin no other.
create table used_sign_in (
  sign_in_id text primary key,
  used_at timestamptz not null
);
create index used_sign_in_by_age on used_sign_in (used_at);

-- Keys of single purposes that outlive a rotation of SECRET_KEY: what people hold (DNS records, recovery codes) follows from them.
create table lasting_key (
  purpose text primary key,
  sealed text not null
);

-- Failures that browsers reported.
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

-- Counters of requests per address and call, shared by all servers. Logged, because a server that ended uncleanly would lose every limit.
create table rate_window (
  key text primary key,
  used integer not null,
  ends_at timestamptz not null
);
create index rate_window_by_end on rate_window (ends_at);

-- Emails that were given up, longer than the queue keeps them. Neither subject nor text, which may hold a code.
create table mail_failure (
  -- of the job that sent it
  id text primary key,
  at timestamptz not null,
  recipient text not null,
  sender text not null,
  reason text not null
);
create index mail_failure_by_time on mail_failure (at desc, id);
