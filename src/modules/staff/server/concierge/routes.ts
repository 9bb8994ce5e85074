import { routes } from '#platform/server/http/serve.ts';
import { staffConciergeContract } from '../../conciergeContract.ts';
import { countReach, readOptions } from './audiences.ts';
import { decideOne, listCandidates, publishMany, publishOne, readCandidate } from './candidates.ts';
import {
  answerCustomer,
  beginConversation,
  changeConversation,
  listConversations,
  readConversation,
  seeConversation,
} from './conversations.ts';
import { listMessages, listStarters, readMessage, saveDeskMessage } from './messages.ts';
import { readState } from './organizationState.ts';
import { editWeakness, listWeaknesses, makeWeakness, readCounts, readWeakness } from './weaknesses.ts';

export const staffConciergeRoutes = routes(staffConciergeContract, {
  conciergeCounts: readCounts,
  conciergeOptions: readOptions,
  starterMessages: listStarters,
  deskMessages: listMessages,
  deskMessage: readMessage,
  messageReach: countReach,
  saveMessage: saveDeskMessage,
  deskWeaknesses: listWeaknesses,
  deskWeakness: readWeakness,
  createWeakness: makeWeakness,
  changeWeakness: editWeakness,
  deskCandidates: listCandidates,
  deskCandidate: readCandidate,
  publishCandidate: publishOne,
  publishCandidates: publishMany,
  decideCandidate: decideOne,
  deskConversations: listConversations,
  deskConversation: readConversation,
  answerCustomer,
  beginConversation,
  changeConversation,
  seeConversation,
  organizationState: readState,
});
