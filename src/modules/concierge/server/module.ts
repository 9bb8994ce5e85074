import type { ServerModule } from '#platform/server/module.ts';
import { tenantRowsOf } from '#platform/server/database/retention.ts';
import { routes } from '#platform/server/http/serve.ts';
import { conciergeContract } from '../contract.ts';
import { conciergeContent } from './content.ts';
import { printIncident, readIncident } from './incident.ts';
import { conciergeJobs } from './jobs.ts';
import './openThread.ts';
import { listMessages, markMessages, readMessage } from './messages.ts';
import { readPage } from './page.ts';
import { answerThread, askExpert, closeThread, listThreads, markThread, readThread } from './threads.ts';
import { isClosed } from './threads.store.ts';
import './weaknesses/ofIssue.ts';
import { askToCheck, listWeaknesses, printWeakness, readWeakness } from './weaknesses/weaknesses.ts';

export const conciergeModule = {
  calls: {
    concierge: routes(conciergeContract, {
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
    }),
  },
  jobs: conciergeJobs,
  readContent: () => void conciergeContent(),
  retention: [
    {
      kind: 'Closed conversations with our experts',
      kept: { months: 36 },
      since: 'the last message',
      remove: tenantRowsOf('conciergeThread', 'lastEntryAt', isClosed),
    },
  ],
} satisfies ServerModule;
