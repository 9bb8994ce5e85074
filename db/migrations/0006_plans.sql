-- What an organization pays for, as the billing provider last reported it. The row of the organization follows it.

create table billing_subscription (
  org_id uuid not null references organization on delete cascade,
  -- the provider's
  id text not null,
  customer_id text not null,
  price_id text not null,
  -- ours; null for a price that the catalog does not know
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

-- Notices of the provider that took effect. Looked up before any organization is known; holds ids and nothing else.
create table billing_notice (
  id text primary key,
  taken_at timestamptz not null
);
create index billing_notice_by_age on billing_notice (taken_at);

-- Which reminders of the end of its trial an organization was sent: days before the end, -1 the day after.
create table trial_reminder (
  org_id uuid not null references organization on delete cascade,
  stage integer not null check (stage in (7, 3, 1, -1)),
  sent_at timestamptz not null,
  primary key (org_id, stage)
);
call protect_tenant_table('trial_reminder');

-- Pages of the billing provider that were opened for an organization and have not ended, so that a purchase is found even
-- where neither the buyer's window nor any notice tells of it.
create table checkout_page (
  org_id uuid not null references organization on delete cascade,
  -- who knows the provider's id can pay on the page: it is kept sealed, and found again by its hash
  id_hash text not null,
  sealed_id text not null,
  -- the administrator who opened it, to whom a purchase that nobody finished is written down
  opened_by text not null,
  opened_by_email text not null,
  opened_at timestamptz not null,
  expires_at timestamptz not null,
  -- when the provider was last asked what came of it
  asked_at timestamptz not null,
  primary key (org_id, id_hash)
);
create index checkout_page_by_asked on checkout_page (asked_at);
call protect_tenant_table('checkout_page');

-- A notice names a subscription before its organization is known; gives an id and nothing else.
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

-- Pages that the provider was not asked about for some time, over all organizations; gives keys and nothing else.
create function silent_checkout_pages(asked_before timestamptz, at_most integer) returns table (org_id uuid, id_hash text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as
$$ select p.org_id, p.id_hash from checkout_page p where p.asked_at <= asked_before order by p.asked_at limit at_most $$;
