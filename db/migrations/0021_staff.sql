-- Members of staff, who help customers. They are people of the user pool and administer no organization.
create table staff_member (
  id uuid primary key,
  cognito_id text not null,
  -- always trimmed and lower-cased
  email text not null check (email = lower(email) and length(email) between 3 and 254),
  name text not null check (length(name) between 1 and 100),
  -- sees the organizations of this brand alone; null: of every brand
  brand_id text check (length(brand_id) between 1 and 100),
  added_at timestamptz not null
);
create unique index staff_member_person on staff_member (cognito_id);
create unique index staff_member_address on staff_member (email);

-- Sessions of staff go with the member.
alter table app_session add foreign key (staff_id) references staff_member on delete cascade;

-- No one is both, however the row came in. The lock makes the other side wait for this one's end.
create function refuse_staff_as_admin() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('staff or administrator ' || lower(new.email), 0));
  if exists (select from staff_member s where s.cognito_id = new.cognito_id or s.email = lower(new.email)) then
    raise exception 'A member of staff administers no organisation.'
      using errcode = 'unique_violation', table = 'admin', constraint = 'admin_is_no_staff';
  end if;
  return new;
end $$;
create trigger refuse_staff before insert or update of cognito_id, email on admin for each row execute function refuse_staff_as_admin();

create function refuse_admin_as_staff() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('staff or administrator ' || lower(new.email), 0));
  if exists (select from admin a where a.cognito_id = new.cognito_id or lower(a.email) = new.email) then
    raise exception 'An administrator of an organisation is no member of staff.'
      using errcode = 'unique_violation', table = 'staff_member', constraint = 'staff_is_no_admin';
  end if;
  return new;
end $$;
create trigger refuse_admin before insert or update of cognito_id, email on staff_member
  for each row execute function refuse_admin_as_staff();

-- Removing the row of a support session ends it, in whatever way, and leaves its entry in the organization's log. A caller that
-- ends one knowingly says how in `app.support_end` (see end_support_session); the organization acted for need not be the transaction's own.
create function record_support_end() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  actor jsonb := coalesce(nullif(current_setting('app.actor', true), '')::jsonb, '{}');
  ended timestamptz := coalesce((actor ->> 'at')::timestamptz, now());
  how text := coalesce(nullif(current_setting('app.support_end', true), ''), case when old.expires_at <= ended then 'expired' else 'signed-out' end);
  own boolean := coalesce(actor ->> 'staff' = old.support_staff, false);
begin
  insert into audit_entry (org_id, at, actor_id, actor_email, staff, ip, user_agent, request_id, act, subject, subject_id, subject_name, new_value)
  values (old.acts_for, ended, old.cognito_id, old.email, old.support_staff,
    case when own then actor ->> 'ip' end, case when own then actor ->> 'userAgent' end, case when own then actor ->> 'requestId' end,
    'support-session-ended', 'support_session', old.id::text, old.staff_name,
    jsonb_build_object(
      'how', how,
      'seconds', greatest(0, floor(extract(epoch from ended - old.created_at)))::int,
      'writes', (select count(*) from audit_entry e where e.org_id = old.acts_for and e.staff = old.support_staff
        and e.at >= old.created_at and e.act in ('insert', 'update', 'delete'))));
  return null;
end $$;
create trigger support_ended after delete on app_session for each row
  when (old.staff_id is not null and old.support_staff is not null) execute function record_support_end();

-- Ends one support session: how, and as whose request (audit.ts: Actor). False when there is none.
create function end_support_session(hash text, how text, actor jsonb) returns boolean language plpgsql as $$
declare
  former text := coalesce(current_setting('app.actor', true), '');
  ended boolean;
begin
  perform set_config('app.actor', actor::text, true), set_config('app.support_end', how, true);
  delete from app_session where token_hash = hash and staff_id is not null and support_staff is not null;
  ended := found;
  perform set_config('app.actor', former, true), set_config('app.support_end', '', true);
  return ended;
end $$;

-- A support session ends with any of those that it lives by.
create function end_support_sessions_of() returns trigger language plpgsql as $$
begin
  perform set_config('app.support_end', tg_argv[0], true);
  if tg_table_name = 'staff_member' then
    delete from app_session where staff_id = old.id;
  elsif tg_table_name = 'admin' then
    delete from app_session where staff_id is not null and acts_for = old.org_id and cognito_id = old.cognito_id;
  else
    delete from app_session where staff_id is not null and acts_for = old.org_id;
  end if;
  perform set_config('app.support_end', '', true);
  return old;
end $$;
create trigger end_support before delete on staff_member for each row execute function end_support_sessions_of('staff-removed');
create trigger end_support before delete on admin for each row execute function end_support_sessions_of('administrator-removed');
create trigger end_support before delete on organization for each row execute function end_support_sessions_of('organization-removed');

