import { routes } from '#platform/server/serve.ts';
import { staffClosingContract } from '../closingContract.ts';
import { staffJobsContract } from '../jobsContract.ts';
import { staffLogContract } from '../logContract.ts';
import { staffSendersContract } from '../sendersContract.ts';
import { closeAccount, keepAccount, readClosing } from './closing.ts';
import { exportLog, listLog, listLogPeople } from './deskLog.ts';
import { listFailedJobs, listFailedMails, listFailedScans, readQueues, retryJob } from './jobsDesk.ts';
import { decideSender, listSenders, readSender } from './senders.ts';

export const staffLogRoutes = routes(staffLogContract, {
  deskLog: listLog,
  deskLogPeople: listLogPeople,
  exportDeskLog: exportLog,
});

export const staffSendersRoutes = routes(staffSendersContract, {
  staffSenders: listSenders,
  staffSender: readSender,
  decideSender,
});

export const staffJobsRoutes = routes(staffJobsContract, {
  staffQueues: readQueues,
  failedJobs: listFailedJobs,
  failedScans: listFailedScans,
  failedMails: listFailedMails,
  retryJob,
});

export const staffClosingRoutes = routes(staffClosingContract, {
  staffClosing: readClosing,
  staffCloseAccount: closeAccount,
  staffKeepAccount: keepAccount,
});
