-- What the built-in providers keep. They stand for outside systems, so nothing here belongs to a tenant.

-- The user pool: people who can sign in, and what proves it.

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
  challenge text not null check (challenge in ('PASSWORD_VERIFIER', 'NEW_PASSWORD_REQUIRED', 'SOFTWARE_TOKEN_MFA')),
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
  revoked_at timestamptz,
  -- the sign-in behind a line of tokens gave a code of the person's app, and not the password alone
  gave_code boolean not null default false
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

-- The shared secret of an authenticator app, and one that waits for its first code.
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

-- Browsers that signed a person in before. Strangers' wrong passwords are counted apart from theirs.
create table user_pool_device (
  cognito_id text not null references user_pool_user on delete cascade,
  device_hash text not null,
  used_at timestamptz not null,
  primary key (cognito_id, device_hash)
);
create index user_pool_device_by_age on user_pool_device (used_at);

-- The built-in billing sandbox. It plays an outside provider, which knows of organizations by the note it was given alone
-- (cf_organization_id), so none of this belongs to a tenant. No card number is ever written here.

create table billing_sandbox_customer (
  id text primary key,
  cf_organization_id text not null unique,
  email text not null,
  first_name text not null,
  last_name text not null,
  company text not null,
  created_at timestamptz not null
);

-- A page for a payment. Its id opens it, so only a hash is kept.
create table billing_sandbox_page (
  id_hash text primary key,
  cf_organization_id text not null,
  customer jsonb not null,
  price_id text not null,
  plan_id text not null,
  coupon_codes text[] not null,
  brand jsonb not null,
  return_url text not null,
  state text not null check (state in ('open', 'succeeded', 'cancelled')),
  -- brand of card, last four digits, expiry and kind of outcome of a payment that waits for its authentication
  pending_card jsonb,
  subscription_id text,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index billing_sandbox_page_by_age on billing_sandbox_page (expires_at);

create table billing_sandbox_subscription (
  id text primary key,
  customer_id text not null references billing_sandbox_customer,
  price_id text not null,
  price_name text not null,
  price_cents integer not null check (price_cents >= 0),
  status text not null check (status in ('active', 'past-due', 'cancelled')),
  -- cancelled at the end of the term
  ending boolean not null default false,
  started_at timestamptz not null,
  -- terms are counted from the start, so that a short month does not move the day for good
  term integer not null default 0,
  term_start timestamptz not null,
  term_end timestamptz not null,
  -- what the rest of the term was charged at, and from when on; an unused part of it is credited at a change
  span_start timestamptz not null,
  span_cents integer not null check (span_cents >= 0),
  -- credit that later invoices use up
  balance_cents integer not null default 0 check (balance_cents >= 0),
  coupons jsonb not null,
  card jsonb,
  failed_at timestamptz,
  failed_tries integer not null default 0,
  -- when something happens next; null once it is over
  due_at timestamptz,
  cancelled_at timestamptz,
  version integer not null default 1
);
create index billing_sandbox_subscription_by_customer on billing_sandbox_subscription (customer_id);
create index billing_sandbox_subscription_by_due on billing_sandbox_subscription (due_at);
-- one organization pays for one plan
create unique index billing_sandbox_subscription_living on billing_sandbox_subscription (customer_id) where status <> 'cancelled';

create table billing_sandbox_change (
  subscription_id text not null references billing_sandbox_subscription,
  request_id text not null,
  price_id text not null,
  primary key (subscription_id, request_id)
);

-- Invoices are numbered without gaps.
create table billing_sandbox_sequence (
  only_one boolean primary key default true check (only_one),
  last_invoice integer not null
);
insert into billing_sandbox_sequence (last_invoice) values (1000);

create table billing_sandbox_invoice (
  number integer primary key,
  subscription_id text not null references billing_sandbox_subscription,
  date timestamptz not null,
  period_start timestamptz not null,
  period_end timestamptz not null,
  status text not null check (status in ('paid', 'due', 'failed', 'voided')),
  total_cents integer not null check (total_cents >= 0),
  paid_cents integer not null default 0 check (paid_cents between 0 and total_cents),
  paid_at timestamptz,
  -- brand and last four digits of the card that paid
  paid_with text,
  lines jsonb not null,
  -- name, company and address as they were
  customer jsonb not null
);
create index billing_sandbox_invoice_by_subscription on billing_sandbox_invoice (subscription_id, number desc);

-- Pages of one subscription for its customer. The id opens them, so only a hash is kept.
create table billing_sandbox_portal_session (
  id_hash text primary key,
  subscription_id text not null references billing_sandbox_subscription,
  brand jsonb not null,
  return_url text not null,
  pending_card jsonb,
  expires_at timestamptz not null
);
create index billing_sandbox_portal_session_by_age on billing_sandbox_portal_session (expires_at);

-- Files of the built-in store: the row says where the bytes lie, so that a file is whole or absent whatever happens while
-- it is written. Reached only through the files port, whose keys begin with the organization that may ask.
create table stored_file (
  key text collate "C" primary key,
  -- name of the bytes in the data folder
  place uuid not null,
  type text not null,
  size bigint not null check (size >= 0),
  modified_at timestamptz not null
);

-- Files of the built-in store lie in one folder, which every program of an installation shares: the one named here.
create table file_folder (
  only_one boolean primary key default true check (only_one),
  id uuid not null,
  noted_at timestamptz not null default now()
);

-- Leads and steps of use, where no outside tool takes them. People write them before they have an organization, so this is
-- no tenant table; nothing but the operator's own evaluation reads it.
create table marketing_event (
  id uuid primary key,
  kind text not null check (kind in ('lead', 'event')),
  name text not null,
  at timestamptz not null,
  -- null without consent
  email text,
  about_organization uuid,
  properties jsonb not null
);
create index marketing_event_by_age on marketing_event (at);
