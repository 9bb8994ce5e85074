import type { RefusalsOf } from '#platform/endpoint.ts';
import { CallError } from '#platform/web/call.ts';
import type { securityContract } from '../../securityContract.ts';
import { guessablePassword } from '#platform/guessablePassword.ts';
import { messageOf, weakPassword, wording } from '../messages.ts';

/** What a person reads for every way in which a call about strong sign-in can refuse. */
const refusals: Record<RefusalsOf<typeof securityContract>, string> = {
  'invalid-token': 'That took too long. Please enter your password once more.',
  'identity-unavailable': wording.serverError,
  'second-factor-missing': 'Your account has no second factor. Reload the page.',
  'second-factor-demanded':
    'Your organization asks every administrator for a second factor, so yours stays on.',
  'second-factor-first': 'Set up your own second factor first, and sign in with it.',
  'wrong-code':
    'That code is not right. Enter the one that your app shows now, and check that your phone’s clock is set automatically.',
  'wrong-password': wording.wrongCurrentPassword,
  'same-password': wording.samePassword,
  'weak-password': weakPassword,
  'guessable-password': guessablePassword,
  'no-such-person': 'This person no longer administers your organization.',
  'own-account': 'You cannot reset your own second factor. Ask another administrator.',
  'nothing-to-reset': 'This person no longer has a second factor. Reload the page.',
  'recovery-refused': 'This recovery code is not right, or it was used before. Please try another.',
  'no-such-session': 'This session has ended already.',
};

/** What a person reads when something about strong sign-in did not work. */
export function securityMessage(error: unknown): string {
  const known =
    error instanceof CallError ? (refusals as Record<string, string | undefined>)[error.code] : undefined;
  return known && (error as CallError).status < 500 ? known : messageOf(error);
}
