-- Links that show one issue to somebody without an account, such as the developer of the website. What opens one is the token of
-- decision 15, of which nothing is kept here.
create table issue_link (
  org_id uuid not null,
  website_id uuid not null,
  finding_id text not null,
  id uuid not null,
  -- the administrator, by email
  made_by text not null,
  made_at timestamptz not null,
  -- to whom it was mailed; null for a link to copy
  email text check (length(email) <= 254),
  expires_at timestamptz not null,
  withdrawn_at timestamptz,
  opens integer not null default 0,
  last_opened_at timestamptz,
  -- how often it said that the issue is fixed: each answer is for the number that its page was opened with, so that none counts twice
  answers integer not null default 0,
  last_answered_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, website_id, finding_id) references finding on delete cascade
);
create index issue_link_of_issue on issue_link (org_id, website_id, finding_id, made_at desc);
create index issue_link_made on issue_link (org_id, made_at desc);
call protect_tenant_table('issue_link');

-- Which problems are open on which website, asked by the dashboard one rule at a time.
create index finding_open_rule on finding (org_id, website_id, rule) where status = 'open';
