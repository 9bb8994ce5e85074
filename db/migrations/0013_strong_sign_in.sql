-- Strong sign-in: how a session was begun and from where, who has a second factor, and codes for a lost phone.

alter table app_session
  -- how the person's own list names a session; the hash of its token never leaves the server
  add column id uuid not null default gen_random_uuid(),
  -- the sign-in passed a second factor
  add column strong boolean not null default false,
  add column ip text,
  add column user_agent text;
create unique index app_session_by_id on app_session (id);

drop trigger session_changed on app_session;
create trigger session_changed after delete or update of acts_for, new_user, support_staff, expires_at, strong on app_session
  for each row execute function notify_session_change();

-- A person has a second factor at the user pool. A person is known before any organisation is, so this is no tenant table.
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

-- Every administrator needs a second factor; the audit log of the table notes who said so.
alter table organization add column second_factor_required boolean not null default false;

-- The built-in user pool: the shared secret of an authenticator app, and one that waits for its first code.
create table user_pool_software_token (
  cognito_id text primary key references user_pool_user on delete cascade,
  sealed_secret text,
  sealed_pending text,
  device_name text not null default '',
  enabled boolean not null default false,
  preferred boolean not null default false,
  -- of thirty seconds since 1970; a code of this step or an earlier one is not taken again
  last_step integer,
  updated_at timestamptz not null,
  check (not enabled or sealed_secret is not null)
);

alter table user_pool_challenge drop constraint user_pool_challenge_challenge_check;
alter table user_pool_challenge add constraint user_pool_challenge_challenge_check
  check (challenge in ('PASSWORD_VERIFIER', 'NEW_PASSWORD_REQUIRED', 'SOFTWARE_TOKEN_MFA'));
