import type { SessionCtx } from '#platform/server/ctx.ts';
import { Refusal } from '#platform/server/refusal.ts';
import { asRefusal, demandStrongPassword } from '../identityRefusal.ts';
import { noteNewPasswordSpec } from '../jobSpecs.ts';
import { deleteResetLinksOf } from './resetLinks.store.ts';
import { stepUp, type Tokens } from '../secondFactor/secondFactor.ts';
import { keepOnlyThisSession } from '../sessions/sessions.ts';

/**
 * Replaces the password of the signed-in person. The tokens prove the present password, and the code where one is demanded;
 * the pool judges the present password once more, as its protocol asks. Every other session, token and reset link ends.
 */
export async function changeOwnPassword(
  ctx: SessionCtx,
  { password, newPassword, ...tokens }: Tokens & { password: string; newPassword: string },
): Promise<Record<string, never>> {
  demandStrongPassword(ctx, newPassword);
  if (newPassword === password) throw new Refusal('same-password');
  const { cognitoId, email, since, hasSecondFactor } = await stepUp(ctx, tokens);
  await ctx.providers.identity
    .changePassword(tokens.accessToken, { present: password, chosen: newPassword })
    .catch(asRefusal);
  const { ip, userAgent } = ctx.client;
  await ctx.global.transaction().execute(async (db) => {
    await deleteResetLinksOf(db, cognitoId);
    await ctx.jobs.enqueue(db, noteNewPasswordSpec, {
      cognitoId,
      email,
      how: 'own-password',
      ip,
      userAgent,
      at: ctx.now().toISOString(),
    });
  });
  await keepOnlyThisSession(ctx, ctx.session.strong || (since !== null && hasSecondFactor)).catch(asRefusal);
  return {};
}
