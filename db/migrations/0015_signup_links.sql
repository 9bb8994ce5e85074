-- Links by which somebody who was invited makes an account. The link itself is only in the mail; there is no organisation
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
