import type { BaseCtx } from '#platform/server/ctx.ts';
import type { GlobalDb } from '#platform/server/database/database.ts';
import { organizationOfPerson, staffOfPerson } from '../people.store.ts';
import * as store from './secondFactor.store.ts';

const deleteFactor = async (db: GlobalDb, cognitoId: string): Promise<void> => {
  await store.deleteSecondFactor(db, cognitoId);
  await store.deleteRecoveryCodes(db, cognitoId);
};

/**
 * What a proof of the mailbox does to the second factor of an account that belongs to no organization: it ends, with its
 * recovery codes. Someone else may have set it up before the owner of the address came, and it protects nothing yet. An
 * administrator or a member of staff keeps theirs, so that a mailbox alone never opens an organization (decision 24).
 * @returns whether the pool must forget the authenticator app as well
 */
export async function endStrandedFactor(db: GlobalDb, cognitoId: string): Promise<boolean> {
  if ((await organizationOfPerson(db, cognitoId)) !== null || (await staffOfPerson(db, cognitoId)) !== null)
    return false;
  await deleteFactor(db, cognitoId);
  return true;
}

/** The same, at the pool too. To be called once a new password has ended every token. Throws `IdentityError`. */
export async function forgetStrandedFactor(ctx: BaseCtx, cognitoId: string): Promise<void> {
  if (await endStrandedFactor(ctx.global, cognitoId))
    await ctx.providers.identity.disableSecondFactor(cognitoId);
}

/** Removes a second factor that someone set up before the account's owner came. Throws `IdentityError`. */
export async function removeFactor(ctx: BaseCtx, cognitoId: string): Promise<void> {
  await deleteFactor(ctx.global, cognitoId);
  await ctx.providers.identity.disableSecondFactor(cognitoId);
}
