-- Three tables grow with time and with nothing else: the activity log, what each scan reported, and daily ratings. Each becomes
-- one partition per quarter, so that an old quarter is dropped instead of deleted row by row (decision 32).

-- Partitions are in a schema of their own that no program may look into: rows are reached by the table, through its policy.
create schema parts;
grant usage on schema parts to portal_across;

-- Bounds of a quarter: of a date they are days, of an instant they are midnights in UTC.
create function quarter_bound(column_type regtype, quarter_start date) returns text
  language sql immutable set search_path = pg_catalog, public, pg_temp as
$$ select case when column_type = 'date'::regtype then quarter_start::text else quarter_start::text || ' 00:00:00+00' end $$;

-- Tables that are partitioned by one column, by quarter.
create view parts.partitioned with (security_invoker = true) as
select c.oid as id, c.relname::text as name, a.attname::text as by_column, a.atttypid::regtype as column_type,
  format('parts.%I', c.relname || '_rest')::regclass as rest
from pg_class c join pg_partitioned_table p on p.partrelid = c.oid
join pg_attribute a on a.attrelid = c.oid and a.attnum = p.partattrs[0]
where c.relnamespace = 'public'::regnamespace and p.partstrat = 'r' and p.partnatts = 1;

-- Adds the partition of a quarter, with the rows of it that the rest holds. Does nothing where it is there.
create procedure add_partition(table_name text, quarter_start date) language plpgsql as $$
declare
  part text := format('%s_%s', table_name, to_char(quarter_start, 'YYYY"q"Q'));
  t parts.partitioned;
  low text;
  high text;
begin
  select * into strict t from parts.partitioned p where p.name = table_name;
  if to_regclass(format('parts.%I', part)) is not null then return; end if;
  low := quarter_bound(t.column_type, quarter_start);
  high := quarter_bound(t.column_type, (quarter_start + interval '3 months')::date);
  -- made beside the table and attached, so that readers of the table do not wait
  execute format('create table parts.%I (like %s including defaults including constraints)', part, t.id::regclass);
  execute format('alter table %s no force row level security', t.rest);
  execute format('with moved as (delete from %s where %I >= %L and %2$I < %4$L returning *) insert into parts.%5$I select * from moved',
    t.rest, t.by_column, low, high, part);
  execute format('alter table %s force row level security', t.rest);
  execute format('alter table %s attach partition parts.%I for values from (%L) to (%L)', t.id::regclass, part, low, high);
  call protect_tenant_table(format('parts.%I', part)::regclass);
end $$;

-- Turns a table into one that is partitioned by a column, with all its rows. Keys and indexes follow in the migration.
create procedure partition_table(table_name text, by_column text) language plpgsql as $$
declare
  oldest date;
  quarter date;
begin
  execute format('alter table %I set schema parts', table_name);
  execute format('create table %I (like parts.%1$I including defaults including constraints) partition by range (%2$I)', table_name, by_column);
  execute format('create table parts.%I partition of %I default', table_name || '_rest', table_name);
  call protect_tenant_table(format('parts.%I', table_name || '_rest')::regclass);
  execute format('select date_trunc(''quarter'', min(%I)::timestamptz at time zone ''UTC'')::date from parts.%I', by_column, table_name) into oldest;
  -- of the last five years; what is older stays in the rest
  for back in reverse 20..1 loop
    quarter := (date_trunc('quarter', now() at time zone 'UTC') - make_interval(months => 3 * back))::date;
    if quarter >= oldest then call add_partition(table_name, quarter); end if;
  end loop;
  for ahead in 0..2 loop
    call add_partition(table_name, (date_trunc('quarter', now() at time zone 'UTC') + make_interval(months => 3 * ahead))::date);
  end loop;
  execute format('insert into %I select * from parts.%1$I', table_name);
end $$;

-- The activity log
call partition_table('audit_entry', 'at');
create sequence audit_entry_number as bigint owned by audit_entry.id;
select setval('audit_entry_number', coalesce((select max(id) from audit_entry), 0) + 1, false);
alter table audit_entry alter column id set default nextval('audit_entry_number');
drop table parts.audit_entry;
alter table audit_entry add primary key (org_id, id, at);
create index audit_entry_by_time on audit_entry (org_id, at desc, id desc);
create index audit_entry_by_actor on audit_entry (org_id, actor_id, at desc, id desc);
call protect_tenant_table('audit_entry');
revoke update, delete, truncate on audit_entry from portal_app;

-- An issue and what the newest scan said about it carry the same time, by which a join finds the one partition.
update finding f set last_seen = sf.last_seen from scan_finding sf
where sf.org_id = f.org_id and sf.scan_id = f.last_scan_id and sf.finding_id = f.id and sf.last_seen <> f.last_seen;

-- What one scan said about each issue. The scan itself stays one table: one running scan per website is a unique index, which
-- cannot hold across partitions.
call partition_table('scan_finding', 'last_seen');
drop table parts.scan_finding;
alter table scan_finding add primary key (org_id, scan_id, finding_id, last_seen);
alter table scan_finding add foreign key (org_id, scan_id) references scan on delete cascade;
call protect_tenant_table('scan_finding');

-- Daily ratings
call partition_table('rating_snapshot', 'day');
drop table parts.rating_snapshot;
alter table rating_snapshot add primary key (org_id, domain, source, day);
alter table rating_snapshot add foreign key (org_id, domain) references rating_run on delete cascade;
create index rating_snapshot_newest on rating_snapshot (org_id, measured_at desc);
call protect_tenant_table('rating_snapshot');

drop procedure partition_table(text, text);
revoke execute on procedure add_partition(text, date) from public;
