-- The customer's organization and the people who administer it.

create table organization (
  org_id uuid primary key,
  company_name text not null check (length(company_name) between 1 and 200),
  company_url text not null default '',
  number_of_employees text not null,
  industry text not null,
  phone text not null default '',
  channel_id text not null,
  subscription_id text,
  plan_id text not null,
  subscription_status text not null check (subscription_status in ('INTRIAL', 'ACTIVE')),
  sign_up_date timestamptz not null,
  subscription_date timestamptz,
  expiration_date timestamptz,
  org_goals jsonb not null default '{}',
  welcome_email_sent boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- every administrator needs a second factor; the audit log of the table notes who said so
  second_factor_required boolean not null default false
);
create index organization_by_subscription_id on organization (lower(subscription_id));
create index organization_by_channel on organization (channel_id);
create index organization_by_trial_end on organization (expiration_date) where subscription_status = 'INTRIAL';
call protect_tenant_table('organization');
call audit_table('organization', 'company_name', 'updated_at,created_at,welcome_email_sent', true);

create table admin (
  org_id uuid not null references organization on delete cascade,
  cognito_id text not null,
  email text not null,
  first_name text not null,
  last_name text not null,
  job_title text not null default '',
  has_seen_org_goals boolean not null default false,
  -- which introductions this person has seen, and the cyber maturity flags
  portal_data jsonb not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (org_id, cognito_id)
);
-- a person administers one organization
create unique index admin_one_organization on admin (cognito_id);
create unique index admin_one_address on admin (lower(email));
call protect_tenant_table('admin');
call audit_table('admin', 'email', 'updated_at,created_at,portal_data,has_seen_org_goals', true);

-- Asked right after sign-in, when the organization is not known yet; gives an id and nothing else.
create function organization_of_person(person text) returns uuid
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as
$$ select org_id from admin where cognito_id = person $$;

-- The people who work there: they get emails with links and have no account. Those who left stay, because records name them.
create table team_member (
  org_id uuid not null references organization on delete cascade,
  id uuid not null,
  name text not null check (length(name) between 1 and 120),
  email text not null check (length(email) between 3 and 254),
  -- addresses that differ in case only are the same address
  email_key text not null,
  created_at timestamptz not null,
  left_at timestamptz,
  given_name text not null default '' check (length(given_name) <= 120),
  family_name text not null default '' check (length(family_name) <= 120),
  department text not null default '' check (length(department) <= 120),
  -- one list of people, for signing and for training; who is asked for neither any more has left
  signs boolean not null default true,
  trains boolean not null default false,
  primary key (org_id, id)
);
create unique index team_member_address on team_member (org_id, email_key) where left_at is null;
create index team_member_by_name on team_member (org_id, lower(name), id) where left_at is null and signs;
create index team_member_untrained on team_member (org_id, lower(name), id) where left_at is null and not trains;
call protect_tenant_table('team_member');
call audit_table('team_member', 'name', 'email_key,created_at');

-- What was answered to a call with a key of its caller, so that the same call sent again does nothing twice.
create table idempotency_key (
  org_id uuid not null references organization on delete cascade,
  caller text not null,
  call text not null,
  key text not null check (length(key) between 1 and 255),
  -- of what was asked
  fingerprint text not null,
  begun_at timestamptz not null,
  -- the request that works on it says so again and again
  held_until timestamptz not null,
  -- transactions that it committed
  effects integer not null default 0,
  answered_at timestamptz,
  -- sealed, because it may hold a secret that is shown once
  sealed_answer text,
  -- which request has the key in hand, so that one that was given up on can neither note nor answer anything for the next; and
  -- the number under which its program shows that it lives, by a lock on a connection of its own
  claim uuid not null default gen_random_uuid(),
  program integer,
  primary key (org_id, caller, call, key)
);
call protect_tenant_table('idempotency_key');
create index idempotency_key_by_age on idempotency_key (begun_at);

create function organizations_with_old_idempotency_keys(before timestamptz, at_most integer) returns table (org_id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select distinct k.org_id from idempotency_key k where k.begun_at < before limit at_most
$$;

-- Sealed texts begin with the id of their key; the command that seals them again asks each organization for its own.
create function organizations_after(after_org uuid, at_most integer) returns table (org_id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as
$$ select o.org_id from organization o where after_org is null or o.org_id > after_org order by o.org_id limit at_most $$;

-- Organizations with rows in a table that are older than a time (src/app/retention.ts), a page at a time; ids and nothing else.
create function organizations_with_old_rows(table_name text, column_name text, before timestamptz, after_org uuid, at_most integer)
  returns table (org_id uuid) language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  return query execute format('select distinct t.org_id from public.%I t where t.%I < $1 and t.org_id > $2 order by 1 limit $3',
    table_name, column_name) using before, after_org, at_most;
end $$;
