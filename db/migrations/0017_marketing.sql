-- Leads and steps of use, where no outside tool takes them. People write them before they have an organisation, so this is
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
