import type { RefusalsOf } from '#platform/endpoint.ts';
import { messagesOf, tryAgain } from '#platform/web/messages.ts';
import type { organizationContract } from '#modules/organization/contract.ts';
import type { guidanceContract } from '../contract.ts';

type Refusal =
  | RefusalsOf<typeof guidanceContract>
  | RefusalsOf<Pick<typeof organizationContract, 'editUser'>>;

/** What a person reads when something could not be saved or loaded. */
export const messageOf = messagesOf<Refusal>({ 'no-such-person': tryAgain });
