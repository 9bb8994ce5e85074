import { useCallback, useEffect, useRef } from 'react';
import type { PoolTokens } from '../userPool/cognitoClient.ts';
import { userPool } from '../userPool/userPool.ts';

/** Tokens that were asked for and not used up are worth nothing any more once the dialog goes. @returns keeps them, or null once used */
export function useUnusedTokens(): (tokens: PoolTokens | null) => void {
  const unused = useRef<PoolTokens | null>(null);
  useEffect(
    () => () => {
      const tokens = unused.current;
      if (tokens)
        userPool()
          .then((pool) => pool.revoke(tokens.refreshToken))
          .catch(() => {});
    },
    [],
  );
  return useCallback((tokens) => {
    unused.current = tokens;
  }, []);
}
