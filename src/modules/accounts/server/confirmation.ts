import type { PublicCtx } from '#platform/server/ctx.ts';
import type { FileReply } from '#platform/server/serve.ts';
import { accountsPaths } from '../paths.ts';
import { normalizeUsername } from '../rules.ts';

/** The link of the confirmation mail: does what typing its code does, and says at sign-in how it went (platform.md 2). */
export async function confirmByLink(ctx: PublicCtx, body: { username: string; code: string }): Promise<FileReply> {
  const username = normalizeUsername(body.username);
  const wellFormed = username !== '' && /^\d{6}$/.test(body.code);
  const outcome = wellFormed ? await ctx.providers.identity.confirmSignUp(username, body.code) : 'invalid';
  const query = new URLSearchParams({ verification_result: outcome, ...(username ? { username } : {}) });
  // whoever has the right code may be told what the account began with
  const user = outcome === 'confirmed' ? await ctx.providers.identity.findUser(username).catch(() => null) : null;
  return { redirect: `${accountsPaths.signIn(user?.subscriptionId)}?${query}` };
}
