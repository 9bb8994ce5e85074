import { type Day } from '#platform/days.ts';
import type { BaseCtx, OrgScope } from '#platform/server/ctx.ts';
import { selectOrganizations } from './sent.store.ts';

const atOnce = 200;

/**
 * Does something for every organisation that the round has not come to yet, a page at a time and each in transactions of its
 * own; one organisation's trouble does not hold up the others, and is tried again on the next run.
 */
export async function eachOrganization(
  base: BaseCtx,
  round: { kind: 'due' | 'digest'; since: Day; what: string },
  work: (scope: OrgScope) => Promise<void>,
): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const organizations = await selectOrganizations(base.global, round.kind, round.since, after, atOnce);
    for (const orgId of organizations)
      await work(base.forOrg(orgId)).catch((error: unknown) => base.log.error({ err: error, orgId }, round.what));
    const last = organizations.at(-1);
    if (!last || organizations.length < atOnce) return;
    after = last;
  }
}
