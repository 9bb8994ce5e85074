import type { z } from 'zod';
import {
  accessTokenInput,
  changePassword,
  changePasswordInput,
  getUser,
  globalSignOut,
  revokeToken,
  revokeTokenInput,
} from './account.ts';
import { respondInput, respondToAuthChallenge } from './signIn/challenges.ts';
import { knownDevice, rememberDevice } from './signIn/devices.store.ts';
import { parseInput, username } from './inputs.ts';
import { canonicalName, hashName, type Caller, type Pool } from './pool.ts';
import { PoolError, refusals } from './poolError.ts';
import { confirmForgotPassword, confirmForgotPasswordInput, forgotPassword } from './codes/recovery.ts';
import { limitRequest, type ActionKind } from './requestLimits.ts';
import { initiateAuth, initiateAuthInput } from './signIn/signIn.ts';
import {
  associateInput,
  associateSoftwareToken,
  preferenceInput,
  setUserMfaPreference,
  verifyInput,
  verifySoftwareToken,
} from './codes/softwareToken.ts';
import {
  confirmSignUp,
  confirmSignUpInput,
  nameInput,
  resendConfirmationCode,
  signUp,
  signUpInput,
} from './signUp.ts';

type Action = {
  kind: ActionKind;
  input: z.ZodType;
  run: (pool: Pool, input: any, caller: Caller) => Promise<object | null>;
};

const action = <S extends z.ZodType>(
  kind: ActionKind,
  input: S,
  run: (pool: Pool, input: z.output<S>, caller: Caller) => Promise<object | null>,
): Action => ({
  kind,
  input,
  run,
});

const actions: Record<string, Action> = {
  InitiateAuth: action('authentication', initiateAuthInput, initiateAuth),
  RespondToAuthChallenge: action('authentication', respondInput, respondToAuthChallenge),
  SignUp: action('creation', signUpInput, signUp),
  ConfirmSignUp: action('creation', confirmSignUpInput, confirmSignUp),
  ResendConfirmationCode: action('creation', nameInput, resendConfirmationCode),
  ForgotPassword: action('recovery', nameInput, forgotPassword),
  ConfirmForgotPassword: action('recovery', confirmForgotPasswordInput, confirmForgotPassword),
  ChangePassword: action('recovery', changePasswordInput, changePassword),
  GlobalSignOut: action('read', accessTokenInput, globalSignOut),
  GetUser: action('read', accessTokenInput, getUser),
  AssociateSoftwareToken: action('authentication', associateInput, associateSoftwareToken),
  VerifySoftwareToken: action('authentication', verifyInput, verifySoftwareToken),
  SetUserMFAPreference: action('authentication', preferenceInput, setUserMfaPreference),
  RevokeToken: action('read', revokeTokenInput, revokeToken),
};

type Common = {
  ClientId?: string;
  Username?: string;
  AuthParameters?: Record<string, string | null | undefined>;
  ChallengeResponses?: Record<string, string | null | undefined>;
};

/** The name that an input is about, as it was asked for. */
const askedName = ({ Username, AuthParameters, ChallengeResponses }: Common) =>
  Username ?? AuthParameters?.USERNAME ?? ChallengeResponses?.USERNAME ?? undefined;

/** The right password or a mailed code was given. */
const provesOwner = (name: string, answer: object | null) =>
  name === 'ConfirmForgotPassword' || Boolean(answer && 'AuthenticationResult' in answer);

/**
 * Performs one action of the Cognito user-pool protocol.
 * @param body parsed JSON, unchecked
 * @returns the answer, or null for an empty one. Throws `PoolError` in the protocol's words.
 */
export async function runAction(
  pool: Pool,
  name: string,
  body: unknown,
  from: Caller,
): Promise<object | null> {
  const known = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (!known)
    throw new PoolError('UnknownOperationException', 'This user pool does not offer that operation.');
  const input = parseInput(known.input, body) as Common;
  if (input.ClientId !== undefined && input.ClientId !== pool.clientId)
    throw refusals.noClient(input.ClientId);
  const asked = askedName(input);
  const subject = asked === undefined ? undefined : canonicalName(asked);
  // not every text of these members is a name yet, nor one that the database takes
  const isName = username.safeParse(asked).success;
  const device = subject && isName && from.device ? await knownDevice(pool.db, subject, from.device) : null;
  const caller = device === null ? from : { ...from, deviceKey: hashName(pool, device) };
  await limitRequest(pool, known.kind, caller, subject);
  try {
    const answer = await known.run(pool, input, caller);
    if (provesOwner(name, answer) && subject && from.device)
      await rememberDevice(pool.db, subject, from.device, pool.now());
    return answer;
  } catch (error) {
    // whoever watches the portal sees guessing and locks; names and codes stay out of the log
    if (error instanceof PoolError)
      pool.log.info(
        { action: name, refusal: error.name, reason: error.message, ip: caller.ip },
        'user pool refused',
      );
    throw error;
  }
}
