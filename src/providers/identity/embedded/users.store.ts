import type { Selectable } from 'kysely';
import type { GlobalDb, Tables } from '#platform/server/database/database.ts';
import { canonicalName, poolName, type Pool } from './pool.ts';
import { makeVerifier } from './signIn/srp.ts';

export type User = Selectable<Tables['userPoolUser']>;

export const verifierPurpose = 'user-pool-srp-verifier';
/** How a person's own id is written. */
export const idShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Finds a person by e-mail address or by id. */
export const findUser = (db: GlobalDb, name: string): Promise<User | undefined> =>
  db
    .selectFrom('userPoolUser')
    .selectAll()
    .where(idShape.test(canonicalName(name)) ? 'cognitoId' : 'email', '=', canonicalName(name))
    .executeTakeFirst();

/** Holds a person's row still until the transaction ends. */
export const lockUser = (db: GlobalDb, cognitoId: string): Promise<User | undefined> =>
  db.selectFrom('userPoolUser').selectAll().where('cognitoId', '=', cognitoId).forUpdate().executeTakeFirst();

export type Credentials = Pick<User, 'passwordHash' | 'srpSalt' | 'sealedSrpVerifier'>;

/** Everything that is kept of a password. */
export async function makeCredentials(pool: Pool, cognitoId: string, password: string): Promise<Credentials> {
  const { salt, verifier } = makeVerifier({ poolName: poolName(pool), userId: cognitoId }, password);
  return {
    passwordHash: await pool.hasher.hash(password),
    srpSalt: salt,
    sealedSrpVerifier: pool.secrets.seal(verifierPurpose, verifier),
  };
}

/** The verifier in hex; null when it was sealed with another secret, until the person signs in by password once. */
export const openVerifier = (pool: Pool, user: User): string | null =>
  pool.secrets.open(verifierPurpose, user.sealedSrpVerifier);

/** Adds a person; false when the address has an account. */
export async function insertUser(db: GlobalDb, user: User): Promise<boolean> {
  const made = await db
    .insertInto('userPoolUser')
    .values(user)
    .onConflict((c) => c.column('email').doNothing())
    .returning('cognitoId')
    .executeTakeFirst();
  return made !== undefined;
}

/** Everything that the pool keeps of a person goes with them. */
export const deleteUser = async (db: GlobalDb, cognitoId: string): Promise<void> => {
  await db.deleteFrom('userPoolUser').where('cognitoId', '=', cognitoId).execute();
};

export const updateUser = async (
  db: GlobalDb,
  cognitoId: string,
  set: Partial<User>,
  now: Date,
): Promise<void> => {
  await db
    .updateTable('userPoolUser')
    .set({ ...set, updatedAt: now })
    .where('cognitoId', '=', cognitoId)
    .execute();
};

/** Keeps a password in the present form after a sign-in that proved it, unless it was changed meanwhile. */
export const renewCredentials = async (db: GlobalDb, user: User, credentials: Credentials): Promise<User> => {
  const renewed = await db
    .updateTable('userPoolUser')
    .set(credentials)
    .where('cognitoId', '=', user.cognitoId)
    .where('passwordHash', '=', user.passwordHash)
    .returningAll()
    .executeTakeFirst();
  return renewed ?? user;
};

/** A person's attributes as the protocol names them. */
export const attributesOf = (user: User): { Name: string; Value: string }[] => [
  { Name: 'email', Value: user.email },
  { Name: 'email_verified', Value: String(user.emailVerified) },
  ...(user.subscriptionId === null ? [] : [{ Name: 'custom:subscriptionId', Value: user.subscriptionId }]),
  { Name: 'sub', Value: user.cognitoId },
];

/** Confirms a person; false for one who was confirmed before. */
export async function confirmUser(db: GlobalDb, cognitoId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('userPoolUser')
    .set({ status: 'CONFIRMED', emailVerified: true, updatedAt: now })
    .where('cognitoId', '=', cognitoId)
    .where('status', '=', 'UNCONFIRMED')
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}
