-- A company closes its account: fourteen days to change its mind, then everything of it is erased (decision 33).

create table organization_closing (
  org_id uuid primary key references organization on delete cascade,
  begun_at timestamptz not null,
  due_at timestamptz not null,
  -- the administrator or member of staff who asked, by name
  begun_by text not null check (length(begun_by) between 1 and 400),
  by_staff boolean not null,
  -- of staff; the company can read it
  reason text not null default '' check (length(reason) <= 1000),
  reminded_at timestamptz,
  -- the company changed its mind
  kept_at timestamptz,
  -- the subscription that closing ended at the billing provider, so that keeping the account resumes it
  ended_subscription text,
  check (due_at > begun_at)
);
call protect_tenant_table('organization_closing');
create index organization_closing_due on organization_closing (due_at) where kept_at is null;

-- That a company was erased, and how far that is. Outlives the company, so it holds nothing about a person once it is finished.
create table erasure (
  organization_id uuid primary key,
  asked_at timestamptz not null,
  by_staff boolean not null,
  begun_at timestamptz not null,
  -- administrators and brand, for the accounts at the user pool and the last email; sealed, and gone at the end
  sealed_people text,
  rows_erased bigint not null default 0,
  files_erased integer not null default 0,
  accounts_erased integer not null default 0,
  finished_at timestamptz,
  check ((finished_at is null) = (sealed_people is not null))
);
create index erasure_under_way on erasure (begun_at) where finished_at is null;

-- Closings that are due, and those of which administrators are to be reminded. Gives ids and nothing else.
create function closings_to_tend(due timestamptz, remind timestamptz, at_most integer) returns table (org_id uuid, is_due boolean)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select c.org_id, c.due_at <= due from organization_closing c
  where c.kept_at is null and (c.due_at <= due or (c.due_at <= remind and c.reminded_at is null))
  order by c.due_at limit at_most
$$;

-- Refuses to go on for any organization whose erasure has not begun.
create function require_erasure(org uuid) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from erasure e where e.organization_id = org and e.finished_at is null) then
    raise exception 'This organization is not being erased.' using errcode = 'insufficient_privilege';
  end if;
end $$;

-- Erases some rows of one organization in one table, records that are only ever added included. @returns how many
create function erase_rows(org uuid, table_name text, at_most integer) returns integer
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare erased integer;
begin
  perform require_erasure(org);
  execute format('delete from public.%I where org_id = $1 and ctid = any (array(select ctid from public.%I where org_id = $1 limit $2))',
    table_name, table_name) using org, at_most;
  get diagnostics erased = row_count;
  return erased;
end $$;

-- Erases the organization itself, whatever rows came to it meanwhile, and letters that were for it alone. @returns how many rows
create function erase_organization(org uuid) returns bigint
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  tenant regclass;
  erased bigint := 0;
  further bigint;
begin
  perform require_erasure(org);
  delete from organization where org_id = org;
  get diagnostics erased = row_count;
  -- the log goes last: what is deleted above writes into it
  for tenant in
    select c.oid from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity
    order by c.relname = 'audit_entry', c.relname
  loop
    execute format('delete from %s where org_id = $1', tenant) using org;
    get diagnostics further = row_count;
    erased := erased + further;
  end loop;
  with gone as (
    delete from concierge_message m where m.audience_kind = 'organization' and m.audience_values = array[org::text] returning m.id
  )
  delete from concierge_message_version v using gone where v.id = gone.id;
  update concierge_message m set audience_values = array_remove(m.audience_values, org::text)
    where m.audience_kind = 'organization' and org::text = any (m.audience_values);
  return erased;
end $$;
