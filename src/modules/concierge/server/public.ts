/** For the dashboard and the menu. */
export { askingFor as conciergeAsking } from './messages.ts';
export { conciergePartOf, conciergeSummary } from './summary.ts';
/** For the desk of the staff (desk.ts says what is what). */
export type * from './desk.ts';
export {
  listDeskMessages,
  messageVersions,
  readDeskMessage,
  saveMessage,
  stageOf,
  starterMessages,
  type MessageSaving,
} from './deskMessages.ts';
export { namedOrganizations, reachOf, readersOf, type Reach } from './deskReach.ts';
export {
  candidateDraft,
  candidateState,
  changeWeakness,
  createWeakness,
  decide as decideCandidate,
  publishCandidate,
  readDeskWeakness,
} from './deskWeaknesses.ts';
export {
  answerAsStaff,
  assignThread,
  closeAsStaff,
  markDeskThread,
  readDeskThread,
  reopenAsStaff,
  writeToOrganization,
  type DeskThread,
} from './deskThreads.ts';
export {
  selectDeskCandidates,
  selectDeskCounts,
  selectDeskThreads,
  selectDeskWeaknesses,
} from './desk.store.ts';
/** For taking an organisation back to how it began. */
export { deleteAllConcierge } from './threads.store.ts';
