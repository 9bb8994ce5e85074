-- Lists of a hundred thousand trainees, read a page at a time in any order.

-- What the list is sorted and searched by stands with the trainee, so that one index gives a page; kept by trigger.
alter table trainee
  add column name_key text not null default '',
  add column email_key text not null default '',
  add column department_key text not null default '',
  add column search_key text generated always as (name_key || E'\n' || email_key || E'\n' || department_key) stored;
-- counts change often and are in no index: there is room for the new row beside the old one
alter table trainee set (fillfactor = 80);

create function take_keys_of_member() returns trigger language plpgsql as $$
begin
  select lower(m.name), m.email_key, lower(m.department) into new.name_key, new.email_key, new.department_key
    from team_member m where m.org_id = new.org_id and m.id = new.member_id;
  return new;
end $$;
create trigger take_keys before insert on trainee for each row execute function take_keys_of_member();

create function give_keys_to_trainee() returns trigger language plpgsql as $$
begin
  update trainee t set name_key = lower(new.name), email_key = new.email_key, department_key = lower(new.department)
    where t.org_id = new.org_id and t.member_id = new.id;
  return null;
end $$;
create trigger give_keys after update on team_member for each row
  when ((old.name, old.email_key, old.department) is distinct from (new.name, new.email_key, new.department))
  execute function give_keys_to_trainee();

update trainee t set name_key = lower(m.name), email_key = m.email_key, department_key = lower(m.department)
  from team_member m where m.org_id = t.org_id and m.id = t.member_id;

create index trainee_by_name on trainee (org_id, name_key, member_id) where archived_at is null;
create index trainee_by_email on trainee (org_id, email_key, member_id) where archived_at is null;
create index trainee_by_department on trainee (org_id, department_key, name_key, member_id) where archived_at is null;
create index trainee_archived on trainee (org_id, name_key, member_id) where archived_at is not null;

-- Who is asked to sign, and who is not trained yet.
drop index team_member_by_name;
create index team_member_by_name on team_member (org_id, lower(name), id) where left_at is null and signs;
create index team_member_untrained on team_member (org_id, lower(name), id) where left_at is null and not trains;

-- Two changes of one person's courses at the same moment: the second counts after the first has ended, with its rows.
create or replace procedure count_of_trainees(members uuid[]) language plpgsql as $$
begin
  perform from trainee t where t.org_id = current_org() and t.member_id = any(members) order by t.member_id for no key update;
  update trainee t set courses = c.courses, finished = c.finished, next_unlock = c.next_unlock, next_due = c.next_due
  from (
    select m.member_id, count(e.course_id)::smallint as courses, count(e.course_id) filter (where e.status = 'finished')::smallint as finished,
      min(e.unlock_on) filter (where e.status <> 'finished') as next_unlock, min(e.due_on) filter (where e.status <> 'finished') as next_due
    from unnest(members) as m(member_id) left join enrolment e on e.org_id = current_org() and e.member_id = m.member_id and e.active
    group by 1
  ) c
  where t.org_id = current_org() and t.member_id = c.member_id
    and (t.courses, t.finished, t.next_unlock, t.next_due) is distinct from (c.courses, c.finished, c.next_unlock, c.next_due);
end $$;

-- The organisation is known by its org_id.
create or replace function tally_enrolments() returns trigger language plpgsql as $$
declare
  changes text := case tg_op
    when 'INSERT' then 'select *, 1 as step from added'
    when 'DELETE' then 'select *, -1 as step from removed'
    else 'select *, 1 as step from added union all select *, -1 as step from removed' end;
  people uuid[];
begin
  execute format($sql$
    insert into enrolment_tally as t (org_id, course_id, unlock_on, due_on, status, n)
    select org_id, course_id, unlock_on, due_on, status, sum(step) from (%s) c
    where active and exists (select from organization o where o.org_id = c.org_id)
    group by 1, 2, 3, 4, 5 having sum(step) <> 0 order by 1, 2, 3, 4, 5
    on conflict (org_id, course_id, unlock_on, due_on, status) do update set n = t.n + excluded.n $sql$, changes);
  delete from enrolment_tally where n = 0;
  execute format($sql$
    select array(select distinct member_id from (
      select member_id, course_id, unlock_on, due_on, status, active from (%s) c group by 1, 2, 3, 4, 5, 6 having sum(step) <> 0) d) $sql$,
    changes) into people;
  if cardinality(people) > 0 then call count_of_trainees(people); end if;
  return null;
end $$;

-- A list of ten thousand people is many rows and one change: told once for a statement, to whoever remembers the organisation.
create function notify_own_change() returns trigger language plpgsql as $$
begin
  if current_org() is not null then perform pg_notify('organization', current_org()::text); end if;
  return null;
end $$;
create procedure tell_statements(table_name regclass) language plpgsql as $$
begin
  execute format('drop trigger tell_change on %s', table_name);
  execute format('create trigger tell_change after insert or update or delete on %s for each statement execute function notify_own_change()', table_name);
end $$;
call tell_statements('trainee');
call tell_statements('enrolment');
call tell_statements('enrolment_tally');
drop procedure tell_statements;
