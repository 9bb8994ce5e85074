import { randomUUID } from 'node:crypto';
import type { BaseCtx, OrgCtx, OrgScope, PublicCtx } from '#platform/server/ctx.ts';
import { isDuplicate, type OrgDb } from '#platform/server/database/database.ts';
import { countUse } from '#platform/server/http/rateLimit.ts';
import { Refusal } from '#platform/server/refusal.ts';
import { hashCode, hashToken } from '#platform/server/secrets/secrets.ts';
import { deleteSessionsOf } from '#platform/server/session.ts';
import { brandOfChannel, catalogOf, toMailBrand } from '#modules/catalog/server/public.ts';
import { reserveEmail } from '#modules/sending/server/public.ts';
import type { IdentityUser } from '#providers/identity/port.ts';
import type { Invite } from '../../contract.ts';
import { asRefusal, demandStrongPassword } from '../identityRefusal.ts';
import * as store from './invites.store.ts';
import { mailOpenInvitesSpec } from '../jobSpecs.ts';
import { queueInviteMail } from '../mails.ts';
import { insertAdmin, isStaffAddress, organizationOfPerson } from '../people.store.ts';
import { removeFactor } from '../secondFactor/strandedFactor.ts';

const inviteDays = 7;
/** An organization is no means of filling one stranger's mailbox. */
const mostPerAddressAndDay = 5;

export const expiryOf = (now: Date): Date => new Date(now.getTime() + inviteDays * 86_400_000);

/** Counts one invitation email to an address. Refuses with `too-many-invites`. */
export async function countInvite(ctx: OrgScope, email: string): Promise<void> {
  const address = hashCode(ctx.secrets.key('invite-limit'), ctx.orgId, email);
  const wait = await countUse(ctx.global, `invites-to:${address}`, mostPerAddressAndDay, 86_400, ctx.now());
  if (wait !== null) throw new Refusal('too-many-invites', { retryAfterSeconds: wait });
}

/** Refuses with `already-admin`, `cannot-be-invited`. */
export async function checkInvitable(db: OrgDb, email: string): Promise<void> {
  if (await store.isAdminAddress(db, email)) throw new Refusal('already-admin');
  if (await isStaffAddress(db, email)) throw new Refusal('cannot-be-invited');
}

/**
 * Name of the administrator who invites; refuses with `unauthenticated` whoever was removed meanwhile. The organisation is held,
 * so nobody is removed before the invitation is there for others to see.
 */
export async function nameOfInviter(db: OrgDb, cognitoId: string): Promise<string> {
  const name = await store.selectAdminName(db, cognitoId);
  if (name === null) throw new Refusal('unauthenticated');
  return name;
}

type InviteRequest = { email: string; firstName: string; lastName: string; jobTitle: string };

/** The secret of a link follows from its invitation, so that the same mail can be sent again while the table holds only a hash. */
const linkToken = (ctx: BaseCtx, invite: { orgId: string; id: string; linkRound: number }): string =>
  hashCode(
    ctx.secrets.lasting('invite-link'),
    invite.orgId,
    invite.id,
    ...(invite.linkRound ? [String(invite.linkRound)] : []),
  );

/** What the table keeps of a link. */
export const linkHashOf = (ctx: BaseCtx, invite: { orgId: string; id: string; linkRound: number }): string =>
  hashToken(linkToken(ctx, invite));

type Addressed = {
  orgId: string;
  id: string;
  linkRound: number;
  email: string;
  firstName: string;
  invitedBy: string | null;
  expiresAt: Date;
};

/** Mails an invitation. Refuses with `too-many-invites` where the organization may write to no more people today. */
export async function sendInvite(
  ctx: OrgScope,
  db: OrgDb,
  organization: store.OrganizationFacts,
  invite: Addressed,
): Promise<void> {
  await reserveEmail(ctx, db, invite.email, 'too-many-invites');
  await queueInviteMail(ctx, db, {
    brand: toMailBrand(brandOfChannel(catalogOf(ctx.settings), organization.channelId)),
    email: invite.email,
    firstName: invite.firstName,
    invitedBy: invite.invitedBy,
    companyName: organization.companyName,
    linkId: linkToken(ctx, invite),
    expiresAt: invite.expiresAt,
  });
}

