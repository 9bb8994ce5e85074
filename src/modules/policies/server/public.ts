import type { OrgScope } from '#platform/server/ctx.ts';
import { summaryPart } from '#platform/server/database/summaryPart.ts';
import { policiesJson } from './summary.store.ts';
import { policyTemplates } from './templates/templates.ts';
import { selectInForce } from './inForce.store.ts';

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

/** Of a policy of the company's own, whose text is not read for this: as long as one of the product usually takes. */
const ownMinutes = 10;

const minutesOf = (ids: readonly string[]): number =>
  ids.reduce((sum, id) => sum + (policyTemplates().get(id)?.minutes ?? ownMinutes), 0);

/** What the dashboard asks of this module. */
export const policiesPart = summaryPart({
  value: policiesJson,
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

/** Policies that hold now, for what speaks for answers about them. */
export const activePolicies = (
  ctx: OrgScope,
): Promise<{ id: string; name: string; version: number; approvalDate: string }[]> =>
  ctx.remember('organization', ctx.orgId, 'active-policies', async () => {
    const rows = await ctx.inOrg(selectInForce);
    return rows.map(({ policyId: id, name, version, approvalDate }) => ({
      id,
      name,
      version,
      approvalDate: approvalDate.toISOString(),
    }));
  });

/** For training. */
export { policyPassMark, securityContact } from './companyValues.ts';
/** Where a person's address changes. */
export { endSigningLink } from './signOff/requests.store.ts';
/** What others may read of policies in force. */
export { policyFacts, type PolicyFacts } from './policyFacts.ts';
/** For taking an organisation back to how it began. */
export { deleteAllPolicies } from './versions.store.ts';
/** What waits and what a week came to, for mails to administrators. */
export { policiesSince, waitingApprovals, type WaitingApproval } from './due.store.ts';
