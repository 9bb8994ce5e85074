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

-- Drops the partitions of a table that end before an instant, and rows of the rest from before it; never what is younger than 400 days by this server's own clock, so
-- that a program that is taken over cannot do away with the log of what it did. What is still in use moves to the rest.
-- @returns the partitions that were dropped
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
