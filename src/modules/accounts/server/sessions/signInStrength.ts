import type { PublicCtx } from '#platform/server/ctx.ts';
import type { SignIn } from '#providers/identity/port.ts';
import * as store from '../secondFactor/secondFactor.store.ts';
import { noteSecondFactor } from '../secondFactor/secondFactorNotes.ts';

/** The user pool tells the time of a sign-in to the second. */
export const wholeSecond = (at: Date): Date => new Date(Math.floor(at.getTime() / 1000) * 1000);

/**
 * Whether a sign-in passed a second factor. The pool's tokens do not say so, but the pool tells whether it demands one of the
 * person, and a sign-in after that was switched on cannot have come by without. What changed outside the portal is noted here.
 */
export async function isStrongSignIn(
  ctx: PublicCtx,
  orgId: string | null,
  signIn: SignIn,
  verifyAgain: () => Promise<SignIn>,
): Promise<boolean> {
  const { cognitoId, email, signedInAt } = signIn;
  const since = await store.secondFactorSince(ctx.global, cognitoId);
  // where the two differ, it may be changing at this moment: what the pool said before the row was read is no news
  const { hasSecondFactor } = signIn.hasSecondFactor === (since !== null) ? signIn : await verifyAgain();
  if (hasSecondFactor && !since) {
    // when it began is not known: this sign-in may be from before
    await noteSecondFactor(ctx, { cognitoId, email, orgId }, { act: 'second-factor-on' }, (db) =>
      store.putSecondFactor(db, cognitoId, wholeSecond(ctx.now())),
    );
    return false;
  }
  if (!hasSecondFactor && since) {
    await noteSecondFactor(ctx, { cognitoId, email, orgId }, { act: 'second-factor-off' }, async (db) => {
      await store.deleteSecondFactor(db, cognitoId);
      await store.deleteRecoveryCodes(db, cognitoId);
    });
    await store.weakenSessionsOf(ctx.global, cognitoId);
  }
  // a person may switch codes off and on again at the pool, and sign in between
  return hasSecondFactor && since !== null && signedInAt >= since && signIn.gaveCode !== false;
}
