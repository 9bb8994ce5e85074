import { sql } from 'kysely';

type Json = {
  drafts: string[];
  last: string | null;
  due: string[];
  returned: string[];
  opened: string[];
  holding: string[];
};

/** Drafts and what is in force, found by an index whatever the history. */
export const policiesJson = (now: Date) => sql<Json>`(
  select jsonb_build_object(
    'drafts', coalesce(jsonb_agg(v.policy_id) filter (where v.status = 'Draft'), '[]'),
    'last', max(greatest(v.saved_at, v.approval_date)),
    'due', coalesce(jsonb_agg(v.policy_id) filter (where v.in_force and v.review_at <= ${now}), '[]'),
    'returned', coalesce(jsonb_agg(v.policy_id) filter (where v.status = 'Draft' and (
      select r.outcome from policy_approval_request r
      where r.org_id = v.org_id and r.policy_id = v.policy_id and r.version = v.version order by r.sent_at desc, r.id limit 1
    ) = 'returned'), '[]'),
    'opened', (select coalesce(jsonb_agg(p.id), '[]') from policy p where not p.custom),
    'holding', coalesce(jsonb_agg(v.policy_id) filter (where v.in_force), '[]')
  )
  from policy_version v where v.status = 'Draft' or v.in_force
)`;
