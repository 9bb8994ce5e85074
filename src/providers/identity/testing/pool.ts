import { fastify, type FastifyInstance } from 'fastify';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { openSecrets } from '#platform/server/secrets/secrets.ts';
import { openTestDatabase, testClock } from '#app/testing/portal.ts';
import {
  openEmbeddedIdentity,
  type EmbeddedIdentity,
  type EmbeddedIdentityOptions,
} from '../embedded/identity.ts';
import type { CodeDelivery } from '../port.ts';
import { codeAt } from '../embedded/codes/oneTimeCodes.ts';
import { registerUserPool } from '../embedded/routes.ts';

/** A password that the policy takes. */
export const goodPassword = 'Correct-horse-7';

const silentLog = pino({ level: 'silent' });

let opening: ReturnType<typeof openTestDatabase> | null = null;

/** One database for the test files of a worker, emptied before each test but for the keys, which are slow to make. */
async function emptyDatabase() {
  const { database } = await (opening ??= openTestDatabase({ keep: true }));
  for (const table of [
    'userPoolUser',
    'userPoolCode',
    'userPoolChallenge',
    'userPoolLockout',
    'userPoolDevice',
    'rateWindow',
    'clientError',
  ] as const)
    await database.global.deleteFrom(table).execute();
  return database;
}

/** The built-in pool on a real database and a real port, with the cheapest hashing and time as the test wants it. */
export async function serveTestPool(
  options: Partial<EmbeddedIdentityOptions> = {},
  extend: (app: FastifyInstance, pool: EmbeddedIdentity) => EmbeddedIdentity = (_app, pool) => pool,
) {
  const database = await emptyDatabase();
  const clock = testClock();
  const mailbox: CodeDelivery[] = [];
  const signedOut: string[] = [];
  // listening comes first: the pool's address is part of its tokens
  let answer: RequestListener = () => {};
  const server = createServer((request, reply) => answer(request, reply));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const publicUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const serverFactory = (handler: RequestListener) => {
    answer = handler;
    return server;
  };
  const app = fastify({ loggerInstance: silentLog as never, serverFactory }) as unknown as FastifyInstance;
  const secrets = openSecrets({ secretKey: 'a secret for tests that is long enough', dataDir: '' });
  const shared = {
    db: database.global,
    secrets,
    now: clock.now,
    log: silentLog,
    publicUrl,
    hashCost: { memoryCost: 8, timeCost: 1 },
    limits: null,
    answerFloorMs: 0,
    deliverCode: async (_db: unknown, delivery: CodeDelivery) => void mailbox.push(delivery),
    onSignedOutEverywhere: async (cognitoId: string) => void signedOut.push(cognitoId),
  };
  const pool = await openEmbeddedIdentity({ ...shared, ...options });
  await registerUserPool(app, extend(app, pool));
  await app.ready();
  const url = `${publicUrl}/user-pool`;
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  onTestFinished(async () => {
    stop();
    await app.close();
  });
  const lastCode = (email: string): string => mailbox.findLast((mail) => mail.email === email)!.code;
  return { app, pool, url, clock, mailbox, signedOut, lastCode, stop, database, shared };
}

export type TestPool = Awaited<ReturnType<typeof serveTestPool>>;
type ProtocolError = { name: string; message: string };

/** One action over HTTP as any client sends it; rejects with the protocol's name and message. */
export async function ask(pool: Pick<TestPool, 'url'>, action: string, body: object): Promise<any> {
  const answer = await fetch(pool.url, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${action}`,
    },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  const value = text === '' ? null : JSON.parse(text);
  if (!answer.ok) throw Object.assign(new Error(value.message), { name: value['__type'] });
  return value;
}

export const refused = (name: string, message: string): ProtocolError => ({ name, message });

/** What an action was refused with, or what it answered, for comparing. */
export const outcomeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    (answer) => answer,
    (error: ProtocolError) => ({ name: error.name, message: error.message }),
  );

export const signUp = (
  pool: TestPool,
  email: string,
  password = goodPassword,
  attributes: { Name: string; Value: string }[] = [],
) =>
  ask(pool, 'SignUp', {
    ClientId: pool.pool.clientId,
    Username: email,
    Password: password,
    UserAttributes: [{ Name: 'email', Value: email }, ...attributes],
  });

export const confirm = (pool: TestPool, email: string, code = pool.lastCode(email)) =>
  ask(pool, 'ConfirmSignUp', { ClientId: pool.pool.clientId, Username: email, ConfirmationCode: code });

export const signIn = (pool: TestPool, email: string, password = goodPassword) =>
  ask(pool, 'InitiateAuth', {
    ClientId: pool.pool.clientId,
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD: password },
  });

/** Sets an authenticator app up with an access token, as the browser does, and lets sign-in demand its codes. @returns its secret */
export async function setUpApp(pool: TestPool, AccessToken: string): Promise<string> {
  const { SecretCode } = await ask(pool, 'AssociateSoftwareToken', { AccessToken });
  await ask(pool, 'VerifySoftwareToken', {
    AccessToken,
    UserCode: codeAt(SecretCode, pool.clock.now()),
    FriendlyDeviceName: 'Phone',
  });
  await ask(pool, 'SetUserMFAPreference', {
    AccessToken,
    SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true },
  });
  return SecretCode;
}

/** Answers the demand of a code. */
export const answerCode = (pool: TestPool, Session: string, name: string, code: string) =>
  ask(pool, 'RespondToAuthChallenge', {
    ClientId: pool.pool.clientId,
    ChallengeName: 'SOFTWARE_TOKEN_MFA',
    Session,
    ChallengeResponses: { USERNAME: name, SOFTWARE_TOKEN_MFA_CODE: code },
  });

/** A confirmed person who has just signed in. */
export async function signedInPerson(
  pool: TestPool,
  email: string,
): Promise<{ AccessToken: string; IdToken: string; RefreshToken: string }> {
  await pool.pool.createUser({ email, password: goodPassword });
  return (await signIn(pool, email)).AuthenticationResult;
}
