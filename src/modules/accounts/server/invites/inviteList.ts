import type { OrgCtx } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import { Refusal } from '#platform/server/refusal.ts';
import type { ListedInvite } from '../../contract.ts';
import * as store from './inviteList.store.ts';
import { checkInvitable, countInvite, expiryOf, linkHashOf, nameOfInviter, sendInvite } from './invites.ts';
import { cancelOpenInvites, selectInvite, selectOrganization, type InviteRow } from './invites.store.ts';

type Id = { linkId: string };
type Nothing = Record<string, never>;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** An invitation of the caller's organisation. Refuses with `no-such-invite`. */
async function inviteOf(db: OrgDb, { linkId }: Id): Promise<InviteRow> {
  const invite = uuid.test(linkId) ? await selectInvite(db, linkId) : null;
  if (!invite) throw new Refusal('no-such-invite');
  return invite;
}

export async function listInvites(ctx: OrgCtx): Promise<{ data: ListedInvite[] }> {
  const now = ctx.now();
  const rows = await ctx.inOrg((db) => store.selectOpenAndEnded(db, ctx.orgId));
  return {
    data: rows.map((row) => ({
      linkId: row.id,
      email: row.email,
      firstName: row.firstName,
      lastName: row.lastName,
      jobTitle: row.jobTitle,
      status: row.status === 'sent' && row.expiresAt <= now ? 'expired' : row.status,
      invitedBy: row.invitedBy,
      sentAt: row.createdAt.toISOString(),
      expirationDate: row.expiresAt.toISOString(),
    })),
  };
}

/**
 * Mails the link of an invitation, which waits for another seven days from now.
 * @param fresh the old link stops working
 */
async function mailLink(ctx: OrgCtx, db: OrgDb, invite: InviteRow, fresh: boolean): Promise<void> {
  const organization = await selectOrganization(db, ctx.orgId, true);
  if (!organization) throw new Refusal('no-organization');
  await checkInvitable(db, invite.email);
  const place = { orgId: ctx.orgId, id: invite.id, linkRound: invite.linkRound + (fresh ? 1 : 0) };
  const expiresAt = expiryOf(ctx.now());
  const renewed = await store.renewInvite(db, invite.id, {
    round: place.linkRound,
    hash: linkHashOf(ctx, place),
    expiresAt,
  });
  if (!renewed) throw new Refusal('invite-ended');
  const invitedBy = await nameOfInviter(db, ctx.session.cognitoId);
  await sendInvite(ctx, db, organization, {
    ...place,
    email: invite.email,
    firstName: invite.firstName,
    invitedBy,
    expiresAt,
  });
}

/** Changes an invitation that was not accepted. Another address gets a link of its own; the old link stops working. */
export async function editInvite(
  ctx: OrgCtx,
  { linkId, ...details }: Id & store.InviteDetails,
): Promise<Nothing> {
  const known = await ctx.inOrg((db) => inviteOf(db, { linkId }));
  if (known.email !== details.email) await countInvite(ctx, details.email);
  await ctx.inOrg(async (db) => {
    await selectOrganization(db, ctx.orgId, true);
    const invite = await inviteOf(db, { linkId });
    if (invite.status !== 'sent') throw new Refusal('invite-ended');
    const moved = invite.email !== details.email;
    // of one address one invitation waits
    if (moved) await cancelOpenInvites(db, details.email);
    if (!(await store.updateDetails(db, invite.id, details))) throw new Refusal('invite-ended');
    if (moved) await mailLink(ctx, db, { ...invite, ...details }, true);
  });
  return {};
}

/** Mails an invitation again. One that had expired or was cancelled gets a new link, so that the old mail opens nothing. */
export async function resendInvite(ctx: OrgCtx, id: Id): Promise<Nothing> {
  const known = await ctx.inOrg((db) => inviteOf(db, id));
  await countInvite(ctx, known.email);
  await ctx.inOrg(async (db) => {
    await selectOrganization(db, ctx.orgId, true);
    const invite = await inviteOf(db, id);
    const waits = invite.status === 'sent' && invite.expiresAt > ctx.now();
    if (invite.status === 'canceled') await cancelOpenInvites(db, invite.email);
    await mailLink(ctx, db, invite, !waits);
  });
  return {};
}

/** Cancels an invitation that waits or has expired; cancelling it twice is no fault. */
export async function cancelInvite(ctx: OrgCtx, id: Id): Promise<Nothing> {
  await ctx.inOrg(async (db) => {
    const invite = await inviteOf(db, id);
    if (invite.status !== 'canceled' && !(await store.cancelInvite(db, invite.id)))
      throw new Refusal('invite-ended');
  });
  return {};
}

/** Takes an invitation that has ended off the list. */
export async function removeInvite(ctx: OrgCtx, id: Id): Promise<Nothing> {
  await ctx.inOrg(async (db) => {
    const invite = await inviteOf(db, id);
    if (invite.status === 'sent' && invite.expiresAt > ctx.now()) throw new Refusal('invite-open');
    await store.deleteEndedInvites(db, invite, ctx.now());
  });
  return {};
}
