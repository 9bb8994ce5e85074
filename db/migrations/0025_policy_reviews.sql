-- Reminders that a policy is to be looked through again: each stage once for each version.
create table policy_review_reminder (
  org_id uuid not null,
  policy_id text not null,
  version integer not null,
  -- days before the review; -1 once it is overdue
  stage integer not null check (stage in (30, 7, 1, -1)),
  sent_at timestamptz not null,
  primary key (org_id, policy_id, version, stage),
  foreign key (org_id, policy_id, version) references policy_version on delete cascade
);
call protect_tenant_table('policy_review_reminder');
create index policy_version_by_review on policy_version (review_at) where in_force;

-- Organisations with policies to be reviewed within a span, a page at a time, with the moments and nothing else.
create function policy_reviews_due(since timestamptz, until timestamptz, after_org uuid, at_most integer)
  returns table (org_id uuid, reviews timestamptz[])
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as
$$ select v.org_id, array_agg(v.review_at order by v.review_at) from policy_version v
   where v.in_force and v.review_at between since and until and v.org_id > after_org
   group by v.org_id order by v.org_id limit at_most $$;
revoke execute on function policy_reviews_due(timestamptz, timestamptz, uuid, integer) from public;
grant execute on function policy_reviews_due(timestamptz, timestamptz, uuid, integer) to portal_app;
