-- The built-in billing sandbox. It plays an outside provider, which knows of organisations by the note it was given alone
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

-- A page on which somebody pays. Its id opens it, so only a hash is kept.
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
-- one organisation pays for one plan
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
