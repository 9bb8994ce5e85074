import type { FastifyInstance } from 'fastify';
import type { EmbeddedIdentity } from '../embedded/identity.ts';
import { PoolError, refusals } from '../embedded/poolError.ts';
import { IdentityError, type IdentityUser } from '../port.ts';

/** The region and access key that signed requests must name. */
export const localRegion = 'eu-test-1';
export const localCredentials = { accessKeyId: 'AKIDLOCALTEST', secretAccessKey: 'local-test-secret' };

type AdminInput = {
  UserPoolId?: string;
  Username: string;
  Password?: string;
  TemporaryPassword?: string;
  Permanent?: boolean;
  MessageAction?: string;
  UserAttributes?: { Name: string; Value: string }[];
  SoftwareTokenMfaSettings?: { Enabled?: boolean };
};

const attributesOf = (user: IdentityUser) => [
  { Name: 'sub', Value: user.cognitoId },
  { Name: 'email', Value: user.email },
  { Name: 'email_verified', Value: String(user.emailVerified) },
  ...(user.signUpCode ? [{ Name: 'custom:subscriptionId', Value: user.signUpCode }] : []),
];

const inProtocolWords = (error: unknown): never => {
  if (!(error instanceof IdentityError)) throw error;
  if (error.code === 'user-exists') throw refusals.userExists();
  if (error.code === 'weak-password') throw refusals.weakPassword(error.message);
  if (error.code === 'guessable-password') throw refusals.guessablePassword(error.message);
  if (error.code === 'invalid-token') throw refusals.token('Access', 'invalid');
  if (error.code === 'wrong-code') throw refusals.tokenNotEnabled();
  if (error.code === 'no-second-factor') throw refusals.noSoftwareToken();
  throw refusals.userNotFound();
};

/** The signed Admin actions of Cognito over a built-in pool, for the suite of the AWS adapter. What they were asked goes into `asked`. */
export function withAdminActions(asked: { action: string; input: AdminInput }[]) {
  return (app: FastifyInstance, pool: EmbeddedIdentity): EmbeddedIdentity => {
    app.addHook('onRequest', async (request) => {
      const target = String(request.headers['x-amz-target'] ?? '');
      if (!target.includes('.Admin')) return;
      const signature = new RegExp(
        `^AWS4-HMAC-SHA256 Credential=${localCredentials.accessKeyId}/\\d{8}/${localRegion}/cognito-idp/aws4_request, `,
      );
      if (!signature.test(request.headers.authorization ?? ''))
        throw new PoolError('MissingAuthenticationTokenException', 'Missing Authentication Token');
    });
    const actions: Record<string, (input: AdminInput) => Promise<object>> = {
      AdminCreateUser: async ({ Username, TemporaryPassword, UserAttributes = [] }) => {
        const signUpCode = UserAttributes.find(({ Name }) => Name === 'custom:subscriptionId')?.Value ?? null;
        const user = await pool.createUser({
          email: Username,
          password: TemporaryPassword!,
          signUpCode,
          temporary: true,
        });
        return {
          User: {
            Username: user.cognitoId,
            Attributes: attributesOf(user),
            Enabled: true,
            UserStatus: 'FORCE_CHANGE_PASSWORD',
          },
        };
      },
      AdminSetUserPassword: async ({ Username, Password }) => {
        await pool.setPassword(Username, Password!);
        return {};
      },
      AdminGetUser: async ({ Username }) => {
        const user = await pool.findUser(Username);
        if (!user) throw refusals.userNotFound();
        return { Username: user.cognitoId, UserAttributes: attributesOf(user), Enabled: true };
      },
      AdminUpdateUserAttributes: async () => ({}),
      AdminDeleteUser: async ({ Username }) => {
        await pool.deleteUser(Username);
        return {};
      },
      AdminSetUserMFAPreference: async ({ Username, SoftwareTokenMfaSettings }) => {
        if (SoftwareTokenMfaSettings?.Enabled)
          throw refusals.invalid('This pool only switches second factors off for a person.');
        await pool.disableSecondFactor(Username);
        return {};
      },
      AdminUserGlobalSignOut: async ({ Username }) => {
        await pool.signOutEverywhere(Username);
        return {};
      },
    };
    return {
      ...pool,
      handle: async (action, body, caller) => {
        if (action === 'VerifySoftwareToken') {
          // Cognito takes another app's first code without one of the app in use
          const { AccessToken, UserCode } = body as { AccessToken: string; UserCode: string };
          await pool.replaceApp(AccessToken, UserCode).catch(inProtocolWords);
          return { Status: 'SUCCESS' };
        }
        const admin = Object.hasOwn(actions, action) ? actions[action] : undefined;
        if (!admin) return pool.handle(action, body, caller);
        const input = body as AdminInput;
        asked.push({ action, input });
        if (input.UserPoolId !== pool.poolId)
          throw new PoolError('ResourceNotFoundException', `User pool ${input.UserPoolId} does not exist.`);
        return admin(input).catch(inProtocolWords);
      },
    };
  };
}
