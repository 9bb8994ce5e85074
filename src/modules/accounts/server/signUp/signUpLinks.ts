import type { BaseCtx, PublicCtx } from '#platform/server/ctx.ts';
import { Refusal } from '#platform/server/refusal.ts';
import { hashToken, randomToken } from '#platform/server/secrets/secrets.ts';
import { deleteSessionsOf } from '#platform/server/session.ts';
import {
  catalogOf,
  findSignUpCode,
  isSignUpCodeExpired,
  toMailBrand,
} from '#modules/catalog/server/public.ts';
import type { IdentityUser } from '#providers/identity/port.ts';
import type { SignUpLink } from '../../signUpContract.ts';
import { asRefusal, demandStrongPassword } from '../identityRefusal.ts';
import { queueSignUpLinkMail } from './signUpLinkMail.ts';
import * as store from './signUpLinks.store.ts';

const linkDays = 14;
/** An account is made within seconds; a link that was taken longer ago and made none was lost on the way. */
const lostAfterMs = 60_000;

export type SignUpLinkRequest = {
  /** Trimmed and in lower case. */
  email: string;
  firstName: string;
  lastName: string;
  companyName: string;
  signUpCode: string;
  variant: store.LinkVariant;
};

/**
 * Makes the sign-up link of an address and queues its mail in the brand of the subscription id's channel; an open link of
 * the same address ends. For operators and staff.
 * Refuses with `no-such-subscription`, `subscription-expired`, `user-exists`, `identity-unavailable`.
 */
export async function sendSignUpLink(
  ctx: BaseCtx,
  request: SignUpLinkRequest,
): Promise<{ expiresAt: Date; brandName: string }> {
  const now = ctx.now();
  const subscription = findSignUpCode(catalogOf(ctx.settings), request.signUpCode);
  if (!subscription) throw new Refusal('no-such-subscription');
  if (isSignUpCodeExpired(subscription, now)) throw new Refusal('subscription-expired');
  if ((await findAccount(ctx, request.email)).exists) throw new Refusal('user-exists');
  const { channel, signUpCode } = subscription;
  const linkId = randomToken();
  const expiresAt = new Date(now.getTime() + linkDays * 86_400_000);
  const brand = toMailBrand(channel.brand);
  await ctx.global.transaction().execute(async (db) => {
    await store.replaceOpenLinks(db, request.email);
    await store.insertSignUpLink(db, { ...request, signUpCode, hash: hashToken(linkId), now, expiresAt });
    await queueSignUpLinkMail(ctx, db, {
      ...request,
      brand,
      trialDays: channel.trial.enabled ? channel.trial.days : null,
      linkId,
      expiresAt,
    });
  });
  return { expiresAt, brandName: brand.nameLong };
}

/** The account of an address. One that was never confirmed is nobody's yet: anybody could have begun it. */
async function findAccount(
  ctx: BaseCtx,
  email: string,
): Promise<{ user: IdentityUser | null; exists: boolean }> {
  const user = await ctx.providers.identity.findUser(email).catch(asRefusal);
  return { user, exists: user?.emailVerified === true };
}

/** Unknown, replaced and expired links are all the same to whoever holds one. */
async function findLink(ctx: BaseCtx, hash: string): Promise<store.SignUpLinkRow> {
  const link = await store.selectSignUpLink(ctx.global, hash);
  if (!link || link.status === 'replaced' || (link.status !== 'accepted' && link.expiresAt <= ctx.now()))
    throw new Refusal('link-invalid');
  return link;
}

/** Taken a moment ago by somebody whose account is being made, or taken for good. */
const isTaken = (link: store.SignUpLinkRow, lostBefore: Date): boolean =>
  link.status === 'accepted' && (link.cognitoId !== null || (link.acceptedAt ?? lostBefore) >= lostBefore);

const lostBefore = (ctx: BaseCtx): Date => new Date(ctx.now().getTime() - lostAfterMs);

/** What the page of a link shows. Refuses with `link-invalid`. */
export async function readSignUpLink(
  ctx: PublicCtx,
  { linkId }: { linkId: string },
): Promise<{ data: SignUpLink }> {
  const link = await findLink(ctx, hashToken(linkId));
  const taken = isTaken(link, lostBefore(ctx));
  const exists = !taken && (await findAccount(ctx, link.email)).exists;
  const { firstName, lastName, email, companyName, signUpCode, variant } = link;
  const channel = findSignUpCode(catalogOf(ctx.settings), signUpCode)?.channel;
  return {
    data: {
      status: taken ? 'accepted' : exists ? 'userExists' : link.status === 'sent' ? 'sent' : 'opened',
      createdFor: { firstName, lastName, email },
      companyName,
      subscriptionId: signUpCode,
      variant,
      trialDays: channel?.trial.enabled ? channel.trial.days : null,
      expirationDate: link.expiresAt.toISOString(),
    },
  };
}

export type AcceptLink = { linkId: string; password: string; secOptIn?: boolean | null };

/**
 * Makes the account of a link, once: of several that accept at once one makes it. Who holds the link reads that mailbox,
 * so an account of the address that was begun and never confirmed becomes theirs, with the new password alone.
 * Refuses as the contract says.
 */
export async function acceptSignUpLink(
  ctx: PublicCtx,
  { linkId, password, secOptIn }: AcceptLink,
): Promise<{ data: { email: string; subscriptionId: string } }> {
  const hash = hashToken(linkId);
  const link = await findLink(ctx, hash);
  const { email, signUpCode } = link;
  if (isTaken(link, lostBefore(ctx))) throw new Refusal('link-used');
  // refused before the link is used up
  demandStrongPassword(ctx, password);
  const { user, exists } = await findAccount(ctx, email);
  if (exists) throw new Refusal('user-exists');
  const claim = { now: ctx.now(), lostBefore: lostBefore(ctx), secOptIn: secOptIn ?? null };
  if (!(await store.claimSignUpLink(ctx.global, hash, claim))) throw new Refusal('link-used');
  const { identity } = ctx.providers;
  try {
    if (user) await identity.setPassword(user.cognitoId, password);
    const { cognitoId } =
      user ??
      (await identity.createUser({
        email,
        password,
        signUpCode,
        about: [link.companyName, link.firstName, link.lastName],
      }));
    await store.noteAccount(ctx.global, hash, cognitoId);
    if (user) await deleteSessionsOf(ctx.global, cognitoId);
  } catch (error) {
    await store.releaseSignUpLink(ctx.global, hash);
    asRefusal(error);
  }
  return { data: { email, subscriptionId: signUpCode } };
}

export type LinkNews = { linkId: string; status: string; eventType: string; eventDateTime: string };

/** Notes what happens on a link's page. What a browser says never accepts a link. Refuses with `link-invalid`. */
export async function noteLinkEvent(
  ctx: PublicCtx,
  { linkId, ...news }: LinkNews,
): Promise<Record<string, never>> {
  const hash = hashToken(linkId);
  await findLink(ctx, hash);
  await store.addLinkEvent(ctx.global, hash, { at: ctx.now().toISOString(), ...news });
  return {};
}

/** What onboarding begins with for somebody who came by a link; null for everybody else. */
export async function signUpLinkOf(
  ctx: Pick<BaseCtx, 'global'>,
  cognitoId: string,
): Promise<{ firstName: string; lastName: string; companyName: string; signUpCode: string } | null> {
  return store.selectAcceptedLink(ctx.global, cognitoId);
}
