-- What the desk of the staff reads of letters, weaknesses and conversations: `channels` null is every channel, pages and counts
-- are worked out here. The functions of 0031 that knew fewer filters go.

-- A member of staff who acts in an organisation for nobody is a person too: what they change is written down wherever it is
-- for people (0010).
create or replace function record_change() returns trigger language plpgsql as $$
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

create index concierge_read_of_message on concierge_read (id) where kind = 'message';

-- How many organisations and people there are of each kind that decides who reads a letter. Counts alone.
create function letter_audience_groups(channels text[]) returns table (channel_id text, industry text, plan_id text, organizations integer, people integer)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.channel_id, o.industry, o.plan_id, count(*)::int, coalesce(sum(a.people), 0)::int
  from organization o left join (select org_id, count(*) as people from admin group by org_id) a using (org_id)
  where channels is null or o.channel_id = any (channels)
  group by o.channel_id, o.industry, o.plan_id
$$;

create function letter_organizations(channels text[], orgs uuid[])
returns table (org_id uuid, company_name text, channel_id text, industry text, plan_id text, people integer)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.org_id, o.company_name, o.channel_id, o.industry, o.plan_id, (select count(*)::int from admin a where a.org_id = o.org_id)
  from organization o
  where o.org_id = any (orgs) and (channels is null or o.channel_id = any (channels))
  order by lower(o.company_name), o.org_id
$$;

-- How many people who still administer have read each of these messages.
create function letter_readers(channels text[], ids text[]) returns table (id text, people integer)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select r.id, count(*)::int
  from concierge_read r join admin a using (org_id, cognito_id) join organization o using (org_id)
  where r.kind = 'message' and r.id = any (ids) and (channels is null or o.channel_id = any (channels))
  group by r.id
$$;

-- The first entry of a customer that nobody of the staff has answered; null where none waits.
create function unanswered_since(of_org uuid, of_thread uuid, only_checks boolean) returns timestamptz
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select min(e.at) from concierge_entry e
  where e.org_id = of_org and e.thread_id = of_thread and e.from_side = 'customer' and e.kind <> 'closed' and (not only_checks or e.kind = 'check')
    and e.id > coalesce((select max(s.id) from concierge_entry s
      where s.org_id = of_org and s.thread_id = of_thread and (s.from_side = 'staff' or s.kind = 'closed')), 0)
$$;

drop function conversations_for_staff(text[], text[], text, uuid, integer, integer);
create function conversations_for_staff(channels text[], org uuid, states text[], search text, mine uuid, only_unseen boolean, at_most integer, skip integer)
returns table (org_id uuid, company_name text, channel_id text, thread_id uuid, subject text, state text, context jsonb, message_id text, weakness_id uuid,
  opened_by_name text, opened_at timestamptz, last_entry_at timestamptz, last_from text, entries integer, excerpt text, unseen boolean,
  assigned_to uuid, assigned_name text, waiting_since timestamptz, check_asked boolean, total integer)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.org_id, o.company_name, o.channel_id, t.id, t.subject, t.state, t.context, t.message_id, t.weakness_id, t.opened_by_name, t.opened_at,
    t.last_entry_at, t.last_from, t.entries, t.excerpt, t.last_customer_entry > t.staff_seen_entry, t.assigned_to, t.assigned_name, w.since,
    t.state = 'waiting' and t.weakness_id is not null and unanswered_since(t.org_id, t.id, true) is not null, count(*) over ()::int
  from concierge_thread t join organization o using (org_id)
    cross join lateral (select case when t.state = 'waiting' then coalesce(unanswered_since(t.org_id, t.id, false), t.last_entry_at) end as since) w
  where (channels is null or o.channel_id = any (channels)) and (org is null or t.org_id = org) and t.state = any (states)
    and (mine is null or t.assigned_to = mine) and (not only_unseen or t.last_customer_entry > t.staff_seen_entry)
    and (search = '' or position(lower(search) in lower(concat_ws(' ', o.company_name, t.subject, t.excerpt, t.opened_by_name, t.assigned_name))) > 0)
  order by (t.state = 'waiting') desc, w.since, t.last_entry_at desc, t.id
  limit at_most offset skip
$$;

drop function weakness_candidates_for_staff(text[], text[], boolean, text, integer, integer);
create function weakness_candidates_for_staff(channels text[], org uuid, states text[], severities text[], present_now boolean, search text, at_most integer,
  skip integer)
