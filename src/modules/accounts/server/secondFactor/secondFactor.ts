import { randomInt } from 'node:crypto';
import type { BaseCtx, SessionCtx } from '#platform/server/ctx.ts';
import { Refusal } from '#platform/server/refusal.ts';
import { hashCode, type Secrets } from '#platform/server/secrets/secrets.ts';
import { isSignInUsed, isStaffSession } from '#platform/server/session.ts';
import type { SignIn } from '#providers/identity/port.ts';
import { normalizeRecoveryCode, recoveryAlphabet, recoveryCodeCount } from '../../rules.ts';
import type { SecondFactor } from '../../securityContract.ts';
import { asRefusal } from '../identityRefusal.ts';
import * as store from './secondFactor.store.ts';
import { demandsSecondFactor } from './secondFactorDemand.ts';
import { noteSecondFactor } from './secondFactorNotes.ts';
import { keepOnlyThisSession } from '../sessions/sessions.ts';
import { wholeSecond } from '../sessions/signInStrength.ts';

export type Tokens = { idToken: string; accessToken: string; refreshToken: string };

/** An act on one's own account takes a password that was given for it. */
const freshSeconds = 600;

/** What is kept of a recovery code. */
export const hashRecoveryCode = (secrets: Secrets, cognitoId: string, code: string): string =>
  hashCode(secrets.lasting('recovery-code'), cognitoId, normalizeRecoveryCode(code));

const half = (): string =>
  Array.from({ length: 5 }, () => recoveryAlphabet[randomInt(recoveryAlphabet.length)]).join('');
/** Ten codes of fifty bits, in two groups that people can copy. */
const makeRecoveryCodes = (): string[] => {
  const made = new Set<string>();
  while (made.size < recoveryCodeCount) made.add(`${half()}-${half()}`);
  return [...made];
};

type StepUp = SignIn & { since: Date | null };

/**
 * The sign-in behind tokens that were got for an act of the session's own person: with the second factor, where there is one.
 * One that began a session does not count, so that one phished code opens a session and changes nothing.
 * Refuses with `invalid-token`.
 */
export async function stepUp(ctx: SessionCtx, tokens: Tokens): Promise<StepUp> {
  const signIn = await ctx.providers.identity.verify(tokens).catch(asRefusal);
  const age = ctx.now().getTime() - signIn.signedInAt.getTime();
  if (signIn.cognitoId !== ctx.session.cognitoId || age > freshSeconds * 1000)
    throw new Refusal('invalid-token');
  if (await isSignInUsed(ctx.global, signIn.signInId)) throw new Refusal('invalid-token');
  const since = await store.secondFactorSince(ctx.global, signIn.cognitoId);
  const isFromBefore = since !== null && signIn.signedInAt < since;
  if (isFromBefore || (signIn.hasSecondFactor && signIn.gaveCode === false))
    throw new Refusal('invalid-token');
  return { ...signIn, since };
}

/** The same, of a person who has a second factor. */
async function strongStepUp(ctx: SessionCtx, tokens: Tokens): Promise<StepUp> {
  const signIn = await stepUp(ctx, tokens);
  if (!signIn.since || !signIn.hasSecondFactor) throw new Refusal('second-factor-missing');
  return signIn;
}

/** Ends tokens that were for one act alone. */
export const endTokens = (ctx: SessionCtx, { refreshToken }: Tokens): Promise<void> =>
  ctx.providers.identity
    .revoke(refreshToken)
    .catch((error: unknown) => ctx.log.warn({ err: error }, 'revoke'));

/** True where a person may not be without a second factor. */
const isDemanded = async (ctx: SessionCtx): Promise<boolean> =>
  isStaffSession(ctx.session) ||
  (ctx.session.orgId !== null && (await demandsSecondFactor(ctx.forOrg(ctx.session.orgId))));

