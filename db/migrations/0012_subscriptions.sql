-- What an organisation pays for, as the billing provider last told. The row of the organisation follows it.

create table billing_subscription (
  org_id uuid not null references organization on delete cascade,
  -- the provider's
  id text not null,
  customer_id text not null,
  price_id text not null,
  -- ours; null for a price that the catalogue does not know
  plan_id text,
  status text not null check (status in ('active', 'past-due', 'ending', 'cancelled')),
  started_at timestamptz not null,
  term_start timestamptz not null,
  term_end timestamptz not null,
  cancelled_at timestamptz,
  coupon_codes text[] not null,
  -- the provider's; news with a smaller one is old
  version bigint not null,
  -- changes of plan that the provider refused for good: the next one is a request of its own
  refused_changes integer not null default 0,
  -- the last thing that a person asked for, so that asking twice is one act
  last_request text not null default '',
  -- when the provider was last asked because nothing had been heard
  checked_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (org_id, id)
);
create unique index billing_subscription_id on billing_subscription (id);
create index billing_subscription_by_term on billing_subscription (term_end) where status <> 'cancelled';
call protect_tenant_table('billing_subscription');
call audit_table('billing_subscription', 'plan_id',
  'customer_id,term_start,term_end,version,refused_changes,last_request,checked_at,created_at,updated_at', true);
call tell_tenant_changes('billing_subscription');

-- Notices of the provider that took effect. Looked up before any organisation is known; holds ids and nothing else.
create table billing_notice (
  id text primary key,
  taken_at timestamptz not null
);
create index billing_notice_by_age on billing_notice (taken_at);

-- Which reminders of the end of its trial an organisation was sent: days before the end, -1 the day after.
create table trial_reminder (
  org_id uuid not null references organization on delete cascade,
  stage integer not null check (stage in (7, 3, 1, -1)),
  sent_at timestamptz not null,
  primary key (org_id, stage)
);
call protect_tenant_table('trial_reminder');
create index organization_by_trial_end on organization (expiration_date) where subscription_status = 'INTRIAL';

-- A notice names a subscription before its organisation is known; gives an id and nothing else.
create function organization_of_billing_subscription(subscription text) returns uuid
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as
$$ select org_id from billing_subscription where id = subscription $$;

-- Subscriptions whose term is over without any word of the provider.
create function silent_billing_subscriptions(ended_before timestamptz, asked_before timestamptz, at_most integer)
  returns table (org_id uuid, id text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as
$$ select s.org_id, s.id from billing_subscription s
   where s.status <> 'cancelled' and s.term_end < ended_before and s.checked_at < asked_before
   order by s.checked_at, s.id limit at_most $$;

-- Trials that end within a span, a page at a time; one that became a paid plan, even if it has ended, is none.
create function trials_ending(since timestamptz, until timestamptz, after_org uuid, at_most integer)
  returns table (org_id uuid, expiration_date timestamptz)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as
$$ select o.org_id, o.expiration_date from organization o
   where o.subscription_status = 'INTRIAL' and o.expiration_date between since and until and o.org_id > after_org
     and not exists (select from billing_subscription s where s.org_id = o.org_id)
   order by o.org_id limit at_most $$;

do $$
declare f text;
begin
  foreach f in array array['organization_of_billing_subscription(text)', 'silent_billing_subscriptions(timestamptz, timestamptz, integer)',
    'trials_ending(timestamptz, timestamptz, uuid, integer)'] loop
    execute format('revoke execute on function %s from public', f);
    execute format('grant execute on function %s to portal_app', f);
  end loop;
end $$;
