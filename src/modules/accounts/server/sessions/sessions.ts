import type { PublicCtx, SessionCtx } from '#platform/server/ctx.ts';
import { Refusal } from '#platform/server/refusal.ts';
import {
  claimSignIn,
  deleteSession,
  keepOnlySession,
  touchSession,
  type Session,
} from '#platform/server/session.ts';
import { recordAct } from '#platform/server/audit.ts';
import type { SessionState } from '../../contract.ts';
import { asRefusal } from '../identityRefusal.ts';
import { organizationOfPerson, staffOfPerson } from '../people.store.ts';
import { describeSession } from './sessionState.ts';
import { isStrongSignIn } from './signInStrength.ts';

type Tokens = { idToken: string; accessToken: string; refreshToken: string };

/** Begins a session for the person whom the tokens name, once for each sign-in. The browser's former session ends, so none can be planted. */
export async function startSession(ctx: PublicCtx, tokens: Tokens): Promise<SessionState> {
  const user = await ctx.providers.identity.verify(tokens).catch(asRefusal);
  // an address that nobody proved could be anybody's; some pools let people change theirs
  if (!user.emailVerified) throw new Refusal('invalid-token');
  if (!(await claimSignIn(ctx.global, user.signInId, ctx.now()))) throw new Refusal('invalid-token');
  await ctx.endSession();
  const { idToken, accessToken } = tokens;
  const again = () => ctx.providers.identity.verify({ idToken, accessToken }).catch(asRefusal);
  const session = await begin(
    ctx,
    user,
    (orgId) => isStrongSignIn(ctx, orgId, user, again),
    tokens.refreshToken,
  );
  try {
    // whoever ended all tokens meanwhile could not end this session, which was not there yet
    if ((await again()).hasSecondFactor !== user.hasSecondFactor) throw new Refusal('invalid-token');
  } catch (error) {
    await deleteSession(ctx.global, session.tokenHash);
    throw error;
  }
  await noteOwnAct(ctx, session, 'signed-in');
  return describeSession(ctx, session);
}

/** Writes an act of a person about the own sign-in into the organization's log; support sessions have words of their own. */
export async function noteOwnAct(
  ctx: PublicCtx,
  { cognitoId, email, orgId, supportStaff }: Session,
  act: 'signed-in' | 'signed-out' | 'session-ended' | 'other-sessions-ended',
): Promise<void> {
  if (orgId === null || supportStaff !== null) return;
  const { ip, userAgent } = ctx.client;
  const scope = ctx.forOrg(orgId, { id: cognitoId, email, ip, userAgent, requestId: ctx.requestId });
  await scope.inOrg((db) =>
    recordAct(db, { act, subject: 'admin', subjectId: cognitoId, subjectName: email }),
  );
}

/**
 * Ends every session and token of the signed-in person but this session, which goes on under a new cookie. Throws
 * `IdentityError`; refuses with `unauthenticated` where the session was ended meanwhile.
 */
export async function keepOnlyThisSession(ctx: SessionCtx, strong: boolean): Promise<void> {
  await ctx.providers.identity.endAllTokens(ctx.session.cognitoId);
  const kept = await keepOnlySession(ctx.global, ctx.session, strong);
  if (!kept) throw new Refusal('unauthenticated');
  for (const tokenHash of kept.ended) ctx.forget('app_session', tokenHash);
  await ctx.replaceSession(kept, null);
}

async function begin(
  ctx: PublicCtx,
  user: { cognitoId: string; email: string; signInId: string },
  isStrong: (orgId: string | null) => Promise<boolean>,
  refreshToken?: string,
): Promise<Session> {
  const staff = await staffOfPerson(ctx.global, user.cognitoId);
  const orgId = staff ? null : await organizationOfPerson(ctx.global, user.cognitoId);
  const session = await ctx.beginSession({
    cognitoId: user.cognitoId,
    email: user.email,
    signInId: user.signInId,
    orgId,
    newUser: orgId === null && !staff,
    strong: await isStrong(orgId),
    ...(staff ? { staff } : {}),
    ...(refreshToken ? { refreshToken } : {}),
  });
  // somebody who was removed meanwhile gets no session that acts for the organisation
  if (orgId !== null && (await organizationOfPerson(ctx.global, user.cognitoId)) !== orgId) {
    await deleteSession(ctx.global, session.tokenHash);
    throw new Refusal('invalid-token');
  }
  return session;
}

/** Tells who is signed in. Only `touch` counts as activity. */
export async function checkSession(ctx: PublicCtx, { touch }: { touch?: unknown }): Promise<SessionState> {
  const session = ctx.session && touch ? await touchSession(ctx.global, ctx.session, ctx.now()) : ctx.session;
  return describeSession(ctx, session);
}

/** Ends this browser's session, whether it is still alive or not. */
export async function logOut(ctx: PublicCtx): Promise<Record<string, never>> {
  await ctx.endSession();
  if (ctx.session) await noteOwnAct(ctx, ctx.session, 'signed-out');
  return {};
}
