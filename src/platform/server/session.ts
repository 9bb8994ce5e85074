import type { BaseCtx } from './ctx.ts';
import type { GlobalDb } from './database.ts';
import { hashToken, randomToken } from './secrets.ts';

/** A signed-in browser. */
export type Session = {
  tokenHash: string;
  /** How the person's own list of sessions names it; opens nothing. */
  id: string;
  cognitoId: string;
  email: string;
  orgId: string | null;
  /** Name of the staff member who acts as this user; null for the user's own session. */
  supportStaff: string | null;
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

export const sessionCookie = (secure: boolean): string => (secure ? '__Host-session' : 'session');

const columns = [
  'token_hash',
  'id',
  'cognito_id',
  'email',
  'acts_for',
  'support_staff',
  'strong',
  'new_user',
  'created_at',
  'touched_at',
  'expires_at',
] as const;
type Row = {
  token_hash: string;
  id: string;
  cognito_id: string;
  email: string;
  acts_for: string | null;
  support_staff: string | null;
  strong: boolean;
  new_user: boolean;
  created_at: Date;
  touched_at: Date;
  expires_at: Date;
};
const fromRow = (row: Row): Session => ({
  tokenHash: row.token_hash,
  id: row.id,
  cognitoId: row.cognito_id,
  email: row.email,
  orgId: row.acts_for,
  supportStaff: row.support_staff,
  strong: row.strong,
  newUser: row.new_user,
  createdAt: row.created_at,
  touchedAt: row.touched_at,
  expiresAt: row.expires_at,
});

export type NewSession = {
  cognitoId: string;
  email: string;
  orgId: string | null;
  newUser: boolean;
  supportStaff?: string | null;
  /** The sign-in passed a second factor; a support session takes it over from the staff member's own. */
  strong?: boolean;
  ip?: string;
  userAgent?: string;
  sealedRefreshToken?: string | null;
};

/** Stores a session and returns the token for its cookie, which is nowhere else. */
export async function createSession(db: GlobalDb, now: Date, start: NewSession): Promise<{ token: string; session: Session }> {
  const token = randomToken();
  const row = await db
    .insertInto('app_session')
    .values({
      token_hash: hashToken(token),
      cognito_id: start.cognitoId,
      email: start.email,
      acts_for: start.orgId,
      support_staff: start.supportStaff ?? null,
      strong: start.strong ?? false,
      ip: start.ip ?? null,
      user_agent: start.userAgent ?? null,
      new_user: start.newUser,
      sealed_refresh_token: start.sealedRefreshToken ?? null,
      created_at: now,
      touched_at: now,
      expires_at: new Date(now.getTime() + longestSessionSeconds * 1000),
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
  return { token, session: fromRow(row) };
}

/** Seconds until the session ends by inactivity or age; 0 or less when it has ended. */
export const secondsLeft = (session: Session, inactivitySeconds: number, now: Date): number => {
  const byAge = (session.expiresAt.getTime() - now.getTime()) / 1000;
  const byInactivity = inactivitySeconds > 0 ? inactivitySeconds - (now.getTime() - session.touchedAt.getTime()) / 1000 : Infinity;
  return Math.floor(Math.min(byAge, byInactivity));
};

/** The session of a cookie's token, ended or not, or null. */
export async function findSession(db: GlobalDb, token: string): Promise<Session | null> {
  const row = await db.selectFrom('app_session').select(columns).where('token_hash', '=', hashToken(token)).executeTakeFirst();
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
  const remembered = await ctx.remember('app_session', hashToken(token), 'session', () => findSession(ctx.global, token));
  // a session without organisation is about to get one; until then it is asked for each time
  if (isLiving(remembered) && remembered.orgId !== null) return remembered;
  const fresh = await findSession(ctx.global, token);
  return isLiving(fresh) ? fresh : null;
}

/** Notes that the person is active; cheap to call on each request. */
export async function touchSession(db: GlobalDb, session: Session, now: Date): Promise<Session> {
  if (now.getTime() - session.touchedAt.getTime() < touchEverySeconds * 1000) return session;
  await db
    .updateTable('app_session')
    .set({ touched_at: now })
    .where('token_hash', '=', session.tokenHash)
    .where('touched_at', '<', now)
    .execute();
  // the remembered session is this very object: the next request must not touch it again
  session.touchedAt = now;
  return session;
}

/** Ends one session; returns its sealed refresh token, if it had one, so that it can be revoked. */
export async function deleteSession(db: GlobalDb, tokenHash: string): Promise<string | null> {
  const row = await db.deleteFrom('app_session').where('token_hash', '=', tokenHash).returning('sealed_refresh_token').executeTakeFirst();
  return row?.sealed_refresh_token ?? null;
}

/** Ends every session of a person, on all devices. */
export const deleteSessionsOf = async (db: GlobalDb, cognitoId: string): Promise<void> => {
  await db.deleteFrom('app_session').where('cognito_id', '=', cognitoId).execute();
};

/** Ends every session of a person at once: this server forgets them here, the others hear of it by notice. */
export async function endSessionsOf(ctx: Pick<BaseCtx, 'global' | 'forget'>, cognitoId: string): Promise<void> {
  const rows = await ctx.global.deleteFrom('app_session').where('cognito_id', '=', cognitoId).returning('token_hash').execute();
  for (const row of rows) ctx.forget('app_session', row.token_hash);
}

/** Lets the sessions of a person act for an organisation from now on. */
export const bindSessionsTo = async (db: GlobalDb, cognitoId: string, orgId: string): Promise<void> => {
  await db.updateTable('app_session').set({ acts_for: orgId, new_user: false }).where('cognito_id', '=', cognitoId).execute();
};

/** Removes what has ended long ago. */
export const sweepSessions = async (db: GlobalDb, now: Date): Promise<void> => {
  await db.deleteFrom('app_session').where('expires_at', '<', now).execute();
};
