-- The people of an organisation, and which policies they have signed.

-- Who works there: people who get mails with links and have no account. Whoever left stays, since records name them.
create table team_member (
  org_id uuid not null references organization on delete cascade,
  id uuid not null,
  name text not null check (length(name) between 1 and 120),
  email text not null check (length(email) between 3 and 254),
  -- addresses that differ in case only are the same address
  email_key text not null,
  created_at timestamptz not null,
  left_at timestamptz,
  primary key (org_id, id)
);
create unique index team_member_address on team_member (org_id, email_key) where left_at is null;
create index team_member_by_name on team_member (org_id, lower(name), id) where left_at is null;
call protect_tenant_table('team_member');
call audit_table('team_member', 'name', 'email_key,created_at');
call tell_tenant_changes('team_member');

-- Policies that the whole team is asked to sign.
create table policy_sign_off (
  org_id uuid not null,
  policy_id text not null,
  policy_name text not null,
  asked_at timestamptz not null,
  primary key (org_id, policy_id),
  foreign key (org_id, policy_id) references policy on delete cascade
);
call protect_tenant_table('policy_sign_off');
call audit_table('policy_sign_off', 'policy_name', 'asked_at');
call tell_tenant_changes('policy_sign_off');

-- One person's link to all that waits for them. Which mails were sent follows from it, and who owes what does not.
create table policy_sign_request (
  org_id uuid not null,
  member_id uuid not null,
  -- the secret of the link follows from it: raising it ends the link
  link_round integer not null default 0,
  -- the ask that reminders count their days from
  asked_at timestamptz not null,
  -- the last mail
  sent_at timestamptz not null,
  -- day of the last reminder, counted from the ask: 0, 3, 7 or 14
  reminded smallint not null default 0,
  expires_at timestamptz not null,
  primary key (org_id, member_id),
  foreign key (org_id, member_id) references team_member on delete cascade
);
call protect_tenant_table('policy_sign_request');
call tell_tenant_changes('policy_sign_request');

-- Who signed which text. Only ever added to: people, names and addresses stay as they were at that moment.
create table policy_signature (
  org_id uuid not null references organization on delete cascade,
  id bigint generated always as identity,
  member_id uuid not null,
  policy_id text not null,
  policy_name text not null,
  version integer not null,
  -- SHA-256 of the text that was shown
  text_hash text not null check (length(text_hash) = 64),
  typed_name text not null check (length(typed_name) between 1 and 120),
  person_name text not null,
  person_email text not null,
  signed_at timestamptz not null,
  ip text not null,
  user_agent text not null,
  primary key (org_id, id),
  unique (org_id, member_id, policy_id, version)
);
create index policy_signature_by_policy on policy_signature (org_id, policy_id, id);
call protect_tenant_table('policy_signature');
call tell_tenant_changes('policy_signature');
revoke update, delete, truncate on policy_signature from portal_app;

-- Where policies are asked of a team: organisations, in order, after the one given; ids and nothing else.
create function organizations_with_sign_off(after_org uuid, at_most integer) returns table (org_id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as
$$ select distinct s.org_id from policy_sign_off s where s.org_id > after_org order by s.org_id limit at_most $$;
revoke execute on function organizations_with_sign_off(uuid, integer) from public;
grant execute on function organizations_with_sign_off(uuid, integer) to portal_app;

-- Who is told what became of a request to approve a draft.
alter table policy_approval_request add column sent_by_email text not null default '';
