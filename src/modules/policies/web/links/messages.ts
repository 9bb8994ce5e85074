import type { RefusalsOf } from '#platform/endpoint.ts';
import { CallError } from '#platform/web/call.ts';
import { messagesOf } from '#platform/web/messages.ts';
import type { policyLinksContract } from '../../signOffContract.ts';

type Refusal = RefusalsOf<typeof policyLinksContract>;

const wordingOf = messagesOf<Refusal>({
  'link-invalid': 'This link does not work. Open it again from the email that brought it.',
  'link-used': 'This link was used already.',
  'link-expired': 'This link has expired.',
  'comment-missing': 'Please say what should change, so that the author knows what to do.',
  'text-changed':
    'The text was changed while you had it open. The newest text is shown now: please read it before you continue.',
  'values-missing':
    'Some blanks in this policy are still empty, so it cannot be approved yet. Return it with a comment instead.',
  'no-such-policy': 'You are no longer asked to sign this policy. The list shows what is left.',
  'already-signed': 'You have signed this version already.',
  'too-many-requests': 'That was too many tries in a short time. Please wait a minute and try again.',
});

/** What somebody without an account reads when their link's call did not work. */
export function messageOf(error: unknown): string {
  if (error instanceof CallError && error.code === 'invalid') {
    const [fault] = Array.isArray(error.detail.fields)
      ? (error.detail.fields as { message?: unknown }[])
      : [];
    if (typeof fault?.message === 'string') return fault.message;
  }
  return wordingOf(error);
}

export const isRefusal = (error: unknown, ...codes: Refusal[]): boolean =>
  error instanceof CallError && (codes as string[]).includes(error.code);

export type DeadLink = 'invalid' | 'used' | 'expired';

/** What became of a draft whose link is used. */
export const outcomeOf = (error: unknown): unknown =>
  error instanceof CallError ? error.detail.outcome : undefined;

/** Why a link is over; null for every other failure. */
export function deadLink(error: unknown): DeadLink | null {
  if (!(error instanceof CallError)) return null;
  // what is no token at all is not even looked up
  if (error.code === 'link-invalid' || error.code === 'invalid') return 'invalid';
  if (error.code === 'link-used') return 'used';
  return error.code === 'link-expired' ? 'expired' : null;
}
