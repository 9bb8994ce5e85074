import { sql } from 'kysely';
import { pacificDay } from '#platform/days.ts';
import type { OrgScope } from '#platform/server/ctx.ts';
import { readSummary, summaryPart } from '#platform/server/summaryPart.ts';
import { policyTemplates } from './templates.ts';

/** What the dashboard shows of this module (modules.md 3, compliance). */
export type PoliciesSummary = {
  /** Open drafts of policies that are not in force. */
  draft: number;
  /** Open drafts of the next version of policies that are. */
  revisions: number;
  /** Policies that hold. */
  active: number;
  /** Templates that were never activated and have no draft. */
  inactive: number;
  /** UTC ISO; null before the first save. */
  lastUpdated: string | null;
  /** Of the policies to begin with those that nobody has opened, in their order. */
  missingStarter: { id: string; name: string; minutes: number }[];
  /** Policies that hold and whose day of review has come. */
  reviewDue: number;
  /** Drafts that their approver returned with a comment. */
  returned: number;
  /** To read what is to be done, and fill it in: other drafts than those returned, drafts returned, and reviews. */
  minutes: { drafts: number; returned: number; reviews: number };
};

type Json = {
  drafts: string[];
  last: string | null;
  due: string[];
  returned: string[];
  opened: string[];
  holding: string[];
};

/** Of a policy of the company's own, whose text is not read for this: as long as one of the product usually takes. */
const ownMinutes = 10;

const minutesOf = (ids: readonly string[]): number =>
  ids.reduce((sum, id) => sum + (policyTemplates().get(id)?.minutes ?? ownMinutes), 0);

/** What the dashboard asks of this module: drafts and what is in force, found by an index whatever the history. */
export const policiesPart = summaryPart({
  value: (now) => sql<Json>`(
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
  )`,
  read: ({ drafts, last, due, returned, opened, holding }): PoliciesSummary => {
    const templates = [...policyTemplates().values()];
    const counted = new Set([...drafts, ...holding]);
    const revisions = drafts.filter((id) => holding.includes(id)).length;
    return {
      draft: drafts.length - revisions,
      revisions,
      active: holding.length,
      inactive: templates.filter(({ id }) => !counted.has(id)).length,
      lastUpdated: last && new Date(last).toISOString(),
      missingStarter: templates
        .filter(({ id, starter }) => starter && !opened.includes(id))
        .map(({ id, name, minutes }) => ({ id, name, minutes })),
      reviewDue: due.length,
      returned: returned.length,
      minutes: {
        drafts: minutesOf(drafts.filter((id) => !returned.includes(id))),
        returned: minutesOf(returned),
        reviews: minutesOf(due),
      },
    };
  },
});

/** Remembered until something of the organisation changes, for the day. */
export const policiesSummary = (ctx: OrgScope): Promise<PoliciesSummary> =>
  ctx.remember('organization', ctx.orgId, `policies-summary ${pacificDay(ctx.now())}`, () =>
    readSummary(ctx, policiesPart),
  );

/** Policies that hold now, for what speaks for answers about them. */
export const activePolicies = (
  ctx: OrgScope,
): Promise<{ id: string; name: string; version: number; approvalDate: string }[]> =>
  ctx.remember('organization', ctx.orgId, 'active-policies', async () => {
    const rows = await ctx.inOrg((db) =>
      db
        .selectFrom('policyVersion')
        .select(['policyId', 'name', 'version', 'approvalDate'])
        .where('inForce', '=', true)
        .orderBy('nameKey')
        .execute(),
    );
    return rows.map((row) => ({
      id: row.policyId,
      name: row.name,
      version: row.version,
      approvalDate: row.approvalDate!.toISOString(),
    }));
  });

/** What training follows: whom people tell, and which score passes. */
export { policyPassMark, securityContact } from './said.ts';
/** Where a person's address changes. */
export { endSigningLink } from './signRequests.store.ts';
/** What may be told of policies in force to others. */
export { policyFacts, type PolicyFacts } from './policyFacts.ts';
/** For taking an organisation back to how it began. */
export { deleteAllPolicies } from './versions.store.ts';
/** What waits and what a week came to, for mails to administrators. */
export { policiesSince, waitingApprovals, type WaitingApproval } from './due.store.ts';
