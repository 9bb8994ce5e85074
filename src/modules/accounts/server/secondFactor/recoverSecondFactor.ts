import type { PublicCtx } from '#platform/server/ctx.ts';
import { countUse } from '#platform/server/http/rateLimit.ts';
import { Refusal } from '#platform/server/refusal.ts';
import { hashCode } from '#platform/server/secrets/secrets.ts';
import type { IdentityUser } from '#providers/identity/port.ts';
import { asRefusal } from '../identityRefusal.ts';
import { organizationOfPerson } from '../people.store.ts';
import { hashRecoveryCode } from './secondFactor.ts';
import * as store from './secondFactor.store.ts';
import { noteSecondFactor } from './secondFactorNotes.ts';

/** Tries with a right password; the user pool's lock-out counts those with a wrong one. */
const mostTriesPerHour = 5;

type Request = { email: string; password: string; recoveryCode: string };

/** Uses a code up; null when the person has no second factor, or the code is none of theirs. */
async function claim(
  ctx: PublicCtx,
  person: IdentityUser | null,
  code: string,
): Promise<{ hash: string; cognitoId: string } | null> {
  const cognitoId = person?.cognitoId ?? '';
  const hash = hashRecoveryCode(ctx.secrets, cognitoId, code);
  // asked in any case, so that the time tells nothing more
  const since = await store.secondFactorSince(ctx.global, cognitoId);
  const claimed = since !== null && (await store.claimRecoveryCode(ctx.global, cognitoId, hash, ctx.now()));
  return claimed ? { hash, cognitoId } : null;
}

/**
 * The way in without the phone: a right password and an unused recovery code remove the second factor and end every session
 * and token. The browser then signs in by password; where a second factor is demanded, it is set up again first. A wrong
 * password, an unknown address and a wrong code are answered alike.
 */
export async function recoverSecondFactor(
  ctx: PublicCtx,
  { email, password, recoveryCode }: Request,
): Promise<Record<string, never>> {
  const { identity } = ctx.providers;
  const person = await identity.checkPassword(email, password).catch(asRefusal);
  if (person) {
    const key = `recovery:${hashCode(ctx.secrets.key('recovery-limit'), person.cognitoId)}`;
    const wait = await countUse(ctx.global, key, mostTriesPerHour, 3600, ctx.now());
    if (wait !== null) throw new Refusal('too-many-requests', { retryAfterSeconds: wait });
  }
  const claimed = await claim(ctx, person, recoveryCode);
  if (!person || !claimed) throw new Refusal('recovery-refused');
  const { hash, cognitoId } = claimed;
  try {
    await identity.disableSecondFactor(cognitoId);
  } catch (error) {
    await store.releaseRecoveryCode(ctx.global, cognitoId, hash);
    asRefusal(error);
  }
  const orgId = await organizationOfPerson(ctx.global, cognitoId);
  const codesLeft = await store.countRecoveryCodes(ctx.global, cognitoId);
  await noteSecondFactor(
    ctx,
    { cognitoId, email: person.email, orgId },
    { act: 'recovery-code-used', codesLeft },
    async (db) => {
      await store.deleteSecondFactor(db, cognitoId);
    },
  );
  await identity.signOutEverywhere(cognitoId).catch(asRefusal);
  return {};
}
