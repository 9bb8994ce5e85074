-- Partners of the marketplace that an organization uses already, by their id in the configuration.
create table marketplace_owned (
  org_id uuid not null references organization on delete cascade,
  partner_id text not null check (length(partner_id) between 1 and 60),
  -- as it was called when it was marked
  partner_name text not null check (length(partner_name) between 1 and 100),
  marked_at timestamptz not null,
  primary key (org_id, partner_id)
);
call protect_tenant_table('marketplace_owned');
call audit_table('marketplace_owned', 'partner_name', 'marked_at');

-- How often offers were opened, by day, over everybody: nothing of who did it, nor for which organization.
create table marketplace_click (
  brand_id text not null,
  partner_id text not null,
  day date not null,
  clicks integer not null check (clicks > 0),
  primary key (brand_id, partner_id, day)
);
