-- Invitations, sign-up links, second factors, and failed sign-ins.

create table admin_invite (
  org_id uuid not null references organization on delete cascade,
  id uuid not null,
  -- the link itself is only in the email
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
  -- a link stops working when its invitation goes to another address or is renewed: its secret follows from the round
  link_round integer not null default 0,
  primary key (org_id, id)
);
create unique index admin_invite_link on admin_invite (link_hash);
create index admin_invite_address on admin_invite (org_id, lower(email));
create index admin_invite_by_address on admin_invite (lower(email));
call protect_tenant_table('admin_invite');
call audit_table('admin_invite', 'email', 'link_hash,link_round,created_at', true);

-- An invitation link is opened by a person who is not signed in; gives the place of the row and nothing else.
create function organization_of_invite(hash text) returns table (org_id uuid, id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as
$$ select i.org_id, i.id from admin_invite i where i.link_hash = hash $$;

-- A person who lost an invitation asks for it by address, without being signed in; gives places of rows and nothing else.
create function open_invites_of_address(address text, at timestamptz) returns table (org_id uuid, id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as
$$ select i.org_id, i.id from admin_invite i
   where lower(i.email) = lower(address) and i.status = 'sent' and i.expires_at > at
   order by i.created_at desc limit 5 $$;

-- Links for choosing a new password. The link itself is only in the email; a person has no organization here.
create table password_reset_link (
  link_hash text primary key,
  cognito_id text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- whom to notify that a link set a new password
  email text not null default ''
);
create index password_reset_link_by_person on password_reset_link (cognito_id);
create index password_reset_link_by_age on password_reset_link (expires_at);

-- Links by which a person who was invited makes an account. The link itself is only in the email; there is no organization
-- yet, so the table is outside of them. An accepted link keeps what onboarding begins with, and whether its person wants
-- messages about security.
create table signup_link (
  link_hash text primary key,
  email text not null,
  first_name text not null default '',
  last_name text not null default '',
  company_name text not null default '',
  subscription_id text not null,
  variant text not null check (variant in ('link', 'sec')),
  status text not null default 'sent' check (status in ('sent', 'opened', 'accepted', 'replaced')),
  -- null where it was not asked
  sec_opt_in boolean,
  -- what its page told, oldest first
  events jsonb not null default '[]',
  -- the account that was made; empty for a moment while it is being made
  cognito_id text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz
);
create index signup_link_by_address on signup_link (email);
create index signup_link_by_person on signup_link (cognito_id) where cognito_id is not null;
create index signup_link_by_age on signup_link (expires_at);

-- A person has a second factor at the user pool. A person is known before any organization is, so this is no tenant table.
create table second_factor (
  cognito_id text primary key,
  -- a sign-in from before proves a password alone
  since timestamptz not null
);

-- The user pool has no codes for a lost phone, so they are the portal's. Each works once; only a keyed hash is kept.
create table recovery_code (
  cognito_id text not null,
  code_hash text not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (cognito_id, code_hash)
);

-- Failed sign-ins that wait to be written into the activity log, together for a quarter of an hour. The last place is kept.
create table failed_sign_in (
  cognito_id text primary key,
  tries integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  ip text not null,
  user_agent text not null
);
create index failed_sign_in_by_age on failed_sign_in (first_at);
