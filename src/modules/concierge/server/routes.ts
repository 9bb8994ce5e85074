import { routes } from '#platform/server/serve.ts';
import { conciergeContract } from '../contract.ts';
import { printIncident, readIncident } from './incident.ts';
import './openThread.ts';
import { listMessages, markMessages, readMessage } from './messages.ts';
import { readPage } from './page.ts';
import { answerThread, askExpert, closeThread, listThreads, markThread, readThread } from './threads.ts';
import './weaknessOfIssue.ts';
import { askToCheck, listWeaknesses, printWeakness, readWeakness } from './weaknesses.ts';

export const conciergeRoutes = routes(conciergeContract, {
  cyberConciergeConfig: (ctx) => readPage(ctx),
  incidentGuide: readIncident,
  incidentPdf: printIncident,
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
