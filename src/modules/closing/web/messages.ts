import type { RefusalsOf } from '#platform/endpoint.ts';
import { messagesOf } from '#platform/web/messages.ts';
import type { closingContract } from '../contract.ts';

/** What a person reads when a call of this module did not work. */
export const messageOf = messagesOf<RefusalsOf<typeof closingContract>>({
  'wrong-company-name': 'That is not the name of your company. Type it exactly as shown.',
  'already-closing': 'Another administrator has already closed the account. Reload the page.',
  'not-closing': 'The account is not being closed any more. Reload the page.',
  'invalid-token': 'That took too long. Please enter your password once more.',
  'identity-unavailable':
    'We cannot check your password just now. Nothing was changed: try again in a few minutes.',
});
