import {
  CognitoIdentityProviderClient,
  type CognitoIdentityProviderClientConfig,
} from '@aws-sdk/client-cognito-identity-provider';
import { vendorClient } from '#platform/server/log/vendorCalls.ts';
import type { GuessableWords, Identity } from '../port.ts';
import { accountPart } from './accounts.ts';
import { passwordPart, poolPasswords } from './passwords.ts';
import { secondFactorPart } from './secondFactor.ts';
import { sessionPart } from './sessions.ts';
import { openTokenCheck } from './tokens.ts';

export type CognitoOptions = {
  userPoolId: string;
  clientId: string;
  region: string;
  /** Another address than AWS's own, for a server that speaks the same protocol. */
  endpoint?: string | undefined;
  now: () => Date;
  /** Told after every token of a person was ended through this port. A sign-out in a browser is not seen here. */
  onSignedOutEverywhere?: (cognitoId: string) => Promise<void>;
  guessableWords?: GuessableWords;
  /** AWS's ordinary chain (environment, profile, role of the machine) when absent. */
  credentials?: CognitoIdentityProviderClientConfig['credentials'];
};

const addressesOf = ({ region, userPoolId, endpoint }: CognitoOptions) => {
  if (endpoint) return { api: endpoint, issuers: [`${endpoint.replace(/(?<!\/)\/+$/, '')}/${userPoolId}`] };
  const domain = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  const api = `https://cognito-idp.${region}.${domain}`;
  // newer pools issue under the second name
  return {
    api,
    issuers: [`${api}/${userPoolId}`, `https://issuer-cognito-idp.${region}.${domain}/${userPoolId}`],
  };
};

/**
 * AWS Cognito behind the port. The pool signs in by e-mail address, is case-insensitive, has the attribute
 * `custom:subscriptionId`, and its client has no secret. The program's AWS identity needs the Admin actions used here.
 */
export function openCognitoIdentity(options: CognitoOptions): Identity {
  const { userPoolId: UserPoolId, clientId: ClientId, region, endpoint, credentials } = options;
  const { api, issuers } = addressesOf(options);
  const client = vendorClient(
    'cognito',
    new CognitoIdentityProviderClient({
      region,
      ...(endpoint ? { endpoint } : {}),
      ...(credentials ? { credentials } : {}),
      maxAttempts: 3,
      requestHandler: { connectionTimeout: 3000, requestTimeout: 10_000, throwOnRequestTimeout: true },
    }),
  );
  const pool = { client, UserPoolId, ClientId };
  const { onSignedOutEverywhere, guessableWords } = options;
  const checkTokens = openTokenCheck({ issuers, clientId: ClientId, now: options.now });
  const sessions = sessionPart({ ...pool, checkTokens, onSignedOutEverywhere });
  const { signOutEverywhere } = sessions;
  const passwords = poolPasswords({ ...pool, guessableWords });
  const accounts = accountPart({ ...pool, passwords, onSignedOutEverywhere });
  const { findUser } = accounts;
  return {
    browserUserPool: () => ({ ClientId, UserPoolId, region, endpoint: endpoint ?? null }),
    browserOrigins: () => [new URL(api).origin],
    ...sessions,
    ...accounts,
    ...passwordPart({ ...pool, passwords, findUser, signOutEverywhere }),
    ...secondFactorPart({ ...pool, findUser }),
  };
}
