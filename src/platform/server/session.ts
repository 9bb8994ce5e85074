import { sql, type Selectable } from 'kysely';
import { actorText, type Actor } from './audit.ts';
import type { BaseCtx } from './ctx.ts';
import type { GlobalDb, Tables } from './database/database.ts';
import { hashToken, randomToken } from './secrets/secrets.ts';

/** A signed-in browser. */
export type Session = {
  tokenHash: string;
  /** How the person's own list of sessions names it; opens nothing. */
  id: string;
  cognitoId: string;
  email: string;
  orgId: string | null;
  /** Address of the member of staff who acts as this user; null for the user's own session. */
  supportStaff: string | null;
  /** The member of staff whose session this is: their own where `supportStaff` is null. */
  staff: { id: string; name: string } | null;
  /** The sign-in passed a second factor. */
  strong: boolean;
  newUser: boolean;
  createdAt: Date;
  touchedAt: Date;
  expiresAt: Date;
};

/** However active, a session ends after this long and asks for the password again. */
const longestSessionSeconds = 12 * 3600;
/** Sessions are marked as used at most this often, so that reads stay reads. */
const touchEverySeconds = 15;

/** True for the own session of a member of staff, who acts for nobody then. */
export const isStaffSession = (session: Session | null): boolean =>
  session !== null && session.staff !== null && session.supportStaff === null;

/** What refresh tokens of sessions are sealed for. */
export const refreshTokenPurpose = 'session-refresh-token';

export const sessionCookie = (secure: boolean): string => (secure ? '__Host-session' : 'session');

const columns = [
  'tokenHash',
  'id',
  'cognitoId',
  'email',
  'actsFor',
  'supportStaff',
  'staffId',
  'staffName',
  'strong',
  'newUser',
  'createdAt',
  'touchedAt',
  'expiresAt',
] as const;
type Row = Pick<Selectable<Tables['appSession']>, (typeof columns)[number]>;
const fromRow = ({ actsFor, staffId, staffName, ...row }: Row): Session => ({
  ...row,
  orgId: actsFor,
  staff: staffId === null ? null : { id: staffId, name: staffName ?? '' },
});

export type NewSession = {
  cognitoId: string;
  email: string;
  orgId: string | null;
  newUser: boolean;
  staff?: Session['staff'];
  /** For a support session: the address of the member of staff, why it is begun, and when it ends however active. */
  support?: { staff: string; reason: string; seconds: number };
  /** The sign-in passed a second factor; a support session takes it over from the staff member's own. */
  strong?: boolean;
  ip?: string;
  userAgent?: string;
  sealedRefreshToken?: string | null;
  /** The sign-in at the user pool that it began with. */
  signInId?: string;
};

