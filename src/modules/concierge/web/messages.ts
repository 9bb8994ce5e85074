import type { RefusalsOf } from '#platform/endpoint.ts';
import { messagesOf } from '#platform/web/messages.ts';
import type { conciergeContract } from '../contract.ts';
import type { MessageCategory } from '../rules.ts';

/** modules.md 8, word for word. */
export const failedToast = 'Something went wrong, please try again.';

const own: Record<RefusalsOf<typeof conciergeContract>, string> = {
  'no-such-message': 'This message is not there any more.',
  'no-such-weakness': 'This weakness is not there any more.',
  'no-such-conversation': 'This conversation is not there any more.',
  'too-many-questions': 'Those are many questions at once. Please wait a little, or call us.',
  'already-asked': 'The experts know already and will look. Their answer comes in the conversation below.',
  'not-open': 'This weakness is not open any more. Reload the page to see how it stands.',
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
