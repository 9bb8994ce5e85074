import type { BaseCtx, PublicCtx } from '#platform/server/ctx.ts';
import { countUse } from '#platform/server/http/rateLimit.ts';
import { Refusal } from '#platform/server/refusal.ts';
import { hashCode, hashToken, randomToken } from '#platform/server/secrets/secrets.ts';
import { deleteSessionsOf } from '#platform/server/session.ts';
import { catalogOf, chooseBrand, toMailBrand } from '#modules/catalog/server/public.ts';
import { asRefusal, demandStrongPassword } from '../identityRefusal.ts';
import { noteNewPasswordSpec, sendResetLinkSpec } from '../jobSpecs.ts';
import { queueResetLinkMail } from '../mails.ts';
import * as store from './resetLinks.store.ts';
import { forgetStrandedFactor } from '../secondFactor/strandedFactor.ts';

const linkMinutes = 60;
const mostLinksPerHour = 5;

/**
 * Lets a job find the account and mail the link, so that the answer and its time are the same whether there is one.
 * Too many requests for one address are refused, also the same either way.
 */
export async function requestResetLink(
  ctx: PublicCtx,
  body: { email: string; host?: string; subscriptionId?: string | null },
): Promise<Record<string, never>> {
  const wait = await countUse(
    ctx.global,
    `reset-link:${hashCode(ctx.secrets.key('reset-link-limit'), body.email)}`,
    mostLinksPerHour,
    3600,
    ctx.now(),
  );
  if (wait !== null) throw new Refusal('too-many-requests', { retryAfterSeconds: wait });
  await ctx.jobs.enqueue(ctx.global, sendResetLinkSpec, {
    email: body.email,
    host: ctx.client.host || body.host,
    subscriptionId: body.subscriptionId ?? undefined,
  });
  return {};
}

/** Makes a link for the account of an address, if there is one, and queues its mail. */
export async function sendResetLink(
  ctx: BaseCtx,
  request: { email: string; host?: string; subscriptionId?: string },
): Promise<void> {
  const user = await ctx.providers.identity.findUser(request.email);
  if (!user) return;
  const linkId = randomToken();
  const now = ctx.now();
  const expiresAt = new Date(now.getTime() + linkMinutes * 60_000);
  const signUpCode = request.subscriptionId ?? user.signUpCode;
  const brand = toMailBrand(chooseBrand(catalogOf(ctx.settings), { host: request.host, signUpCode }));
  await ctx.global.transaction().execute(async (db) => {
    await store.insertResetLink(db, {
      hash: hashToken(linkId),
      cognitoId: user.cognitoId,
      email: user.email,
      now,
      expiresAt,
    });
    await queueResetLinkMail(ctx, db, {
      brand,
      email: user.email,
      linkId,
      signUpCode: request.subscriptionId ?? null,
      minutes: linkMinutes,
    });
  });
}

export const checkResetLink = async (
  ctx: PublicCtx,
  { linkId }: { linkId: string },
): Promise<{ isValidLink: boolean }> => ({
  isValidLink: await store.isResetLinkOpen(ctx.global, hashToken(linkId), ctx.now()),
});

/** Sets a new password, once per link; every session and token of the person and every other link of theirs ends. */
export async function resetByLink(
  ctx: PublicCtx,
  { linkId, password }: { linkId: string; password: string },
): Promise<Record<string, never>> {
  // refused before the link is used up
  demandStrongPassword(ctx, password);
  const hash = hashToken(linkId);
  const claimed = await store.claimResetLink(ctx.global, hash, ctx.now());
  if (!claimed) throw new Refusal('link-invalid');
  const { cognitoId, email } = claimed;
  try {
    await ctx.providers.identity.setPassword(cognitoId, password);
    await forgetStrandedFactor(ctx, cognitoId);
  } catch (error) {
    await store.releaseResetLink(ctx.global, hash);
    asRefusal(error);
  }
  const { ip, userAgent } = ctx.client;
  await ctx.global.transaction().execute(async (db) => {
    await store.deleteResetLinksOf(db, cognitoId);
    await deleteSessionsOf(db, cognitoId);
    await ctx.jobs.enqueue(db, noteNewPasswordSpec, {
      cognitoId,
      email,
      how: 'reset-link',
      ip,
      userAgent,
      at: ctx.now().toISOString(),
    });
  });
  return {};
}
