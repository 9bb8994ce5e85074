-- Training: who takes which course, how far they are, and what proves it.

-- How an organization trains; without a row the defaults hold.
create table training_setting (
  org_id uuid primary key references organization on delete cascade,
  -- together: everybody takes the same course in the same month; own: each begins in a month of their own
  calendar text not null check (calendar in ('together', 'own')),
  -- of the first course, where all go together; a first day of a month
  start_month date not null check (extract(day from start_month) = 1),
  -- null: what the training policy says, or else 80
  pass_mark smallint check (pass_mark between 50 and 100),
  remind boolean not null,
  digest boolean not null,
  -- the last month whose digest was sent, as its first day
  digest_month date,
  updated_at timestamptz not null
);
call protect_tenant_table('training_setting');

-- What a person of the team has to do with training. Archived: their seat is free and their history stays.
create table trainee (
  org_id uuid not null,
  member_id uuid not null,
  -- of their first course; a first day of a month
  start_month date not null check (extract(day from start_month) = 1),
  added_at timestamptz not null,
  archived_at timestamptz,
  last_seen_at timestamptz,
  -- kept by trigger from the enrolments that count: how many, how many finished, and of those that are not finished the
  -- first day of unlocking and the first day they are due
  courses smallint not null default 0,
  finished smallint not null default 0,
  next_unlock date,
  next_due date,
  -- the secret of the person's link follows from it: raising it ends the link
  link_round integer not null default 0,
  link_expires_at timestamptz,
  mailed_at timestamptz,
  -- what the list is sorted and searched by stands with the trainee, so that one index gives a page; kept by trigger
  name_key text not null default '',
  email_key text not null default '',
  department_key text not null default '',
  search_key text generated always as (name_key || E'\n' || email_key || E'\n' || department_key) stored,
  -- who asked the person to learn, so that every email names them
  mailed_by text,
  primary key (org_id, member_id),
  foreign key (org_id, member_id) references team_member on delete cascade
) with (fillfactor = 80);
create index trainee_active on trainee (org_id, member_id) where archived_at is null;
create index trainee_first on trainee (org_id, added_at) where archived_at is null;
create index trainee_by_name on trainee (org_id, name_key, member_id) where archived_at is null;
create index trainee_by_email on trainee (org_id, email_key, member_id) where archived_at is null;
create index trainee_by_department on trainee (org_id, department_key, name_key, member_id) where archived_at is null;
create index trainee_archived on trainee (org_id, name_key, member_id) where archived_at is not null;
call protect_tenant_table('trainee');

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

-- A course that a person takes; of the year's courses or of the organization's own packages.
create table enrolment (
  org_id uuid not null,
  member_id uuid not null,
  course_id text not null check (length(course_id) between 1 and 60),
  unlock_on date not null,
  due_on date not null,
  status text not null default 'notStarted' check (status in ('notStarted', 'inProgress', 'failedQuiz', 'finished')),
  percent smallint not null default 0 check (percent between 0 and 100),
  best_score smallint check (best_score between 0 and 100),
  attempts integer not null default 0,
  started_at timestamptz,
  finished_at timestamptz,
  -- of the content when it was finished
  content_version text not null default '',
  -- day of the last reminder of this course, counted from its unlocking: 0, 7, 14 or 28; -1 before the first
  reminded smallint not null default -1,
  -- false: taken away again after it was begun
  assigned boolean not null default true,
  -- assigned, and its person is not archived; what counts
  active boolean not null default true,
  primary key (org_id, member_id, course_id),
  foreign key (org_id, member_id) references trainee on delete cascade
);
create index enrolment_of_course on enrolment (org_id, course_id, member_id) where active;
create index enrolment_open on enrolment (org_id, unlock_on) where active and status <> 'finished';
call protect_tenant_table('enrolment');

