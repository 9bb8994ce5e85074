import { useRef } from 'react';
import type { PoolTokens } from '../userPool/cognitoClient.ts';
import { useProof } from './useProof.ts';
import { useUnusedTokens } from './useUnusedTokens.ts';

/** Proof by the present password, kept while that stays the same: a new password that is refused takes no second proof. */
export function useKeptProof(email: string) {
  const { needsCode, prove, restart } = useProof(email);
  const keepUnused = useUnusedTokens();
  const proved = useRef<{ password: string; tokens: PoolTokens } | null>(null);
  return {
    needsCode,
    restart,
    /** Null where a code is asked for next. Throws `PoolError`. */
    prove: async (password: string, code: string): Promise<PoolTokens | null> => {
      if (proved.current?.password === password) return proved.current.tokens;
      const tokens = await prove(password, code);
      proved.current = tokens && { password, tokens };
      if (tokens) {
        keepUnused(tokens);
        restart();
      }
      return tokens;
    },
    /** The tokens are used up, so that there is nothing to revoke. */
    markUsed: () => keepUnused(null),
    forget: () => {
      proved.current = null;
    },
  };
}
