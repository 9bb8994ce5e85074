-- Everything of an organization as one file, made by a job and kept for seven days.
create table data_export (
  org_id uuid not null references organization on delete cascade,
  id uuid not null,
  asked_at timestamptz not null,
  asked_by text not null check (length(asked_by) between 1 and 400),
  state text not null check (state in ('waiting', 'running', 'ready', 'failed')),
  percent smallint not null default 0 check (percent between 0 and 100),
  activity text not null default '' check (length(activity) <= 200),
  name text not null check (length(name) between 1 and 300),
  ready_at timestamptz,
  expires_at timestamptz,
  bytes bigint,
  -- SHA-256 of the file
  fingerprint text,
  primary key (org_id, id),
  check ((state = 'ready') = (ready_at is not null and expires_at is not null and bytes is not null and fingerprint is not null))
);
call protect_tenant_table('data_export');
create unique index data_export_at_work on data_export (org_id) where state in ('waiting', 'running');
create index data_export_by_end on data_export (expires_at) where expires_at is not null;