-- How many enrolments that count are in which state; kept by trigger, so that the overview of many people is one short read.
create table enrolment_tally (
  org_id uuid not null references organization on delete cascade,
  course_id text not null,
  unlock_on date not null,
  due_on date not null,
  status text not null,
  n integer not null,
  primary key (org_id, course_id, unlock_on, due_on, status)
);
call protect_tenant_table('enrolment_tally');

-- What `trainee` says of enrolments, for these people. Of two changes of one person's courses at the same moment, the second counts
-- after the first has ended, with its rows.
create procedure count_of_trainees(members uuid[]) language plpgsql as $$
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

-- One statement's rows as they were and as they are, counted together; what stays the same is not written.
create function tally_enrolments() returns trigger language plpgsql as $$
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
create trigger tally_inserted after insert on enrolment referencing new table as added
  for each statement execute function tally_enrolments();
create trigger tally_updated after update on enrolment referencing new table as added old table as removed
  for each statement execute function tally_enrolments();
create trigger tally_deleted after delete on enrolment referencing old table as removed
  for each statement execute function tally_enrolments();

-- People of the team: how many are trained, and how many are not.
create table people_tally (
  org_id uuid not null references organization on delete cascade,
  trainees integer not null default 0,
  untrained integer not null default 0,
  -- the last time that a trainee was added or seen, to within five minutes of the same day
  last_at timestamptz,
  primary key (org_id)
);
call protect_tenant_table('people_tally');

create function tally_trainees() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into people_tally as t (org_id, trainees, last_at)
    select org_id, count(*) filter (where archived_at is null), max(greatest(added_at, last_seen_at)) from added group by 1
    on conflict (org_id) do update set trainees = t.trainees + excluded.trainees, last_at = greatest(t.last_at, excluded.last_at);
  elsif tg_op = 'DELETE' then
    update people_tally t set trainees = t.trainees - c.n
    from (select org_id, count(*) as n from removed where archived_at is null group by 1) c where t.org_id = c.org_id;
  else
    update people_tally t set trainees = t.trainees + c.step
    from (
      select org_id, sum(step) as step
      from (select org_id, 1 as step from added where archived_at is null union all select org_id, -1 from removed where archived_at is null) s
      group by 1 having sum(step) <> 0
    ) c where t.org_id = c.org_id;
    -- many learn at once: nobody waits for the other only to say when it was, and it is said now and then
    with seen as (select org_id, max(last_seen_at) as at from added group by 1), free as (
      select t.org_id from people_tally t join seen s on s.org_id = t.org_id
      where s.at > t.last_at and (s.at > t.last_at + interval '5 minutes'
        or (s.at at time zone 'America/Los_Angeles')::date > (t.last_at at time zone 'America/Los_Angeles')::date)
      for no key update of t skip locked
    )
    update people_tally t set last_at = s.at from seen s join free f on f.org_id = s.org_id where t.org_id = s.org_id;
  end if;
  return null;
end $$;
create trigger tally_inserted after insert on trainee referencing new table as added
  for each statement execute function tally_trainees();
create trigger tally_updated after update on trainee referencing new table as added old table as removed
  for each statement execute function tally_trainees();
create trigger tally_deleted after delete on trainee referencing old table as removed
  for each statement execute function tally_trainees();

create function tally_team() returns trigger language plpgsql as $$
declare
  changes text := case tg_op
    when 'INSERT' then 'select *, 1 as step from added'
    when 'DELETE' then 'select *, -1 as step from removed'
    else 'select *, 1 as step from added union all select *, -1 as step from removed' end;
begin
  execute format($sql$
    insert into people_tally as t (org_id, untrained)
    select org_id, sum(step) from (%s) c
    where left_at is null and not trains and exists (select from organization o where o.org_id = c.org_id)
    group by 1 having sum(step) <> 0
    on conflict (org_id) do update set untrained = t.untrained + excluded.untrained $sql$, changes);
  return null;
end $$;
create trigger tally_inserted after insert on team_member referencing new table as added
  for each statement execute function tally_team();
create trigger tally_updated after update on team_member referencing new table as added old table as removed
  for each statement execute function tally_team();
