import type { Selectable } from 'kysely';
import type { GlobalDb, Tables } from '#platform/server/database.ts';
import { canonicalName, poolName, type Pool } from './pool.ts';
import { makeVerifier } from './srp.ts';

export type User = Selectable<Tables['user_pool_user']>;

export const verifierPurpose = 'user-pool-srp-verifier';
/** How a person's own id is written. */
export const idShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Finds a person by e-mail address or by id. */
export const findUser = (db: GlobalDb, name: string): Promise<User | undefined> =>
  db
    .selectFrom('user_pool_user')
    .selectAll()
    .where(idShape.test(canonicalName(name)) ? 'cognito_id' : 'email', '=', canonicalName(name))
    .executeTakeFirst();

/** Holds a person's row still until the transaction ends. */
export const lockUser = (db: GlobalDb, cognitoId: string): Promise<User | undefined> =>
  db
    .selectFrom('user_pool_user')
    .selectAll()
    .where('cognito_id', '=', cognitoId)
    .forUpdate()
    .executeTakeFirst();

export type Credentials = Pick<User, 'password_hash' | 'srp_salt' | 'sealed_srp_verifier'>;

/** Everything that is kept of a password. */
export async function makeCredentials(pool: Pool, cognitoId: string, password: string): Promise<Credentials> {
  const { salt, verifier } = makeVerifier({ poolName: poolName(pool), userId: cognitoId }, password);
  return {
    password_hash: await pool.hasher.hash(password),
    srp_salt: salt,
    sealed_srp_verifier: pool.secrets.seal(verifierPurpose, verifier),
  };
}

/** The verifier in hex; null when it was sealed with another secret, until the person signs in by password once. */
export const openVerifier = (pool: Pool, user: User): string | null =>
  pool.secrets.open(verifierPurpose, user.sealed_srp_verifier);

/** Adds a person; false when the address has an account. */
export async function insertUser(db: GlobalDb, user: User): Promise<boolean> {
  const made = await db
    .insertInto('user_pool_user')
    .values(user)
    .onConflict((c) => c.column('email').doNothing())
    .returning('cognito_id')
    .executeTakeFirst();
  return made !== undefined;
}

/** Everything that the pool keeps of a person goes with them. */
export const deleteUser = async (db: GlobalDb, cognitoId: string): Promise<void> => {
  await db.deleteFrom('user_pool_user').where('cognito_id', '=', cognitoId).execute();
};

export const updateUser = async (
  db: GlobalDb,
  cognitoId: string,
  set: Partial<User>,
  now: Date,
): Promise<void> => {
  await db
    .updateTable('user_pool_user')
    .set({ ...set, updated_at: now })
    .where('cognito_id', '=', cognitoId)
    .execute();
};

/** Keeps a password in the present form after a sign-in that proved it, unless it was changed meanwhile. */
export const renewCredentials = async (db: GlobalDb, user: User, credentials: Credentials): Promise<User> => {
  const renewed = await db
    .updateTable('user_pool_user')
    .set(credentials)
    .where('cognito_id', '=', user.cognito_id)
    .where('password_hash', '=', user.password_hash)
    .returningAll()
    .executeTakeFirst();
  return renewed ?? user;
};

/** A person's attributes as the protocol names them. */
export const attributesOf = (user: User): { Name: string; Value: string }[] => [
  { Name: 'email', Value: user.email },
  { Name: 'email_verified', Value: String(user.email_verified) },
  ...(user.subscription_id === null ? [] : [{ Name: 'custom:subscriptionId', Value: user.subscription_id }]),
  { Name: 'sub', Value: user.cognito_id },
];
