-- Pages of the billing provider that were opened for an organisation and have not ended, so that a purchase is found even
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

-- Pages that the provider was not asked about for some time, over all organisations; gives keys and nothing else.
create function silent_checkout_pages(asked_before timestamptz, at_most integer) returns table (org_id uuid, id_hash text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as
$$ select p.org_id, p.id_hash from checkout_page p where p.asked_at <= asked_before order by p.asked_at limit at_most $$;
revoke execute on function silent_checkout_pages(timestamptz, integer) from public;
grant execute on function silent_checkout_pages(timestamptz, integer) to portal_app;
