-- The built-in user pool: people who can sign in, and what proves it. Nothing here belongs to one organisation.

create table user_pool_user (
  cognito_id text primary key,
  -- always trimmed and lower-cased
  email text not null check (email = lower(email) and length(email) between 3 and 254),
  email_verified boolean not null default false,
  subscription_id text check (length(subscription_id) between 1 and 256),
  status text not null check (status in ('UNCONFIRMED', 'CONFIRMED', 'FORCE_CHANGE_PASSWORD', 'RESET_REQUIRED')),
  password_hash text not null,
  srp_salt text not null,
  -- a verifier is cheap to guess from, so it is sealed with the secret of the installation
  sealed_srp_verifier text not null,
  temporary_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index user_pool_user_address on user_pool_user (email);

-- One six-digit code for an address and purpose. The address is a keyed hash, so that a request for an address
-- without an account leaves the same trace as one for an account, and no list of strangers' addresses.
create table user_pool_code (
  name_hash text not null,
  purpose text not null check (purpose in ('sign-up', 'forgot-password')),
  cognito_id text references user_pool_user on delete cascade,
  code_hash text not null,
  failed integer not null default 0,
  used_at timestamptz,
  expires_at timestamptz not null,
  -- how many were sent in the current hour
  sent integer not null default 1,
  window_ends_at timestamptz not null,
  primary key (name_hash, purpose)
);
create index user_pool_code_by_age on user_pool_code (expires_at);

-- An unfinished sign-in; used once.
create table user_pool_challenge (
  token_hash text primary key,
  challenge text not null check (challenge in ('PASSWORD_VERIFIER', 'NEW_PASSWORD_REQUIRED')),
  -- null: an address without an account, played to the end
  cognito_id text references user_pool_user on delete cascade,
  sealed_state text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index user_pool_challenge_by_age on user_pool_challenge (expires_at);

-- One row for each sign-in; the access tokens that came from it name it as origin_jti.
create table user_pool_refresh_token (
  origin_jti text primary key,
  token_hash text not null unique,
  cognito_id text not null references user_pool_user on delete cascade,
  signed_in_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index user_pool_refresh_token_by_person on user_pool_refresh_token (cognito_id);
create index user_pool_refresh_token_by_age on user_pool_refresh_token (expires_at);

-- Failed sign-ins of a name, known or not.
create table user_pool_lockout (
  name_hash text primary key,
  attempts integer not null,
  -- when the last attempt was made, or the end of the lock that it brought
  locked_until timestamptz not null
);
create index user_pool_lockout_by_age on user_pool_lockout (locked_until);

create table user_pool_key (
  token_use text primary key check (token_use in ('id', 'access')),
  kid text not null unique,
  public_jwk jsonb not null,
  sealed_private_key text not null,
  created_at timestamptz not null
);
