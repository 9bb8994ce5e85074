-- What each part of an organisation's own course keeps of one person, and what follows from it.
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
