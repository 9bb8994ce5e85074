-- Security policies: versions with their texts, what all of them say about the company, and who was asked to approve.

create table policy (
  org_id uuid not null references organization on delete cascade,
  -- of a template, or made for a custom policy
  id text not null check (length(id) between 1 and 80),
  custom boolean not null,
  created_at timestamptz not null,
  primary key (org_id, id)
);
call protect_tenant_table('policy');

create table policy_version (
  org_id uuid not null,
  policy_id text not null,
  version integer not null check (version between 1 and 9999),
  name text not null check (length(name) between 1 and 200),
  -- names of custom policies that differ in case, width or spacing only are the same name
  name_key text not null,
  status text not null check (status in ('Draft', 'Active')),
  -- how far a draft is
  mode text check (mode in ('customize', 'sent')),
  -- the approved version that holds now
  in_force boolean not null,
  superseded_at timestamptz,
  -- as they were given; what was left out is in `defaults`
  given_values jsonb not null default '{}',
  -- the template as it was when the draft was opened; null for custom policies
  template jsonb,
  template_version integer,
  -- rich text of a custom policy
  custom_html text,
  note text not null default '',
  material boolean not null default false,
  etag text not null,
  saved_at timestamptz not null,
  saved_by text not null,
  -- who may overwrite a save without having seen it
  saved_by_person text not null,
  -- frozen with the approval: the values that stood in for those left out, the text as HTML and as a tree, its SHA-256
  defaults jsonb,
  body_html text,
  blocks jsonb,
  text_hash text,
  approver text not null default '',
  approver_email text not null default '',
  approver_ip text,
  approval_date timestamptz,
  review_at timestamptz,
  -- who wrote the approval down: an administrator may name somebody who approved on paper
  recorded_by text not null default '',
  recorded_by_email text not null default '',
  -- The company's name is part of what was approved: cover, footer, document properties and file name of a version keep it
  -- through a rename.
  company_name text,
  primary key (org_id, policy_id, version),
  foreign key (org_id, policy_id) references policy on delete cascade,
  check (status = 'Active' or not in_force),
  check ((status = 'Draft') = (mode is not null)),
  check ((status = 'Active') = (approval_date is not null and text_hash is not null and body_html is not null and blocks is not null)),
  check ((template is null) = (template_version is null)),
  check ((template is null) = (custom_html is not null))
);
create unique index policy_one_draft on policy_version (org_id, policy_id) where status = 'Draft';
create unique index policy_one_in_force on policy_version (org_id, policy_id) where in_force;
create index policy_version_by_name on policy_version (org_id, name_key) where status = 'Draft' or in_force;
create index policy_version_by_review on policy_version (review_at) where in_force;
call protect_tenant_table('policy_version');
call audit_table('policy_version', 'name', 'name_key,template,custom_html,defaults,body_html,blocks,etag,saved_at,saved_by,saved_by_person,approver_ip,review_at,superseded_at,template_version,company_name');

-- What was approved stays what it was: only that it no longer holds may be noted, once, and it goes with its policy alone.
create function keep_approved_version() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    if old.status = 'Active' and exists (select from policy p where p.org_id = old.org_id and p.id = old.policy_id) then
      raise exception 'An approved version of a policy cannot be deleted.';
    end if;
    return old;
  end if;
  if old.status = 'Active' and (
    to_jsonb(new) - 'in_force' - 'superseded_at' is distinct from to_jsonb(old) - 'in_force' - 'superseded_at'
    or (new.in_force and not old.in_force)
    or (old.superseded_at is not null and new.superseded_at is distinct from old.superseded_at)
  ) then
    raise exception 'An approved version of a policy cannot be changed.';
  end if;
  return new;
end $$;
create trigger keep_approved before update or delete on policy_version for each row execute function keep_approved_version();

-- A draft that was sent to somebody who is to approve it.
create table policy_approval_request (
  org_id uuid not null,
  id uuid not null,
  policy_id text not null,
  version integer not null,
  policy_name text not null,
  approver_name text not null,
  approver_email text not null,
  -- the secret of the link follows from it: raising it ends the link
  link_round integer not null default 0,
  sent_by text not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  outcome text not null default 'waiting' check (outcome in ('waiting', 'approved', 'returned', 'voided')),
  comment text not null default '',
  answered_at timestamptz,
  answered_ip text,
  -- the person who is notified what became of the request
  sent_by_email text not null default '',
  primary key (org_id, id),
  foreign key (org_id, policy_id, version) references policy_version on delete cascade,
  check ((outcome = 'waiting') = (answered_at is null))
);
create unique index policy_request_waiting on policy_approval_request (org_id, policy_id) where outcome = 'waiting';
create index policy_request_by_version on policy_approval_request (org_id, policy_id, version, sent_at desc);
call protect_tenant_table('policy_approval_request');
call audit_table('policy_approval_request', 'policy_name', 'link_round,answered_ip');

-- What all policies of the company share.
create table policy_company_values (
  org_id uuid primary key references organization on delete cascade,
  given_values jsonb not null,
  etag text not null,
  saved_at timestamptz not null,
  saved_by text not null,
  saved_by_person text not null
);
call protect_tenant_table('policy_company_values');
call audit_table('policy_company_values', 'given_values', 'etag,saved_at,saved_by,saved_by_person');

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
  -- who asked, so that every email names them; and who still waits for an email
  asked_by text,
  postponed boolean not null default false,
  primary key (org_id, member_id),
  foreign key (org_id, member_id) references team_member on delete cascade
);
call protect_tenant_table('policy_sign_request');

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
revoke update, delete, truncate on policy_signature from portal_app;

-- Reminders that a policy is to be looked through again: each stage once for each version.
create table policy_review_reminder (
  org_id uuid not null,
  policy_id text not null,
  version integer not null,
  -- days before the review; -1 once it is overdue
  stage integer not null check (stage in (30, 7, 1, -1)),
  sent_at timestamptz not null,
  primary key (org_id, policy_id, version, stage),
  foreign key (org_id, policy_id, version) references policy_version on delete cascade
);
call protect_tenant_table('policy_review_reminder');

-- Where policies are asked of a team: organizations, in order, after the one given; ids and nothing else.
create function organizations_with_sign_off(after_org uuid, at_most integer) returns table (org_id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as
$$ select distinct s.org_id from policy_sign_off s where s.org_id > after_org order by s.org_id limit at_most $$;

-- Organizations with policies to be reviewed within a span, a page at a time, with the moments and nothing else.
create function policy_reviews_due(since timestamptz, until timestamptz, after_org uuid, at_most integer)
  returns table (org_id uuid, reviews timestamptz[])
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as
$$ select v.org_id, array_agg(v.review_at order by v.review_at) from policy_version v
   where v.in_force and v.review_at between since and until and v.org_id > after_org
   group by v.org_id order by v.org_id limit at_most $$;
