import { routes } from '#platform/server/serve.ts';
import { conciergeContract } from '../contract.ts';
import { listMessages, markMessages, readMessage } from './messages.ts';
import { readIncident, readPage } from './page.ts';
import { answerThread, askExpert, closeThread, listThreads, markThread, readThread } from './threads.ts';
import { askToCheck, listWeaknesses, printWeakness, readWeakness } from './weaknesses.ts';

export const conciergeRoutes = routes(conciergeContract, {
  cyberConciergeConfig: (ctx) => readPage(ctx),
  incidentGuide: () => readIncident(),
  cyberConciergeAlerts: listMessages,
  cyberConciergeAlert: readMessage,
  cyberConciergeWeaknesses: listWeaknesses,
  weakness: readWeakness,
  weaknessPdf: printWeakness,
  markAlerts: markMessages,
  checkWeakness: askToCheck,
  conversations: listThreads,
  conversation: readThread,
  askExpert,
  answerConversation: answerThread,
  closeConversation: closeThread,
  markConversation: markThread,
});
