-- What staff edited of brands, channels and subscription ids, above the files of the configuration: one row for each version,
-- and the newest holds. Without document the file's version holds again.
create table catalog_edit (
  kind text not null check (kind in ('brand', 'channel', 'subscription-id')),
  -- of a subscription id: lower-cased
  id text not null check (length(id) between 1 and 100),
  version integer not null check (version > 0),
  document jsonb,
  edited_by text not null,
  edited_at timestamptz not null,
  primary key (kind, id, version)
);
call only_added('catalog_edit');

-- Pictures of brands that staff brought, checked. The name changes with the picture.
create table catalog_picture (
  brand_id text not null,
  file text not null,
  svg text not null check (octet_length(svg) <= 65536),
  added_at timestamptz not null,
  primary key (brand_id, file)
);
call only_added('catalog_picture');

create function notify_catalog_change() returns trigger language plpgsql as
$$ begin perform pg_notify('catalog', ''); return null; end $$;
create trigger catalog_changed after insert on catalog_edit for each statement execute function notify_catalog_change();

-- How many organizations came by each of these subscription ids (lower-cased), and when the last one did. Counts alone.
create function sign_ups_by_subscription_id(ids text[]) returns table (id text, organizations integer, last_sign_up timestamptz)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select lower(o.subscription_id), count(*)::int, max(o.sign_up_date)
  from organization o where lower(o.subscription_id) = any (ids) group by 1
$$;

-- How many organizations each of these channels has. Counts alone.
create function organizations_by_channel(ids text[]) returns table (channel_id text, organizations integer)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.channel_id, count(*)::int from organization o where o.channel_id = any (ids) group by 1
$$;
