-- The assessment of cyber maturity: one for each organization. How answers become levels is worked out by the program;
-- only what must outlive a change of the model or a day is kept beside the answers.

-- One row for each organization that has begun; whoever saves answers holds it, so that saves come one after the other.
create table maturity_assessment (
  org_id uuid not null references organization on delete cascade,
  -- level that the company aims for
  target smallint not null default 2 check (target between 1 and 5),
  -- last change of an answer; null before the first
  updated_at timestamptz,
  -- what the answers came to when they were last saved for the model they were given to: it stands until somebody
  -- looked through them after a change of the model
  overall_level smallint not null default 0 check (overall_level between 0 and 5),
  status text not null default 'notCompleted' check (status in ('notCompleted', 'completed')),
  -- by element id, elements that were complete
  levels jsonb not null default '{}',
  primary key (org_id)
);
call protect_tenant_table('maturity_assessment');
call audit_table('maturity_assessment', 'target', 'updated_at,overall_level,status,levels');

create table maturity_answer (
  org_id uuid not null references maturity_assessment on delete cascade,
  -- of the model's files; one that the model no longer knows counts for nothing, and is kept
  question_id text not null,
  answer text not null check (answer in ('yes', 'mostly', 'partly', 'no', 'unsure', 'notApplicable')),
  note text not null default '' check (length(note) <= 1000),
  answered_by text not null,
  answered_by_email text not null,
  answered_at timestamptz not null,
  -- of the model that was asked
  content_version text not null,
  primary key (org_id, question_id)
);
call protect_tenant_table('maturity_answer');

-- The state at the end of each day on which something was answered, so that two days can be compared.
create table maturity_snapshot (
  org_id uuid not null references maturity_assessment on delete cascade,
  -- Pacific time
  day date not null,
  overall_level smallint not null check (overall_level between 0 and 5),
  status text not null check (status in ('notCompleted', 'completed')),
  levels jsonb not null,
  primary key (org_id, day)
);
call protect_tenant_table('maturity_snapshot');

-- Who does an action of the report, until when.
create table maturity_task (
  org_id uuid not null references maturity_assessment on delete cascade,
  question_id text not null,
  owner text not null default '' check (length(owner) <= 120),
  due date,
  done boolean not null default false,
  primary key (org_id, question_id)
);
call protect_tenant_table('maturity_task');
