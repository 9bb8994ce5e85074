-- The customer's organisation and the people who administer it.

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
  updated_at timestamptz not null
);
call protect_tenant_table('organization');

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
-- a person administers one organisation
create unique index admin_one_organization on admin (cognito_id);
create unique index admin_one_address on admin (lower(email));
call protect_tenant_table('admin');

create table admin_invite (
  org_id uuid not null references organization on delete cascade,
  id uuid not null,
  -- the link itself is only in the mail
  link_hash text not null,
  email text not null,
  first_name text not null default '',
  last_name text not null default '',
  job_title text not null default '',
  status text not null check (status in ('sent', 'used', 'canceled')),
  invited_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (org_id, id)
);
create unique index admin_invite_link on admin_invite (link_hash);
create index admin_invite_address on admin_invite (org_id, lower(email));
call protect_tenant_table('admin_invite');

-- Asked right after sign-in, when the organisation is not known yet; gives an id and nothing else.
create function organization_of_person(person text) returns uuid
  language sql stable security definer set search_path = public as
$$ select org_id from admin where cognito_id = person $$;

-- An invitation link is opened by somebody who is not signed in; gives the place of the row and nothing else.
create function organization_of_invite(hash text) returns table (org_id uuid, id uuid)
  language sql stable security definer set search_path = public as
$$ select i.org_id, i.id from admin_invite i where i.link_hash = hash $$;
