import { type Day } from '#platform/days.ts';
import type { BaseCtx, OrgScope } from '#platform/server/ctx.ts';
import { selectOrganizations } from './sent.store.ts';

const atOnce = 200;

/** Does something for every organization that the round has not come to yet. */
export const eachOrganization = (
  base: BaseCtx,
  round: { kind: 'due' | 'digest'; since: Day; what: string },
  work: (scope: OrgScope) => Promise<void>,
): Promise<void> =>
  eachOrganizationOf(
    base,
    round.what,
    (after, most) => selectOrganizations(base.global, round.kind, round.since, after, most),
    work,
  );

/**
 * Does something for organizations, a page at a time and each in transactions of its own; one organization's trouble does not
 * hold up the others, and is tried again on the next run.
 * @param select those after the one given, by id
 */
export async function eachOrganizationOf(
  base: BaseCtx,
  what: string,
  select: (after: string, atMost: number) => Promise<string[]>,
  work: (scope: OrgScope) => Promise<void>,
): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const organizations = await select(after, atOnce);
    for (const orgId of organizations)
      await work(base.forOrg(orgId)).catch((error: unknown) => base.log.error({ err: error, orgId }, what));
    const last = organizations.at(-1);
    if (!last || organizations.length < atOnce) return;
    after = last;
  }
}