/** Stores a session and returns the token for its cookie, which is nowhere else. */
export async function createSession(
  db: GlobalDb,
  now: Date,
  start: NewSession,
): Promise<{ token: string; session: Session }> {
  const token = randomToken();
  const row = await db
    .insertInto('appSession')
    .values({
      tokenHash: hashToken(token),
      cognitoId: start.cognitoId,
      email: start.email,
      actsFor: start.orgId,
      supportStaff: start.support?.staff ?? null,
      supportReason: start.support?.reason ?? null,
      staffId: start.staff?.id ?? null,
      staffName: start.staff?.name ?? null,
      strong: start.strong ?? false,
      ip: start.ip ?? null,
      userAgent: start.userAgent ?? null,
      newUser: start.newUser,
      sealedRefreshToken: start.sealedRefreshToken ?? null,
      signInId: start.signInId ?? null,
      createdAt: now,
      touchedAt: now,
      expiresAt: new Date(now.getTime() + (start.support?.seconds ?? longestSessionSeconds) * 1000),
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
  return { token, session: fromRow(row) };
}

/** Seconds until the session ends by inactivity or age; 0 or less when it has ended. */
export const secondsLeft = (
  session: Pick<Session, 'touchedAt' | 'expiresAt'>,
  inactivitySeconds: number,
  now: Date,
): number => {
  const byAge = (session.expiresAt.getTime() - now.getTime()) / 1000;
  const idle = (now.getTime() - session.touchedAt.getTime()) / 1000;
  const byInactivity = inactivitySeconds > 0 ? inactivitySeconds - idle : Infinity;
  return Math.floor(Math.min(byAge, byInactivity));
};

/** The session of a cookie's token, ended or not, or null. */
export async function findSession(db: GlobalDb, token: string): Promise<Session | null> {
  const row = await db
    .selectFrom('appSession')
    .select(columns)
    .where('tokenHash', '=', hashToken(token))
    .executeTakeFirst();
  return row ? fromRow(row) : null;
}

/**
 * The living session of a cookie's token, or null. Remembered between requests; one that seems to have ended is asked for
 * again, since another server may have noted activity.
 */
export async function livingSession(
  ctx: Pick<BaseCtx, 'global' | 'remember' | 'settings'>,
  token: string,
  now: Date,
): Promise<Session | null> {
  if (token.length !== 43) return null;
  const isLiving = (session: Session | null): session is Session =>
    session !== null && secondsLeft(session, ctx.settings.sessionInactivitySeconds, now) > 0;
  const remembered = await ctx.remember('app_session', hashToken(token), 'session', () =>
    findSession(ctx.global, token),
  );
  // a session without organisation is about to get one; until then it is asked for each time
  if (isLiving(remembered) && remembered.orgId !== null) return remembered;
  const fresh = await findSession(ctx.global, token);
  return isLiving(fresh) ? fresh : null;
}

/** Notes that the person is active; cheap to call on each request. */
export async function touchSession(db: GlobalDb, session: Session, now: Date): Promise<Session> {
  if (now.getTime() - session.touchedAt.getTime() < touchEverySeconds * 1000) return session;
  await db
    .updateTable('appSession')
    .set({ touchedAt: now })
    .where('tokenHash', '=', session.tokenHash)
    .where('touchedAt', '<', now)
    .execute();
  // the remembered session is this very object: the next request must not touch it again
  session.touchedAt = now;
  return session;
}

/** Ends one session; returns its sealed refresh token, if it had one, so that it can be revoked. */
export async function deleteSession(db: GlobalDb, tokenHash: string): Promise<string | null> {
  const row = await db
    .deleteFrom('appSession')
    .where('tokenHash', '=', tokenHash)
    .returning('sealedRefreshToken')
    .executeTakeFirst();
  return row?.sealedRefreshToken ?? null;
}

/**
 * Gives a session a new token and ends every other one of its person, in one step with whoever ends this one: it keeps its
 * age, and one that has ended, also where it is still remembered, stays so.
 * @returns the new token for the cookie and the hashes of the tokens that open nothing any more; null when it has ended
 */
export const keepOnlySession = (
  db: GlobalDb,
  { tokenHash, cognitoId }: Session,
  strong: boolean,
): Promise<{ token: string; session: Session; ended: string[] } | null> =>
  db.transaction().execute(async (tx) => {
    const token = randomToken();
    const row = await tx
      .updateTable('appSession')
      .set({ tokenHash: hashToken(token), strong, sealedRefreshToken: null })
      .where('tokenHash', '=', tokenHash)
      .returning(columns)
      .executeTakeFirst();
    if (!row) return null;
    const others = await tx
      .deleteFrom('appSession')
      .where('cognitoId', '=', cognitoId)
      .where('tokenHash', '!=', row.tokenHash)
      .returning('tokenHash')
      .execute();
    return { token, session: fromRow(row), ended: [tokenHash, ...others.map((other) => other.tokenHash)] };
  });

/** How a support session can end; the organisation's audit log says it. */
export type SupportEnd = 'ended' | 'signed-out' | 'expired' | 'replaced';

/**
 * Ends a support session, leaving its entry in the audit log of the organisation acted for.
 * @returns false when the token is of no support session
 */
export async function endSupportSession(
  db: GlobalDb,
  tokenHash: string,
  how: SupportEnd,
  actor: Actor,
): Promise<boolean> {
  const { rows } = await sql<{
    ended: boolean;
  }>`select end_support_session(${tokenHash}, ${how}, ${actorText(actor)}::jsonb) as ended`.execute(db);
  return rows[0]?.ended ?? false;
}

/** Ends support sessions whose time is up or in which nothing was done for too long, each as of that moment. */
export async function endSupportSessionsDue(
  ctx: Pick<BaseCtx, 'global' | 'forget' | 'settings' | 'now'>,
): Promise<void> {
  const { rows } = await sql<{ tokenHash: string; endedAt: Date }>`
    select * from ended_support_sessions(${ctx.now()}, ${ctx.settings.sessionInactivitySeconds}::int)`.execute(
    ctx.global,
  );
  for (const { tokenHash, endedAt: at } of rows) {
    await endSupportSession(ctx.global, tokenHash, 'expired', { at });
    ctx.forget('app_session', tokenHash);
  }
}

/** Takes a sign-in at the user pool for one session, once; of two that try at the same time, one gets it. */
export async function claimSignIn(db: GlobalDb, signInId: string, now: Date): Promise<boolean> {
  const claimed = await db
    .insertInto('usedSignIn')
    .values({ signInId, usedAt: now })
    .onConflict((c) => c.doNothing())
    .returning('signInId')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** True where a session was begun with a sign-in. */
export const isSignInUsed = async (db: GlobalDb, signInId: string): Promise<boolean> =>
  (await db
    .selectFrom('usedSignIn')
    .select('signInId')
    .where('signInId', '=', signInId)
    .executeTakeFirst()) !== undefined;

/** Ends the sessions of a person that were begun with another sign-in than the one named; null: every one. */
export async function deleteOtherSessions(
  db: GlobalDb,
  cognitoId: string,
  keptSignInId: string | null,
): Promise<void> {
  await db
    .deleteFrom('appSession')
    .where('cognitoId', '=', cognitoId)
    .where(sql<boolean>`sign_in_id is distinct from ${keptSignInId ?? ''}`)
    .execute();
}

/** Ends every session of a person, on all devices. */
export const deleteSessionsOf = async (db: GlobalDb, cognitoId: string): Promise<void> => {
  await db.deleteFrom('appSession').where('cognitoId', '=', cognitoId).execute();
};

/** Ends every session of a person at once: this server forgets them here, the others hear of it by notice. */
export async function endSessionsOf(
  ctx: Pick<BaseCtx, 'global' | 'forget'>,
  cognitoId: string,
): Promise<void> {
  const rows = await ctx.global
    .deleteFrom('appSession')
    .where('cognitoId', '=', cognitoId)
    .returning('tokenHash')
    .execute();
  for (const row of rows) ctx.forget('app_session', row.tokenHash);
}

/** Lets the sessions of a person act for an organisation from now on. */
export const bindSessionsTo = async (db: GlobalDb, cognitoId: string, orgId: string): Promise<void> => {
  await db
    .updateTable('appSession')
    .set({ actsFor: orgId, newUser: false })
    .where('cognitoId', '=', cognitoId)
    .where('staffId', 'is', null)
    .execute();
};