export async function readSecondFactor(ctx: SessionCtx): Promise<{ data: SecondFactor }> {
  const { cognitoId, strong } = ctx.session;
  const since = await store.secondFactorSince(ctx.global, cognitoId);
  const recoveryCodesLeft = since ? await store.countRecoveryCodes(ctx.global, cognitoId) : 0;
  return {
    data: {
      on: since !== null,
      since: since?.toISOString() ?? null,
      recoveryCodesLeft,
      demanded: await isDemanded(ctx),
      passed: strong,
    },
  };
}

const replaceCodes = async (
  ctx: Pick<BaseCtx, 'secrets' | 'now'>,
  db: BaseCtx['global'],
  cognitoId: string,
  codes: string[],
) =>
  store.replaceRecoveryCodes(
    db,
    cognitoId,
    codes.map((code) => hashRecoveryCode(ctx.secrets, cognitoId, code)),
    ctx.now(),
  );

/**
 * Demands the codes of the app that the person has just verified. Every sign-in from before ends, since it proved a password
 * alone; this session goes on and counts as strong, for both were just proved here.
 */
export async function switchSecondFactorOn(
  ctx: SessionCtx,
  tokens: Tokens,
): Promise<{ data: { recoveryCodes: string[] } }> {
  await stepUp(ctx, tokens);
  await ctx.providers.identity.enableSecondFactor(tokens.accessToken).catch(asRefusal);
  const { cognitoId } = ctx.session;
  const recoveryCodes = makeRecoveryCodes();
  await noteSecondFactor(ctx, ctx.session, { act: 'second-factor-on' }, async (db) => {
    await store.putSecondFactor(db, cognitoId, wholeSecond(ctx.now()));
    await replaceCodes(ctx, db, cognitoId, recoveryCodes);
  });
  await keepOnlyThisSession(ctx, true).catch(asRefusal);
  return { data: { recoveryCodes } };
}

/** Back to the password alone, for whoever gives both once more. */
export async function switchSecondFactorOff(ctx: SessionCtx, tokens: Tokens): Promise<Record<string, never>> {
  const { cognitoId } = await strongStepUp(ctx, tokens);
  if (await isDemanded(ctx)) throw new Refusal('second-factor-demanded');
  await ctx.providers.identity.disableSecondFactor(cognitoId).catch(asRefusal);
  await noteSecondFactor(ctx, ctx.session, { act: 'second-factor-off' }, async (db) => {
    await store.deleteSecondFactor(db, cognitoId);
    await store.deleteRecoveryCodes(db, cognitoId);
  });
  await keepOnlyThisSession(ctx, false).catch(asRefusal);
  return {};
}

/** Ten new codes in the place of all earlier ones. */
export async function renewRecoveryCodes(
  ctx: SessionCtx,
  tokens: Tokens,
): Promise<{ data: { recoveryCodes: string[] } }> {
  const { cognitoId } = await strongStepUp(ctx, tokens);
  const recoveryCodes = makeRecoveryCodes();
  await noteSecondFactor(ctx, ctx.session, { act: 'recovery-codes-renewed' }, (db) =>
    replaceCodes(ctx, db, cognitoId, recoveryCodes),
  );
  await endTokens(ctx, tokens);
  return { data: { recoveryCodes } };
}

/**
 * Another phone: the app that the person has just set up takes the place of the one in use. What was signed in with the old
 * one ends, this session excepted; recovery codes stay. Refuses with `wrong-code`, `second-factor-missing`.
 */
export async function replaceApp(
  ctx: SessionCtx,
  { code, ...tokens }: Tokens & { code: string },
): Promise<Record<string, never>> {
  await strongStepUp(ctx, tokens);
  await ctx.providers.identity.replaceApp(tokens.accessToken, code).catch(asRefusal);
  await noteSecondFactor(ctx, ctx.session, { act: 'second-factor-app-replaced' }, async () => {});
  await keepOnlyThisSession(ctx, true).catch(asRefusal);
  return {};
}
