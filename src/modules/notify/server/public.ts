/** How other modules tell administrators that something happened. */
export { notify } from './notify.ts';
/** For a mail of another module that a person may switch off. */
export { dueRecipients, isDueSent } from './dueRecipients.ts';
export type { MailEnd } from './deliver.ts';
/** For rounds that tell each administrator of several things at once. */
export { selectCompany, selectPeople, type Person } from './choices.store.ts';
export { deliver } from './deliver.ts';
export type { NoticeMail } from './noticeMails.ts';
export { selectOrganizations, selectRound, takeRound } from './sent.store.ts';
export { counted, severities } from './wording.ts';
