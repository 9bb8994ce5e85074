import { useState } from 'react';
import { answerDemand } from '../signIn/answerDemand.ts';
import type { CodeDemand, PoolTokens } from '../userPool/cognitoClient.ts';
import { PoolError } from '../userPool/poolError.ts';
import { userPool } from '../userPool/userPool.ts';

/** Proof of the signed-in person, by the password and a code where one is demanded: tokens for one act. */
export function useProof(email: string) {
  const [demand, setDemand] = useState<CodeDemand | null>(null);
  return {
    /** A right password was given, and a code is what is missing. */
    needsCode: demand !== null,
    /** Null where a code is asked for next. Throws `PoolError`. */
    prove: async (password: string, code: string): Promise<PoolTokens | null> => {
      if (demand) return answerDemand(demand, code, { name: email, password });
      const answer = await (await userPool()).signIn(email, password);
      if ('tokens' in answer) return answer.tokens;
      if (!('code' in answer)) throw new PoolError('UnexpectedAnswer', '', 200);
      setDemand(answer.code);
      return null;
    },
    /** Back to the password, because another one was typed or the attempt has ended. */
    restart: () => setDemand(null),
  };
}

/** True where the pool refused the password itself. */
export const isWrongPassword = (error: unknown): boolean =>
  error instanceof PoolError && error.message === 'Incorrect username or password.';
