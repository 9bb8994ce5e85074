-- What is kept for a time only goes by one job (src/app/retention.ts).

-- Organizations with rows in a table that are older than a time, a page at a time; ids and nothing else.
create function organizations_with_old_rows(table_name text, column_name text, before timestamptz, after_org uuid, at_most integer)
  returns table (org_id uuid) language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  return query execute format('select distinct t.org_id from public.%I t where t.%I < $1 and t.org_id > $2 order by 1 limit $3',
    table_name, column_name) using before, after_org, at_most;
end $$;

-- Entries of an activity log that are older than their time. None of the last twelve months goes, whoever asks. @returns how many
create function delete_old_audit_entries(org uuid, before timestamptz, at_most integer) returns integer
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare deleted integer;
begin
  delete from audit_entry where org_id = org and id = any (array(
    select e.id from audit_entry e where e.org_id = org and e.at < least(before, now() - interval '12 months') order by e.id limit at_most));
  get diagnostics deleted = row_count;
  return deleted;
end $$;

-- The log of the desk is only ever added to, but for what is older than its time.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and tg_table_name = 'staff_act' and current_user = 'portal_across' then return null; end if;
  raise exception 'Rows of % are only ever added.', tg_table_name using errcode = 'insufficient_privilege';
end $$;

create function delete_old_staff_acts(before timestamptz, at_most integer) returns integer
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare deleted integer;
begin
  delete from staff_act where id = any (array(
    select a.id from staff_act a where a.at < least(before, now() - interval '12 months') order by a.id limit at_most));
  get diagnostics deleted = row_count;
  return deleted;
end $$;

do $$ declare definer regprocedure; begin
  foreach definer in array array['organizations_with_old_rows(text, text, timestamptz, uuid, integer)',
    'delete_old_audit_entries(uuid, timestamptz, integer)', 'delete_old_staff_acts(timestamptz, integer)']::regprocedure[] loop
    execute format('revoke execute on function %s from public', definer);
    execute format('grant execute on function %s to portal_app', definer);
    call let_see_every_organization(definer);
  end loop;
end $$;

create index audit_entry_by_age on audit_entry (at);

-- Jobs that this one takes the place of no longer come round.
do $$ begin
  if to_regclass('pgboss.schedule') is not null then
    execute $job$ delete from pgboss.schedule where name in ('sweep-accounts', 'sweep-marketing', 'sweep-third-party-email') $job$;
  end if;
end $$;
