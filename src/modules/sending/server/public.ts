/** For every module that has emails sent to people other than the administrators of an organization. */
export { reserveEmail, reserveEmails } from './reserve.ts';
export {
  askedBy,
  greeting,
  personName,
  quotedTitle,
  reportFooter,
  senderName,
  type Asker,
} from './wording.ts';
/** What staff see and decide of senders. */
export { aboutWords } from '../rules.ts';
export { decideSender, listSenders, readSender } from './senders.ts';