/**
 * Invites another administrator of an organisation and mails the link; an open invitation of the same address ends.
 * @param invitedBy cognitoId of who invites
 * Refuses with `already-admin`, `cannot-be-invited`, `too-many-invites`.
 */
async function inviteAdmin(
  ctx: OrgScope,
  invitedBy: string,
  request: InviteRequest,
): Promise<{ id: string }> {
  const now = ctx.now();
  await countInvite(ctx, request.email);
  const id = randomUUID();
  const expiresAt = expiryOf(now);
  await ctx.inOrg(async (db) => {
    const organization = await store.selectOrganization(db, ctx.orgId, true);
    if (!organization) throw new Refusal('no-organization');
    await checkInvitable(db, request.email);
    await store.cancelOpenInvites(db, request.email);
    await store.insertInvite(db, {
      ...request,
      orgId: ctx.orgId,
      id,
      linkHash: linkHashOf(ctx, { orgId: ctx.orgId, id, linkRound: 0 }),
      invitedBy,
      now,
      expiresAt,
    });
    const name = await nameOfInviter(db, invitedBy);
    await sendInvite(ctx, db, organization, {
      orgId: ctx.orgId,
      id,
      linkRound: 0,
      email: request.email,
      firstName: request.firstName,
      invitedBy: name,
      expiresAt,
    });
  });
  return { id };
}

export async function inviteUser(ctx: OrgCtx, request: InviteRequest): Promise<Record<string, never>> {
  await inviteAdmin(ctx, ctx.session.cognitoId, request);
  return {};
}

type Found = { scope: OrgScope; invite: store.InviteRow; organization: store.OrganizationFacts };

/** The invitation of a link, whatever its state; null when there never was one or it was cancelled or has expired unused. */
async function findInvite(ctx: BaseCtx, linkId: string): Promise<Found | null> {
  const place = await store.placeOfInvite(ctx.global, hashToken(linkId));
  if (!place) return null;
  const scope = ctx.forOrg(place.orgId);
  const found = await scope.inOrg(async (db) => {
    const invite = await store.selectInvite(db, place.id);
    const organization = await store.selectOrganization(db, place.orgId);
    return invite && organization ? { scope, invite, organization } : null;
  });
  if (!found || found.invite.status === 'canceled') return null;
  return found.invite.status === 'sent' && found.invite.expiresAt <= ctx.now() ? null : found;
}

/** The person of an address, if that person already administers an organisation or is staff. */
async function findMember(
  ctx: BaseCtx,
  email: string,
): Promise<{ user: IdentityUser | null; isMember: boolean }> {
  const user = await ctx.providers.identity.findUser(email).catch(asRefusal);
  const isMember = user !== null && (await organizationOfPerson(ctx.global, user.cognitoId)) !== null;
  return { user, isMember: isMember || (await isStaffAddress(ctx.global, email)) };
}

/** What the page of an invitation shows. Refuses with `link-invalid`. */
export async function readInvite(ctx: PublicCtx, { linkId }: { linkId: string }): Promise<{ data: Invite }> {
  const found = await findInvite(ctx, linkId);
  if (!found) throw new Refusal('link-invalid');
  const { invite, organization } = found;
  const taken = invite.status === 'sent' && (await findMember(ctx, invite.email)).isMember;
  return {
    data: {
      linkId,
      createdFor: { firstName: invite.firstName, lastName: invite.lastName, email: invite.email },
      companyName: organization.companyName,
      status: invite.status === 'used' ? 'used' : taken ? 'userExists' : 'sent',
      expirationDate: invite.expiresAt.toISOString(),
      subscriptionId: organization.signUpCode,
    },
  };
}

/**
 * Uses an invitation up and makes a person an administrator by it, in one step and as an act of that person, whoever is
 * signed in in this browser. Refuses with `link-invalid`, `user-exists`.
 */
