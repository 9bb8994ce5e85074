import type { Selectable } from 'kysely';
import type { GlobalDb, Tables } from '#platform/server/database.ts';
import { hashToken, randomToken } from '#platform/server/secrets.ts';
import { seconds } from './pool.ts';
import type { User } from './users.store.ts';

type RefreshToken = Selectable<Tables['user_pool_refresh_token']>;

// Cognito's default
const lifeSeconds = 30 * 86_400;

/** Begins a signed-in line of tokens; the clear refresh token is known to the client alone. */
export async function putRefreshToken(
  db: GlobalDb,
  line: Pick<RefreshToken, 'origin_jti' | 'cognito_id' | 'gave_code'>,
  now: Date,
): Promise<string> {
  const token = randomToken();
  await db
    .insertInto('user_pool_refresh_token')
    .values({
      ...line,
      token_hash: hashToken(token),
      signed_in_at: now,
      expires_at: seconds(now, lifeSeconds),
    })
    .execute();
  return token;
}

const joined = (db: GlobalDb) =>
  db
    .selectFrom('user_pool_refresh_token as t')
    .innerJoin('user_pool_user as u', 'u.cognito_id', 't.cognito_id')
    .selectAll('u')
    .select(['t.origin_jti', 't.signed_in_at', 't.expires_at', 't.revoked_at', 't.gave_code']);

export type SignedIn = User &
  Pick<RefreshToken, 'origin_jti' | 'signed_in_at' | 'expires_at' | 'revoked_at' | 'gave_code'>;

export const findByRefreshToken = (db: GlobalDb, token: string): Promise<SignedIn | undefined> =>
  joined(db).where('t.token_hash', '=', hashToken(token)).executeTakeFirst();

export const findByOrigin = (db: GlobalDb, originJti: string): Promise<SignedIn | undefined> =>
  joined(db).where('t.origin_jti', '=', originJti).executeTakeFirst();

/** The same, after whoever is ending this line of tokens at the moment has done so. */
export const awaitByOrigin = (db: GlobalDb, originJti: string): Promise<SignedIn | undefined> =>
  joined(db).where('t.origin_jti', '=', originJti).forShare('t').executeTakeFirst();

export const revokeRefreshToken = async (db: GlobalDb, token: string, now: Date): Promise<void> => {
  await db
    .updateTable('user_pool_refresh_token')
    .set({ revoked_at: now })
    .where('token_hash', '=', hashToken(token))
    .where('revoked_at', 'is', null)
    .execute();
};

/** Ends all of a person's tokens, but for the line of tokens named by `exceptOrigin`. */
export const revokeAllOf = async (
  db: GlobalDb,
  cognitoId: string,
  now: Date,
  exceptOrigin = '',
): Promise<void> => {
  await db
    .updateTable('user_pool_refresh_token')
    .set({ revoked_at: now })
    .where('cognito_id', '=', cognitoId)
    .where('origin_jti', '!=', exceptOrigin)
    .where('revoked_at', 'is', null)
    .execute();
};
