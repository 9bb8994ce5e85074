-- Who changed what in an organization. Triggers write it, in the transaction of the change itself, so that no write can be
-- made without its entry; what is no change of a row (a support session begins, a list is exported) is inserted by the
-- program. Entries are only ever added.
create sequence audit_entry_number as bigint;
create table audit_entry (
  org_id uuid not null,
  id bigint not null default nextval('audit_entry_number'),
  at timestamptz not null,
  -- null where the portal itself acted: a schedule, a notice of the billing provider
  actor_id text,
  actor_email text,
  -- the member of staff who acted as the actor, in a support session
  staff text,
  ip text,
  user_agent text,
  request_id text,
  -- insert, update or delete of a row; else the name of an act
  act text not null,
  -- the table of the row, or what the act was about
  subject text not null,
  subject_id text,
  -- what people call it
  subject_name text,
  -- an update holds only the columns that changed
  old_value jsonb,
  new_value jsonb,
  primary key (org_id, id, at)
) partition by range (at);
alter sequence audit_entry_number owned by audit_entry.id;
create table parts.audit_entry_rest partition of audit_entry default;
call protect_tenant_table('parts.audit_entry_rest');
create index audit_entry_by_time on audit_entry (org_id, at desc, id desc);
create index audit_entry_by_actor on audit_entry (org_id, actor_id, at desc, id desc);
call protect_tenant_table('audit_entry');
revoke update, delete, truncate on audit_entry from portal_app;

-- Arguments of the trigger: column that names the row, columns left out of entries (secrets, progress, times), whether
-- changes that no person made are written too. A member of staff who acts in an organization for nobody is a person too.
create function record_change() returns trigger language plpgsql as $$
declare
  actor jsonb := coalesce(nullif(current_setting('app.actor', true), '')::jsonb, '{}');
  ignored text[] := string_to_array(tg_argv[1], ',');
  whole jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  old_row jsonb;
  new_row jsonb;
begin
  if actor ->> 'id' is null and actor ->> 'staff' is null and not tg_argv[2]::boolean then return null; end if;
  if tg_op <> 'INSERT' then old_row := to_jsonb(old) - 'org_id' - ignored; end if;
  if tg_op <> 'DELETE' then new_row := to_jsonb(new) - 'org_id' - ignored; end if;
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(o.key, o.value), jsonb_object_agg(o.key, new_row -> o.key) into old_row, new_row
      from jsonb_each(old_row) o where o.value is distinct from new_row -> o.key;
    if old_row is null then return null; end if;
  end if;
  insert into audit_entry (org_id, at, actor_id, actor_email, staff, ip, user_agent, request_id, act, subject, subject_id, subject_name, old_value, new_value)
  values ((whole ->> 'org_id')::uuid, coalesce((actor ->> 'at')::timestamptz, now()), actor ->> 'id', actor ->> 'email', actor ->> 'staff',
    actor ->> 'ip', actor ->> 'userAgent', actor ->> 'requestId', lower(tg_op), tg_table_name,
    (select string_agg(whole ->> k.name, ' ') from unnest(string_to_array(tg_argv[3], ',')) as k(name)), whole ->> tg_argv[0], old_row, new_row);
  return null;
end $$;

-- Every tenant table calls this once, or is in the list of checks/tenancy.test.ts with the reason why not.
create procedure audit_table(table_name regclass, named_by text, ignored text default '', by_portal boolean default false) language plpgsql as $$
declare
  keys text := coalesce((select string_agg(a.attname, ',' order by k.place)
    from pg_index i cross join unnest(i.indkey::int2[]) with ordinality as k(number, place)
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
    where i.indrelid = table_name and i.indisprimary and a.attname <> 'org_id'), '');
begin
  execute format('create trigger record_change after insert or update or delete on %s for each row execute function record_change(%L, %L, %L, %L)',
    table_name, named_by, ignored, by_portal, keys);
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