async function join(ctx: PublicCtx, { scope: { orgId }, invite }: Found, cognitoId: string): Promise<void> {
  const { ip, userAgent } = ctx.client;
  const scope = ctx.forOrg(orgId, {
    id: cognitoId,
    email: invite.email,
    ip,
    userAgent,
    requestId: ctx.requestId,
  });
  const joined = await scope
    .inOrg(async (db) => {
      if (!(await store.claimInvite(db, invite.id, invite.linkRound, scope.now()))) return false;
      const { email, firstName, lastName, jobTitle } = invite;
      await insertAdmin(db, {
        orgId: scope.orgId,
        cognitoId,
        email,
        firstName,
        lastName,
        jobTitle,
        now: scope.now(),
      });
      return true;
    })
    .catch((error: unknown) => {
      if (isDuplicate(error)) throw new Refusal('user-exists', undefined, error);
      throw error;
    });
  if (!joined) throw new Refusal('link-invalid');
}

/**
 * Makes the invited person an administrator. Who holds the link reads that mailbox, so an account of the address that
 * belongs to no organisation yet gets the new password and joins. Of several that accept at once one joins, and its
 * password is the one that counts. Refuses as the contract says.
 */
export async function acceptInvite(
  ctx: PublicCtx,
  { linkId, password }: { linkId: string; password: string },
): Promise<{ data: { email: string; subscriptionId: string | null } }> {
  const found = await findInvite(ctx, linkId);
  if (!found) throw new Refusal('link-invalid');
  const { scope, invite, organization } = found;
  if (invite.status === 'used') throw new Refusal('link-used');
  demandStrongPassword(ctx, password);
  const { user, isMember } = await findMember(ctx, invite.email);
  if (isMember) throw new Refusal('user-exists');
  const { identity } = ctx.providers;
  if (user) {
    await join(ctx, found, user.cognitoId);
    try {
      await identity.setPassword(user.cognitoId, password);
      // it was set up before this person came, and the password that did so is gone
      await removeFactor(ctx, user.cognitoId);
    } catch (error) {
      await scope.inOrg((db) => store.undoJoin(db, invite.id, user.cognitoId));
      asRefusal(error);
    }
    // a session from before knows neither the organisation nor the new password
    await deleteSessionsOf(ctx.global, user.cognitoId);
  } else {
    const { signUpCode } = organization;
    const made = await identity
      .createUser({ email: invite.email, password, signUpCode, about: [organization.companyName] })
      .catch(asRefusal);
    await join(ctx, found, made.cognitoId);
  }
  return { data: { email: invite.email, subscriptionId: organization.signUpCode } };
}

/** Lets a job mail the open invitations of an address, so that the answer tells nothing about it. */
export async function lookUpInvites(
  ctx: PublicCtx,
  { email }: { email: string },
): Promise<Record<string, never>> {
  await ctx.jobs.enqueue(ctx.global, mailOpenInvitesSpec, { email });
  return {};
}

/** Mails every open invitation of an address again; at most once an hour. */
export async function mailOpenInvites(ctx: BaseCtx, email: string): Promise<void> {
  const now = ctx.now();
  for (const place of await store.placesOfOpenInvites(ctx.global, email, now)) {
    if ((await countUse(ctx.global, `invite-again:${place.id}`, 1, 3600, now)) !== null) continue;
    const scope = ctx.forOrg(place.orgId);
    await scope
      .inOrg(async (db) => {
        const invite = await store.selectInvite(db, place.id);
        const organization = await store.selectOrganization(db, place.orgId);
        if (invite?.status !== 'sent' || !organization) return;
        await sendInvite(scope, db, organization, {
          orgId: place.orgId,
          id: invite.id,
          linkRound: invite.linkRound,
          email: invite.email,
          firstName: invite.firstName,
          invitedBy: null,
          expiresAt: invite.expiresAt,
        });
      })
      .catch((error: unknown) => {
        // the invitation waits, and can be asked for again another day
        if (!(error instanceof Refusal)) throw error;
        ctx.log.info({ refusal: error.code, orgId: place.orgId }, 'an invitation was not mailed again');
      });
  }
}
