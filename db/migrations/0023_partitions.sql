-- Three tables grow with time and with nothing else: the activity log, what each scan reported, and daily ratings. Each is one
-- partition per quarter, so that an old quarter is dropped instead of deleted row by row (decision 32).

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
revoke execute on procedure add_partition(text, date) from public;

-- What is still shown of a stretch of scan_finding where reports from before an instant are given up: the newest word on an issue,
-- and issues that a later report says are fixed. Gives ids and nothing else.
create function scan_findings_in_use(low timestamptz, high timestamptz, before timestamptz) returns table (org_id uuid, scan_id uuid, finding_id text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select f.org_id, f.last_scan_id, f.id from finding f where f.last_seen >= low and f.last_seen < high
  union
  select sf.org_id, sf.scan_id, sf.finding_id from scan_finding sf join scan s on s.org_id = sf.org_id and s.id = sf.scan_id
  where sf.last_seen >= low and sf.last_seen < high and s.completed_at >= before
$$;
revoke execute on function scan_findings_in_use(timestamptz, timestamptz, timestamptz) from public;
call let_see_every_organization('scan_findings_in_use(timestamptz, timestamptz, timestamptz)');

-- the caller is the owner of the tables, which sees no organization by itself
do $$ begin execute format('grant execute on function scan_findings_in_use(timestamptz, timestamptz, timestamptz) to %I', current_user); end $$;

-- What a worker may do about partitions: have those of the next quarters made, and old ones dropped. Both functions run as the owner
-- of the tables, because only an owner may; neither takes a name or a bound that reaches further than that.

-- @returns the partitions that were made
create function ensure_partitions(at timestamptz) returns setof text language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp set lock_timeout = '2s' as $$
declare
  t parts.partitioned;
  quarter date;
  part text;
begin
  perform pg_advisory_xact_lock(hashtextextended('partitions', 0));
  -- within a year of this server's own clock, so that no caller can have thousands made
  at := least(greatest(at, now() - interval '1 year'), now() + interval '1 year');
  for t in select * from parts.partitioned order by name loop
    for ahead in 0..2 loop
      quarter := (date_trunc('quarter', at at time zone 'UTC') + make_interval(months => 3 * ahead))::date;
      part := t.name || to_char(quarter, '"_"YYYY"q"Q');
      if to_regclass(format('parts.%I', part)) is null then
        call add_partition(t.name, quarter);
        return next part;
      end if;
    end loop;
  end loop;
end $$;

-- Drops the partitions of a table that end before an instant, and rows of the rest from before it; never what is younger than 400
-- days by this server's own clock, so that a program that is taken over cannot do away with the log of what it did. What is still in
-- use moves to the rest. @returns the partitions that were dropped
create function drop_partitions(from_table text, before timestamptz) returns setof text language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp set lock_timeout = '2s' as $$
declare
  t parts.partitioned;
  part text;
  low timestamptz;
  high timestamptz;
begin
  perform pg_advisory_xact_lock(hashtextextended('partitions', 0));
  select * into strict t from parts.partitioned p where p.name = from_table;
  before := least(before, now() - interval '400 days');
  for part in select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = t.id and c.relname ~ '_[0-9]{4}q[1-4]$' order by 1 loop
    low := (make_date(substring(part from '_([0-9]{4})q')::integer, 3 * right(part, 1)::integer - 2, 1))::timestamp at time zone 'UTC';
    high := low + interval '3 months';
    continue when high > before;
    if from_table = 'scan_finding' then
      execute format('alter table parts.%I no force row level security', part);
      execute format('create temporary table in_use on commit drop as select p.* from parts.%I p join scan_findings_in_use(%L, %L, %L) u using (org_id, scan_id, finding_id)',
        part, low, high, before);
    end if;
    execute format('alter table %s detach partition parts.%I', t.id::regclass, part);
    execute format('drop table parts.%I', part);
    if from_table = 'scan_finding' then
      alter table parts.scan_finding_rest no force row level security;
      insert into parts.scan_finding_rest select * from pg_temp.in_use;
      alter table parts.scan_finding_rest force row level security;
      drop table pg_temp.in_use;
    end if;
    return next part;
  end loop;
  -- the rest holds rows from before there were partitions, and what was in use when its partition went
  execute format('alter table %s no force row level security', t.rest);
  execute format('delete from %s r where r.%I < %L%s', t.rest, t.by_column, before, case when from_table = 'scan_finding' then format(
    ' and not exists (select from scan_findings_in_use(''-infinity'', %L, %1$L) u where u.org_id = r.org_id and u.scan_id = r.scan_id and u.finding_id = r.finding_id)',
    before) else '' end);
  execute format('alter table %s force row level security', t.rest);
end $$;
revoke execute on function ensure_partitions(timestamptz), drop_partitions(text, timestamptz) from public;
grant execute on function ensure_partitions(timestamptz), drop_partitions(text, timestamptz) to portal_app;
select ensure_partitions(now());
