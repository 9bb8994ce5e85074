import type { RefusalsOf } from '#platform/endpoint.ts';
import { messagesOf } from '#platform/web/messages.ts';
import type { conciergeContract } from '../contract.ts';
import type { MessageCategory } from '../rules.ts';

/** modules.md 8, word for word. */
export const failedToast = 'Something went wrong, please try again.';

const own: Record<RefusalsOf<typeof conciergeContract>, string> = {
  'no-such-message': 'This message is no longer available.',
  'no-such-weakness': 'This weakness is no longer available.',
  'no-such-conversation': 'This conversation is no longer available.',
  'too-many-questions': 'You have sent many questions. Please wait a little, or call us.',
  'already-asked': 'The experts already know and will check. They answer in the conversation below.',
  'not-open': 'This weakness is no longer open. Reload the page to see its status.',
};

/** What a person reads where a call of this module did not work. */
export const messageOf = messagesOf<RefusalsOf<typeof conciergeContract>>(own);

export const categoryWords: Record<MessageCategory, string> = {
  welcome: 'Welcome',
  advisory: 'Advisory',
  warning: 'Warning',
  guidance: 'Guidance',
  reminder: 'Reminder',
  news: 'News',
};

/** modules.md 2: users cannot change a status. */
export const statusTooltip = 'To update the status of a weakness, please email support@{emaildomain}.';
