-- Snoozed actions: none is proposed again until then, or until there is more of it.
create table dashboard_snooze (
  org_id uuid not null references organization on delete cascade,
  action text not null check (length(action) between 1 and 40),
  -- as it read when it was snoozed
  title text not null check (length(title) between 1 and 200),
  -- how much there was of it: issues, drafts, people
  amount integer not null,
  until timestamptz not null,
  primary key (org_id, action)
);
call protect_tenant_table('dashboard_snooze');
call audit_table('dashboard_snooze', 'title', 'amount');