returns table (org_id uuid, company_name text, channel_id text, type text, asset text, state text, present boolean, severity text, title text, source text,
  fact text, evidence text, first_seen timestamptz, last_seen timestamptz, gone_at timestamptz, weakness_id uuid, decided_by text, decided_at timestamptz,
  note text, total integer)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select c.org_id, o.company_name, o.channel_id, c.type, c.asset, c.state, c.present, c.severity, c.title, c.source, c.fact, c.evidence, c.first_seen,
    c.last_seen, c.gone_at, c.weakness_id, c.decided_by, c.decided_at, c.note, count(*) over ()::int
  from weakness_candidate c join organization o using (org_id)
  where (channels is null or o.channel_id = any (channels)) and (org is null or c.org_id = org) and c.state = any (states)
    and c.severity = any (severities) and (present_now is null or c.present = present_now)
    and (search = '' or position(lower(search) in lower(concat_ws(' ', o.company_name, c.title, c.asset))) > 0)
  order by array_position(array['Critical', 'High', 'Medium', 'Low', 'Info'], c.severity), c.first_seen, c.org_id, c.type, c.asset
  limit at_most offset skip
$$;

drop function weaknesses_for_staff(text[], uuid, text[], text, integer, integer);
create function weaknesses_for_staff(channels text[], org uuid, statuses text[], severities text[], only_checks boolean, search text, sort text,
  descending boolean, at_most integer, skip integer)
returns table (org_id uuid, company_name text, channel_id text, weakness_id uuid, title text, severity text, status text, asset text, source text,
  reported_on timestamptz, status_updated_on timestamptz, version integer, check_since timestamptz, total integer)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select f.*, count(*) over ()::int from (
    select w.org_id, o.company_name, o.channel_id, w.id as weakness_id, w.title, w.severity, w.status, w.asset, w.source, w.reported_on,
      w.status_updated_on, w.version, (select unanswered_since(t.org_id, t.id, true) from concierge_thread t
        where t.org_id = w.org_id and t.weakness_id = w.id and t.state = 'waiting') as check_since
    from weakness w join organization o using (org_id)
    where (channels is null or o.channel_id = any (channels)) and (org is null or w.org_id = org) and w.status = any (statuses)
      and w.severity = any (severities)
      and (search = '' or position(lower(search) in lower(concat_ws(' ', o.company_name, w.title, w.asset))) > 0)
  ) f join weakness r on r.org_id = f.org_id and r.id = f.weakness_id
  where not only_checks or f.check_since is not null
  order by
    -- whoever says that something is fixed waits for an answer
    case when sort = 'urgency' then f.check_since end,
    case when sort = 'urgency' then r.status_rank end,
    case when sort = 'status' and not descending then r.status_rank end, case when sort = 'status' and descending then -r.status_rank end,
    case when sort = 'severity' and not descending then r.severity_rank end, case when sort = 'severity' and descending then -r.severity_rank end,
    case when sort = 'organization' and not descending then lower(f.company_name) end,
    case when sort = 'organization' and descending then lower(f.company_name) end desc,
    case when sort = 'title' and not descending then lower(f.title) end, case when sort = 'title' and descending then lower(f.title) end desc,
    case when sort = 'reported' and not descending then f.reported_on end,
    case when sort = 'reported' and descending then f.reported_on end desc,
    r.severity_rank, f.reported_on desc, f.weakness_id
  limit at_most offset skip
$$;

drop function concierge_desk_counts(text[]);
create function concierge_desk_counts(channels text[], org uuid)
returns table (waiting integer, unseen integer, oldest_waiting timestamptz, candidates integer, open_weaknesses integer, checks integer)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with scope as (select o.org_id from organization o where (channels is null or o.channel_id = any (channels)) and (org is null or o.org_id = org)),
    waits as (select t.*, coalesce(unanswered_since(t.org_id, t.id, false), t.last_entry_at) as since from concierge_thread t join scope using (org_id)
      where t.state = 'waiting')
  select (select count(*)::int from waits),
    (select count(*)::int from concierge_thread t join scope using (org_id) where t.last_customer_entry > t.staff_seen_entry),
    (select min(since) from waits),
    (select count(*)::int from weakness_candidate c join scope using (org_id) where c.state = 'proposed' and c.present),
    (select count(*)::int from weakness w join scope using (org_id) where w.status = 'Open'),
    (select count(*)::int from waits t where t.weakness_id is not null and unanswered_since(t.org_id, t.id, true) is not null)
$$;

do $$
declare f regprocedure;
begin
  for f in select oid::regprocedure from pg_proc where prosecdef and pronamespace = 'public'::regnamespace loop
    execute format('revoke execute on function %s from public', f);
    execute format('grant execute on function %s to portal_app', f);
  end loop;
end $$;
