import type { OrgScope, PublicCtx } from '#platform/server/ctx.ts';
import { openLinkToken } from '#platform/server/secrets/linkTokens.ts';
import { Refusal } from '#platform/server/refusal.ts';
import { moduleIsActive } from '#modules/plans/server/public.ts';
import { selectLearner, writeLastSeen, type LearnerRow } from './learnLinks.store.ts';

const hourMs = 3_600_000;

/** Whoever holds a link that works: their organisation, and what is kept of them. */
export type Learner = {
  scope: OrgScope;
  member: Pick<LearnerRow, 'id' | 'name' | 'firstName' | 'lastName' | 'email' | 'companyName'>;
  trainee: { linkRound: number; linkExpiresAt: Date };
};

/**
 * A link as this installation gave it out, of somebody who is trained now; whether it still works is not asked here.
 * Null for a forged one, for one of another kind, of a plan without training, and of whoever was archived or deleted.
 */
export async function learnerOfLink(
  ctx: PublicCtx,
  token: string,
): Promise<{ scope: OrgScope; row: LearnerRow; round: number } | null> {
  const place = openLinkToken(ctx, 'training-link', token);
  if (!place) return null;
  const { ip, userAgent } = ctx.client;
  const scope = ctx.forOrg(place.orgId, { ip, userAgent, requestId: ctx.requestId });
  if (!(await moduleIsActive(scope, 'training'))) return null;
  const row = await scope.inOrg((db) => selectLearner(db, place.id));
  return row && !row.archived ? { scope, row, round: place.round } : null;
}

/** Whether a link is the one that holds now, and its time is not over. */
export const isLinkOpen = ({ row, round }: { row: LearnerRow; round: number }, now: Date): boolean =>
  row.linkRound === round && row.linkExpiresAt !== null && row.linkExpiresAt > now;

/** Opens a link of a trainee and notes that they were here. Refuses with `link-invalid`, `link-expired`. */
export async function openLearner(ctx: PublicCtx, token: string): Promise<Learner> {
  const found = await learnerOfLink(ctx, token);
  if (!found) throw new Refusal('link-invalid');
  const { scope, row } = found;
  const { archived: _archived, linkRound, linkExpiresAt, lastSeenAt, ...member } = row;
  const now = scope.now();
  if (!isLinkOpen(found, now)) throw new Refusal('link-expired');
  if (!lastSeenAt || now.getTime() - lastSeenAt.getTime() >= hourMs)
    await scope.inOrg((db) => writeLastSeen(db, member.id, now));
  return { scope, member, trainee: { linkRound, linkExpiresAt: linkExpiresAt! } };
}
