import { isAttemptOver } from './codeFailure.ts';
import type { CodeDemand, PoolTokens } from '../userPool/cognitoClient.ts';
import { PoolError } from '../userPool/poolError.ts';
import { userPool } from '../userPool/userPool.ts';

/**
 * Answers the demand of a code. An attempt that ended meanwhile, after three minutes or by an earlier answer, is begun anew
 * with the password that this page still has. Throws `PoolError`.
 */
export async function answerDemand(
  demand: CodeDemand,
  code: string,
  again: { name: string; password: string },
): Promise<PoolTokens> {
  const pool = await userPool();
  try {
    return await pool.answerCode(demand, code);
  } catch (error) {
    if (!isAttemptOver(error)) throw error;
  }
  const answer = await pool.signIn(again.name, again.password);
  if ('tokens' in answer) return answer.tokens;
  if ('code' in answer) return pool.answerCode(answer.code, code);
  throw new PoolError('NotAuthorizedException', 'Please sign in again.', 400);
}
