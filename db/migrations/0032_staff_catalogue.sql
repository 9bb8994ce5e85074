-- What staff do at their desk that belongs to no organisation: who, when, from where, what, and how it was before and after.
-- What is done in an organisation stands in that organisation's own log (0010).
create table staff_act (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- null where an operator acted from the command line
  staff_id uuid,
  staff_email text,
  staff_name text not null check (length(staff_name) between 1 and 100),
  ip text,
  user_agent text,
  request_id text,
  -- what it was done to: brand, channel, job … (staff/deskLog.ts)
  kind text not null check (length(kind) between 1 and 50),
  subject_id text,
  -- what was done, as a sentence without its subject
  what text not null check (length(what) between 1 and 500),
  old_value jsonb,
  new_value jsonb
);
create index staff_act_by_time on staff_act (at desc, id desc);
create index staff_act_by_person on staff_act (staff_email, at desc, id desc);

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

-- Pictures of brands that staff brought, checked. The name changes with the picture.
create table catalog_picture (
  brand_id text not null,
  file text not null,
  svg text not null check (octet_length(svg) <= 65536),
  added_at timestamptz not null,
  primary key (brand_id, file)
);

-- Rows are only ever added, whoever asks.
create function refuse_change() returns trigger language plpgsql as
$$ begin raise exception 'Rows of % are only ever added.', tg_table_name using errcode = 'insufficient_privilege'; end $$;

create procedure only_added(table_name regclass) language plpgsql as $$
begin
  execute format('revoke update, delete, truncate on %s from portal_app', table_name);
  execute format('create trigger only_added before update or delete or truncate on %s for each statement execute function refuse_change()', table_name);
end $$;
call only_added('staff_act');
call only_added('catalog_edit');
call only_added('catalog_picture');

create function notify_catalog_change() returns trigger language plpgsql as
$$ begin perform pg_notify('catalog', ''); return null; end $$;
create trigger catalog_changed after insert on catalog_edit for each statement execute function notify_catalog_change();

-- Mails that were given up, longer than the queue keeps them. Neither subject nor text, which may hold a code.
create table mail_failure (
  -- of the job that sent it
  id text primary key,
  at timestamptz not null,
  recipient text not null,
  sender text not null,
  reason text not null
);
create index mail_failure_by_time on mail_failure (at desc, id);

create index organization_by_subscription_id on organization (lower(subscription_id));
create index organization_by_channel on organization (channel_id);
create index scan_failed on scan (completed_at desc) where status = 'failed';

-- How many organisations came by each of these subscription ids (lower-cased), and when the last one did. Counts alone.
create function sign_ups_by_subscription_id(ids text[]) returns table (id text, organizations integer, last_sign_up timestamptz)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select lower(o.subscription_id), count(*)::int, max(o.sign_up_date)
  from organization o where lower(o.subscription_id) = any (ids) group by 1
$$;

-- How many organisations each of these channels has. Counts alone.
create function organizations_by_channel(ids text[]) returns table (channel_id text, organizations integer)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.channel_id, count(*)::int from organization o where o.channel_id = any (ids) group by 1
$$;

-- Names of organisations, for staff of every brand.
create function organization_names(ids uuid[]) returns table (org_id uuid, company_name text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.org_id, o.company_name from organization o where o.org_id = any (ids)
$$;

-- Scans that failed, with whose they are and why, for staff of every brand.
create function failed_scans(since timestamptz, search text, at_most integer, skip integer)
returns table (org_id uuid, scan_id uuid, company_name text, website text, level text, at timestamptz, tries integer, reason text, total integer)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.org_id, s.id, o.company_name, w.url, s.scan_profile, s.completed_at, s.tries::int, coalesce(s.failure_reason, s.failure_code, ''), count(*) over ()::int
  from scan s join organization o using (org_id) join website w on w.org_id = s.org_id and w.id = s.website_id
  where s.status = 'failed' and s.completed_at >= since
    and (search = '' or position(lower(search) in lower(concat_ws(' ', o.company_name, w.url, w.name, s.failure_reason))) > 0)
  order by s.completed_at desc, s.id limit at_most offset skip
$$;

do $$
declare f regprocedure;
begin
  for f in select oid::regprocedure from pg_proc where prosecdef and pronamespace = 'public'::regnamespace loop
    execute format('revoke execute on function %s from public', f);
    execute format('grant execute on function %s to portal_app', f);
  end loop;
end $$;