create trigger tally_deleted after delete on team_member referencing old table as removed
  for each statement execute function tally_team();

-- Where a person is in a course: pages opened, exercises, the test that is running.
create table training_play (
  org_id uuid not null,
  member_id uuid not null,
  course_id text not null,
  state jsonb not null,
  updated_at timestamptz not null,
  primary key (org_id, member_id, course_id),
  foreign key (org_id, member_id, course_id) references enrolment on delete cascade
);
call protect_tenant_table('training_play');

-- What each part of an organization's own course keeps of one person, and what follows from it.
create table training_part (
  org_id uuid not null,
  member_id uuid not null,
  course_id text not null,
  -- of training_package.parts
  part_id text not null check (length(part_id) <= 200),
  -- as the part's own code wrote it: JSON text that nothing here trusts
  state text not null check (length(state) <= 200000),
  done boolean not null,
  failed boolean not null,
  score smallint check (score between 0 and 100),
  updated_at timestamptz not null,
  primary key (org_id, member_id, course_id, part_id),
  foreign key (org_id, member_id, course_id) references enrolment on delete cascade
);
call protect_tenant_table('training_part');

-- Every test that was taken to its end.
create table training_attempt (
  org_id uuid not null,
  member_id uuid not null,
  course_id text not null,
  number integer not null,
  score smallint not null check (score between 0 and 100),
  passed boolean not null,
  pass_mark smallint not null,
  content_version text not null,
  finished_at timestamptz not null,
  primary key (org_id, member_id, course_id, number),
  foreign key (org_id, member_id, course_id) references enrolment on delete cascade
);
call protect_tenant_table('training_attempt');

-- What people answered at their first try, as counts without names. The course as a whole has the question '': `asked` are
-- first tests, `score_sum` is the sum of their scores.
create table training_answer_tally (
  org_id uuid not null references organization on delete cascade,
  course_id text not null,
  question_id text not null,
  asked integer not null,
  missed integer not null,
  score_sum bigint not null default 0,
  primary key (org_id, course_id, question_id)
);
call protect_tenant_table('training_answer_tally');

-- What proves it: names as they were on that day. Anyone with the code may ask whether it is true.
create table training_certificate (
  org_id uuid not null,
  code text not null unique check (length(code) between 8 and 40),
  member_id uuid not null,
  -- '' for the whole year
  course_id text not null,
  title text not null,
  person_name text not null,
  company_name text not null,
  score smallint,
  minutes integer not null,
  finished_at timestamptz not null,
  primary key (org_id, code),
  unique (org_id, member_id, course_id),
  foreign key (org_id, member_id) references trainee on delete cascade
);
call protect_tenant_table('training_certificate');

-- Courses that the organization brought itself, as SCORM packages; their files are in the file store.
create table training_package (
  org_id uuid not null references organization on delete cascade,
  id uuid not null,
  title text not null check (length(title) between 1 and 200),
  standard text not null check (standard in ('1.2', '2004')),
  -- parts in order: [{ id, title, href, parameters, masteryScore }]
  parts jsonb not null,
  minutes smallint not null check (minutes between 1 and 600),
  files integer not null,
  bytes bigint not null,
  added_at timestamptz not null,
  added_by text not null,
  removed_at timestamptz,
  primary key (org_id, id)
);
call protect_tenant_table('training_package');
call audit_table('training_package', 'title', 'added_at,files,bytes,parts');

-- The link of a certificate is opened by anyone; gives the place of the row and nothing else.
create function organization_of_certificate(asked text) returns uuid
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as
$$ select c.org_id from training_certificate c where c.code = asked $$;

-- Where people are trained: organizations, in order, after the one given; ids and nothing else.
create function organizations_with_training(after_org uuid, at_most integer) returns table (org_id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as
$$ select distinct t.org_id from trainee t where t.org_id > after_org and t.archived_at is null order by t.org_id limit at_most $$;
