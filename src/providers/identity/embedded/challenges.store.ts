import type { GlobalDb } from '#platform/server/database.ts';
import { hashToken, randomToken } from '#platform/server/secrets.ts';
import { seconds, type Pool } from './pool.ts';
import { refusals } from './poolError.ts';

export type ChallengeName = 'PASSWORD_VERIFIER' | 'NEW_PASSWORD_REQUIRED' | 'SOFTWARE_TOKEN_MFA';

const lifeSeconds = 180;
export const challengePurpose = 'user-pool-challenge';

/** Begins a challenge of one person (null: a name without an account); the answer is its Session. */
export async function putChallenge(
  db: GlobalDb,
  pool: Pool,
  challenge: ChallengeName,
  cognitoId: string | null,
  state: object,
): Promise<string> {
  const token = randomToken();
  await db
    .insertInto('user_pool_challenge')
    .values({
      token_hash: hashToken(token),
      challenge,
      cognito_id: cognitoId,
      sealed_state: pool.secrets.seal(challengePurpose, JSON.stringify(state)),
      expires_at: seconds(pool.now(), lifeSeconds),
    })
    .execute();
  return token;
}

type Begun<State> = { cognitoId: string | null; state: State; tokenHash: string };

/** What a living Session began with; it stays in use. Throws NotAuthorizedException saying why not. */
export async function readChallenge<State extends object>(
  db: GlobalDb,
  pool: Pool,
  challenge: ChallengeName,
  token: string,
  belongsTo: (cognitoId: string | null) => boolean = () => true,
): Promise<Begun<State>> {
  const now = pool.now();
  const found = await db
    .selectFrom('user_pool_challenge')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .where('challenge', '=', challenge)
    .executeTakeFirst();
  if (!found || !belongsTo(found.cognito_id)) throw refusals.session('invalid');
  if (found.used_at) throw refusals.session('used');
  if (found.expires_at <= now) throw refusals.session('expired');
  const opened = pool.secrets.open(challengePurpose, found.sealed_state);
  if (opened === null) throw refusals.session('invalid');
  return { cognitoId: found.cognito_id, state: JSON.parse(opened) as State, tokenHash: found.token_hash };
}

/** Uses a Session up. Throws NotAuthorizedException when it was. */
export async function useChallenge(db: GlobalDb, tokenHash: string, now: Date): Promise<void> {
  // of two answers at once, one wins
  const { numUpdatedRows } = await db
    .updateTable('user_pool_challenge')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  if (Number(numUpdatedRows) !== 1) throw refusals.session('used');
}

/** Uses a Session up, once, and gives what it began with. Throws NotAuthorizedException saying why not. */
export async function takeChallenge<State extends object>(
  db: GlobalDb,
  pool: Pool,
  challenge: ChallengeName,
  token: string,
  belongsTo?: (cognitoId: string | null) => boolean,
): Promise<Begun<State>> {
  const begun = await readChallenge<State>(db, pool, challenge, token, belongsTo);
  await useChallenge(db, begun.tokenHash, pool.now());
  return begun;
}
