import type { Selectable } from 'kysely';
import type { GlobalDb, Tables } from '#platform/server/database/database.ts';
import { hashToken, randomToken } from '#platform/server/secrets/secrets.ts';
import { seconds } from '../pool.ts';
import type { User } from '../users.store.ts';

type RefreshToken = Selectable<Tables['userPoolRefreshToken']>;

// Cognito's default
const lifeSeconds = 30 * 86_400;

/** Begins a signed-in line of tokens; the clear refresh token is known to the client alone. */
export async function putRefreshToken(
  db: GlobalDb,
  line: Pick<RefreshToken, 'originJti' | 'cognitoId' | 'gaveCode'>,
  now: Date,
): Promise<string> {
  const token = randomToken();
  await db
    .insertInto('userPoolRefreshToken')
    .values({
      ...line,
      tokenHash: hashToken(token),
      signedInAt: now,
      expiresAt: seconds(now, lifeSeconds),
    })
    .execute();
  return token;
}

const joined = (db: GlobalDb) =>
  db
    .selectFrom('userPoolRefreshToken as t')
    .innerJoin('userPoolUser as u', 'u.cognitoId', 't.cognitoId')
    .selectAll('u')
    .select(['t.originJti', 't.signedInAt', 't.expiresAt', 't.revokedAt', 't.gaveCode']);

export type SignedIn = User &
  Pick<RefreshToken, 'originJti' | 'signedInAt' | 'expiresAt' | 'revokedAt' | 'gaveCode'>;

export const findByRefreshToken = (db: GlobalDb, token: string): Promise<SignedIn | undefined> =>
  joined(db).where('t.tokenHash', '=', hashToken(token)).executeTakeFirst();

export const findByOrigin = (db: GlobalDb, originJti: string): Promise<SignedIn | undefined> =>
  joined(db).where('t.originJti', '=', originJti).executeTakeFirst();

/** The same, after whoever is ending this line of tokens at the moment has done so. */
export const awaitByOrigin = (db: GlobalDb, originJti: string): Promise<SignedIn | undefined> =>
  joined(db).where('t.originJti', '=', originJti).forShare('t').executeTakeFirst();

export const revokeRefreshToken = async (db: GlobalDb, token: string, now: Date): Promise<void> => {
  await db
    .updateTable('userPoolRefreshToken')
    .set({ revokedAt: now })
    .where('tokenHash', '=', hashToken(token))
    .where('revokedAt', 'is', null)
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
    .updateTable('userPoolRefreshToken')
    .set({ revokedAt: now })
    .where('cognitoId', '=', cognitoId)
    .where('originJti', '!=', exceptOrigin)
    .where('revokedAt', 'is', null)
    .execute();
};
