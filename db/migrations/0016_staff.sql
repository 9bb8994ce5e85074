-- Members of staff, who help customers. They are people of the user pool and administer no organisation.
create table staff_member (
  id uuid primary key,
  cognito_id text not null,
  -- always trimmed and lower-cased
  email text not null check (email = lower(email) and length(email) between 3 and 254),
  name text not null check (length(name) between 1 and 100),
  -- sees the organisations of this brand alone; null: of every brand
  brand_id text check (length(brand_id) between 1 and 100),
  added_at timestamptz not null
);
create unique index staff_member_person on staff_member (cognito_id);
create unique index staff_member_address on staff_member (email);

-- A session of staff: their own acts for nobody; a support session acts for an organisation as one of its administrators,
-- with `cognito_id` and `email` theirs and `support_staff` the address of the member of staff. Both go with the member.
alter table app_session
  add column staff_id uuid references staff_member on delete cascade,
  add column staff_name text,
  add column support_reason text,
  add constraint app_session_staff check (
    (staff_id is null) = (staff_name is null)
    and (staff_id is null or (acts_for is null) = (support_staff is null))
    and (support_reason is null or support_staff is not null));
-- a member of staff acts for one organisation at a time
create unique index app_session_one_support on app_session (staff_id) where support_staff is not null;
create index app_session_by_organization on app_session (acts_for);

-- Nobody is both, however the row came in. The lock makes the other side wait for this one's end.
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

-- Whatever removes the row of a support session ends it, and leaves its entry in the organisation's log. Whoever ends one
-- knowingly says how in `app.support_end` (see end_support_session); the organisation acted for need not be the transaction's own.
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

-- What staff choose an organisation by, and nothing more of it. Whose channels are asked for is decided by the program:
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

do $$
declare f regprocedure;
begin
  for f in select oid::regprocedure from pg_proc where prosecdef and pronamespace = 'public'::regnamespace loop
    execute format('revoke execute on function %s from public', f);
    execute format('grant execute on function %s to portal_app', f);
  end loop;
end $$;
