-- What was answered to a call with a key of its caller, so that the same call sent again does nothing twice.
create table idempotency_key (
  org_id uuid not null references organization on delete cascade,
  caller text not null,
  call text not null,
  key text not null check (length(key) between 1 and 255),
  -- of what was asked
  fingerprint text not null,
  begun_at timestamptz not null,
  -- the request that works on it says so again and again
  held_until timestamptz not null,
  -- transactions that it committed
  effects integer not null default 0,
  answered_at timestamptz,
  -- sealed, because it may hold a secret that is shown once
  sealed_answer text,
  primary key (org_id, caller, call, key)
);
call protect_tenant_table('idempotency_key');
create index idempotency_key_by_age on idempotency_key (begun_at);

create function organizations_with_old_idempotency_keys(before timestamptz, at_most integer) returns table (org_id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select distinct k.org_id from idempotency_key k where k.begun_at < before limit at_most
$$;
revoke execute on function organizations_with_old_idempotency_keys(timestamptz, integer) from public;
grant execute on function organizations_with_old_idempotency_keys(timestamptz, integer) to portal_app;
call let_see_every_organization('organizations_with_old_idempotency_keys(timestamptz, integer)');
