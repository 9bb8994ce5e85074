import { expect, test } from 'vitest';
import { openCognitoIdentity } from './cognito/identity.ts';
import { localCredentials, localRegion, withAdminActions } from './testing/cognito.ts';
import type { Identity } from './port.ts';
import { goodPassword, serveTestPool, signIn, type TestPool } from './testing/pool.ts';

const implementations: Record<string, () => Promise<{ identity: Identity; pool: TestPool }>> = {
  'built-in pool': async () => {
    const pool = await serveTestPool();
    return { identity: pool.pool, pool };
  },
  'AWS Cognito adapter': async () => {
    const pool = await serveTestPool({}, withAdminActions([]));
    const { poolId: userPoolId, clientId } = pool.pool;
    const { now } = pool.clock;
    return {
      identity: openCognitoIdentity({
        userPoolId,
        clientId,
        region: localRegion,
        endpoint: pool.url,
        now,
        credentials: localCredentials,
      }),
      pool,
    };
  },
};

test.each(Object.entries(implementations))(
  '%s: a person who is removed is not found, and holds no token that works',
  async (_name, open) => {
    const { identity, pool } = await open();
    const email = 'ann@example.com';
    const { cognitoId } = await identity.createUser({ email, password: goodPassword });
    const { AuthenticationResult: given } = await signIn(pool, email, goodPassword);
    await identity.deleteUser(cognitoId);
    expect(await identity.findUser(email)).toBe(null);
    const tokens = { idToken: given.IdToken as string, accessToken: given.AccessToken as string };
    await expect(identity.verify(tokens)).rejects.toMatchObject({ code: 'invalid-token' });
    expect(pool.signedOut).toContain(cognitoId);
    // once more is no error, and the address is free again
    await identity.deleteUser(cognitoId);
    expect((await identity.createUser({ email, password: goodPassword })).cognitoId).not.toBe(cognitoId);
  },
);
