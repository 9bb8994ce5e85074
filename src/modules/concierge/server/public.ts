/** For the dashboard and the menu. */
export { askingFor as conciergeAsking } from './messages.ts';
export { conciergePartOf, conciergeSummary } from './summary.ts';
/** For the desk of the staff (desk.ts says what is what). */
export type * from './desk/desk.ts';
export {
  listDeskMessages,
  messageVersions,
  readDeskMessage,
  saveMessage,
  stageOf,
  starterMessages,
  type MessageSaving,
} from './desk/messages.ts';
export { namedOrganizations, reachOf, readersOf, type Reach } from './desk/reach.ts';
export {
  candidateDraft,
  candidateState,
  changeWeakness,
  createWeakness,
  decide as decideCandidate,
  publishCandidate,
  readDeskWeakness,
} from './desk/weaknesses.ts';
export {
  answerAsStaff,
  assignThread,
  closeAsStaff,
  markDeskThread,
  readDeskThread,
  reopenAsStaff,
  writeToOrganization,
  type DeskThread,
} from './desk/threads.ts';
export {
  selectDeskCandidates,
  selectDeskCounts,
  selectDeskThreads,
  selectDeskWeaknesses,
} from './desk/desk.store.ts';
/** For taking an organisation back to how it began. */
export { deleteAllConcierge } from './threads.store.ts';
