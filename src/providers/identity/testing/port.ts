import { openCognitoIdentity } from '../cognito/identity.ts';
import { localCredentials, localRegion, withAdminActions } from './cognito.ts';
import { IdentityError, type Identity } from '../port.ts';
import { goodPassword, serveTestPool, signIn, type TestPool } from './pool.ts';

/** What a sign-in is said to have given: only the built-in pool knows of each whether it gave a code. */
type Gave = (code: boolean) => boolean | null;
type Opened = { identity: Identity; pool: TestPool; signedOut: string[]; gave: Gave };

/** Every implementation of the port, over a pool of its own. */
export const implementations: Record<string, () => Promise<Opened>> = {
  'built-in pool': async () => {
    const pool = await serveTestPool();
    return { identity: pool.pool, pool, signedOut: pool.signedOut, gave: (code) => code };
  },
  'AWS Cognito adapter': async () => {
    const pool = await serveTestPool({}, withAdminActions([]));
    const signedOut: string[] = [];
    const identity = openCognitoIdentity({
      userPoolId: pool.pool.poolId,
      clientId: pool.pool.clientId,
      region: localRegion,
      endpoint: pool.url,
      now: pool.clock.now,
      credentials: localCredentials,
      onSignedOutEverywhere: async (cognitoId) => void signedOut.push(cognitoId),
    });
    return { identity, pool, signedOut, gave: () => null };
  },
};

export const email = 'ann@example.com';

/** Tokens of a sign-in by password. */
export async function tokensOf(pool: TestPool, address = email, password = goodPassword) {
  const { AuthenticationResult: given } = await signIn(pool, address, password);
  return {
    idToken: given.IdToken as string,
    accessToken: given.AccessToken as string,
    refreshToken: given.RefreshToken as string,
  };
}

/** The port's word for what went wrong. */
export const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no error',
    (error: unknown) => (error instanceof IdentityError ? error.code : String(error)),
  );
