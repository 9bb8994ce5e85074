import type { ServerModule } from '#platform/server/module.ts';
import { oldStaffActs } from '#platform/server/database/retention.ts';
import { routes } from '#platform/server/http/serve.ts';
import { staffClosingContract } from '../closingContract.ts';
import { staffContract } from '../contract.ts';
import { staffJobsContract } from '../jobsContract.ts';
import { staffLogContract } from '../logContract.ts';
import { staffSendersContract } from '../sendersContract.ts';
import { staffCatalogRoutes } from './catalog/routes.ts';
import { closeAccount, keepAccount, readClosing } from './closing.ts';
import { staffConciergeRoutes } from './concierge/routes.ts';
import { exportLog, listLog, listLogPeople } from './deskLog.ts';
import { staffJobs } from './jobs.ts';
import { listFailedJobs, listFailedMails, listFailedScans, readQueues, retryJob } from './jobsDesk.ts';
import { listOrganizations, memberAnswer, readMember, readOrganization } from './organizations.ts';
import { decideSender, listSenders, readSender } from './senders.ts';
import { beginSupportSession, endSupportSession } from './supportSessions.ts';

export const staffModule = {
  calls: {
    staff: routes(staffContract, {
      staffProfile: readMember,
      staffOrganizations: listOrganizations,
      staffOrganization: readOrganization,
      beginSupportSession,
      endSupportSession,
    }),
    staffCatalog: staffCatalogRoutes,
    staffConcierge: staffConciergeRoutes,
    staffJobs: routes(staffJobsContract, {
      staffQueues: readQueues,
      failedJobs: listFailedJobs,
      failedScans: listFailedScans,
      failedMails: listFailedMails,
      retryJob,
    }),
    staffLog: routes(staffLogContract, {
      deskLog: listLog,
      deskLogPeople: listLogPeople,
      exportDeskLog: exportLog,
    }),
    staffSenders: routes(staffSendersContract, {
      staffSenders: listSenders,
      staffSender: readSender,
      decideSender,
    }),
    staffClosing: routes(staffClosingContract, {
      staffClosing: readClosing,
      staffCloseAccount: closeAccount,
      staffKeepAccount: keepAccount,
    }),
  },
  jobs: staffJobs,
  retention: [
    { kind: 'Log of the staff desk', kept: { months: 36 }, since: 'the entry', remove: oldStaffActs },
  ],
  firstAnswers: [{ call: 'staffProfile', to: 'staff', answer: memberAnswer }],
} satisfies ServerModule;
