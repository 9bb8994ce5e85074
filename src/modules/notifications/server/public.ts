// It imports no other module, so that all of them may use it.
/** How other modules tell administrators that something happened. */
export { notify } from './notify.ts';
/** For a mail of another module that a person may switch off. */
export { dueRecipients, isDueTold } from './dueRecipients.ts';
export type { MailEnd } from './deliver.ts';
