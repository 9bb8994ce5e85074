import { organizationOfPerson } from '#modules/accounts/server/public.ts';
import type { BaseCtx, OrgCtx } from '#platform/server/ctx.ts';
import { Refusal } from '#platform/server/refusal.ts';
import { endSessionsOf } from '#platform/server/session.ts';
import type { Admin } from '../contract.ts';
import * as store from './admins.store.ts';
import { endAccessSpec } from './jobSpecs.ts';

export async function listAdmins(ctx: OrgCtx): Promise<{ data: Admin[] }> {
  const rows = await ctx.inOrg((db) => store.selectAdmins(db, ctx.orgId));
  return {
    data: rows.map((row) => ({
      cognitoId: row.cognitoId,
      orgId: ctx.orgId,
      email: row.email,
      firstName: row.firstName,
      lastName: row.lastName,
      jobTitle: row.jobTitle,
      addedAt: row.createdAt.toISOString(),
      hasSecondFactor: row.secondFactorSince !== null,
    })),
  };
}

/**
 * Removes an administrator. Whoever removes another administers the organisation at that moment, and stays: so there is
 * always one, also where two remove each other at the same moment.
 * Refuses with `own-account`, `no-such-person`; with `unauthenticated` where the caller was just removed.
 */
export async function removeAdmin(
  ctx: OrgCtx,
  { cognitoId }: { cognitoId: string },
): Promise<Record<string, never>> {
  const { cognitoId: own } = ctx.session;
  if (cognitoId === own) throw new Refusal('own-account');
  await ctx.inOrg(async (db) => {
    await store.lockOrganization(db, ctx.orgId);
    const admins = (await store.selectAdmins(db, ctx.orgId)).map((admin) => admin.cognitoId);
    if (!admins.includes(own)) throw new Refusal('unauthenticated');
    if (!admins.includes(cognitoId)) throw new Refusal('no-such-person');
    await store.deleteAdmin(db, ctx.orgId, cognitoId);
    await ctx.jobs.enqueue(db, endAccessSpec, { cognitoId });
  });
  // after the commit: a sign-in that was on its way had seen an administrator until then
  await endSessionsOf(ctx, cognitoId);
  return {};
}

/** Ends the user pool's tokens of a removed person, unless they administer an organisation again by now. */
export async function endAccess(ctx: BaseCtx, cognitoId: string): Promise<void> {
  if ((await organizationOfPerson(ctx.global, cognitoId)) !== null) return;
  await ctx.providers.identity.signOutEverywhere(cognitoId);
  await endSessionsOf(ctx, cognitoId);
}
