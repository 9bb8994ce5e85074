import type { RefusalsOf } from '#platform/endpoint.ts';
import { CallError } from '#platform/web/call.ts';
import type { signUpContract } from '../../signUpContract.ts';
import { messageOf, weakPassword, wording } from '../messages.ts';
import { guessablePassword } from '#platform/guessablePassword.ts';
import { PoolError } from '../userPool/poolError.ts';

/** What a person reads for every way in which a call of signing up can refuse. */
const refusals: Record<RefusalsOf<typeof signUpContract>, string> = {
  robot: wording.robot,
  'captcha-unavailable': wording.serverError,
  // the portal was set up anew while the page was open
  'no-challenge': 'This page is out of date. Reload it and try again.',
  unauthorized: wording.robot,
  'link-invalid': wording.magicLinkFailed,
  'link-used': wording.userExists,
  'user-exists': wording.userExists,
  'weak-password': weakPassword,
  'guessable-password': guessablePassword,
  'identity-unavailable': wording.serverError,
};

/** True where the user pool or our server took the visitor for a robot. */
export const isRobot = (error: unknown): boolean =>
  error instanceof PoolError
    ? error.code === 'UserLambdaValidationException' && error.message.includes('You smell like a robot')
    : error instanceof CallError && error.code === 'robot';

/** What a person reads when signing up did not work. */
export function signUpMessage(error: unknown): string {
  if (isRobot(error)) return wording.robot;
  const known =
    error instanceof CallError ? (refusals as Record<string, string | undefined>)[error.code] : undefined;
  return known ?? messageOf(error);
}