-- What staff do at their desk that belongs to no organization: who, when, from where, what, and how it was before and after.
-- What is done in an organization is in that organization's own log (0003_audit.sql).
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
call only_added('staff_act');

-- What the desk's log holds for longer than its time goes. @returns how many
create function delete_old_staff_acts(before timestamptz, at_most integer) returns integer
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare deleted integer;
begin
  delete from staff_act where id = any (array(
    select a.id from staff_act a where a.at < least(before, now() - interval '12 months') order by a.id limit at_most));
  get diagnostics deleted = row_count;
  return deleted;
end $$;

-- What staff choose an organization by, and nothing more of it. Whose channels are asked for is decided by the program:
-- `every_channel`, or those listed. `sort` is name, sign-up or plan, plans in the order of `plans`.
create function organizations_for_staff(
  every_channel boolean, channels text[], search text, sort text, descending boolean, plans text[], at_most integer, skip integer)
returns table (org_id uuid, company_name text, channel_id text, plan_id text, subscription_status text, sign_up_date timestamptz,
  expiration_date timestamptz, admins integer, last_activity timestamptz, total integer)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with found as (
    select o.*, case when sort = 'name' then lower(o.company_name) end as by_name, case when sort = 'sign-up' then o.sign_up_date end as by_day,
      case when sort = 'plan' then coalesce(array_position(plans, o.plan_id), 0) end as by_plan
    from organization o
    where (every_channel or o.channel_id = any (channels))
      and (search = '' or position(lower(search) in lower(o.company_name)) > 0 or position(lower(search) in lower(o.company_url)) > 0
        or exists (select from admin a where a.org_id = o.org_id and position(lower(search) in lower(a.email)) > 0))
  ), page as (
    select f.*, count(*) over () as total, row_number() over (order by
      case when not descending then f.by_name end, case when descending then f.by_name end desc,
      case when not descending then f.by_day end, case when descending then f.by_day end desc,
      case when not descending then f.by_plan end, case when descending then f.by_plan end desc,
      lower(f.company_name), f.org_id) as place
    from found f order by place limit at_most offset skip
  )
  select p.org_id, p.company_name, p.channel_id, p.plan_id, p.subscription_status, p.sign_up_date, p.expiration_date,
    (select count(*)::int from admin a where a.org_id = p.org_id),
    greatest(
      (select max(s.touched_at) from app_session s where s.acts_for = p.org_id and s.support_staff is null),
      (select e.at from audit_entry e where e.org_id = p.org_id and e.actor_id is not null and e.staff is null order by e.at desc, e.id desc limit 1)),
    p.total::int
  from page p order by p.place
$$;

-- Support sessions whose time is up, or in which nobody did anything for so long (0: no such limit). Ids and times, nothing else.
create function ended_support_sessions(at timestamptz, inactivity_seconds integer) returns table (token_hash text, ended_at timestamptz)
  language sql stable as $$
  select e.token_hash, e.ended_at from (
    select s.token_hash, least(s.expires_at, case when inactivity_seconds > 0 then s.touched_at + make_interval(secs => inactivity_seconds) end) as ended_at
    from app_session s where s.staff_id is not null and s.support_staff is not null) e
  where e.ended_at <= at
$$;

-- How the customers of a brand stand, for the list of staff: the page of organizations_for_staff with the newest rating and the
-- open issues of high severity of each organization on it. Only those on the page are looked up.
create function portfolio_for_staff(
  every_channel boolean, channels text[], search text, sort text, descending boolean, plans text[], rating_source text, at_most integer, skip integer)
returns table (org_id uuid, company_name text, channel_id text, plan_id text, subscription_status text, sign_up_date timestamptz,
  expiration_date timestamptz, admins integer, last_activity timestamptz, total integer, rating integer, rated_on date, open_highs integer)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.org_id, o.company_name, o.channel_id, o.plan_id, o.subscription_status, o.sign_up_date, o.expiration_date, o.admins, o.last_activity,
    o.total, s.rating, s.day,
    coalesce((select sum(t.n) from finding_tally t where t.org_id = o.org_id and t.severity = 'high'), 0)::int
  from organizations_for_staff(every_channel, channels, search, sort, descending, plans, at_most, skip) with ordinality as
    o (org_id, company_name, channel_id, plan_id, subscription_status, sign_up_date, expiration_date, admins, last_activity, total, place)
  left join lateral (
    -- the company's own domain is the one that was measured last
    select r.domain from rating_run r where r.org_id = o.org_id order by r.started_at desc limit 1) d on true
  left join lateral (
    select n.rating::int as rating, n.day::date as day from rating_snapshot n
    where n.org_id = o.org_id and n.domain = d.domain and n.source = rating_source order by n.day desc limit 1) s on true
  order by o.place
$$;

-- Names of organizations, for staff of every brand.
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
