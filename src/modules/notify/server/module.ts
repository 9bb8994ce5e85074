import type { ServerModule } from '#platform/server/module.ts';
import { tenantRowsOf } from '#platform/server/database/retention.ts';
import { routes } from '#platform/server/http/serve.ts';
import { mailLinkContract, notifyContract } from '../contract.ts';
import { chooseByMailLink, chooseMails, mailChoices, openMailLink } from './choices.ts';
import { registerOneClick } from './oneClick.ts';
import { sendHeldJob } from './sendHeld.ts';
import { sendNoticeJob } from './sendNotice.ts';

export const notifyModule = {
  calls: {
    notifications: routes(notifyContract, { mailChoices, chooseMails }),
    mailLinks: routes(mailLinkContract, { openMailLink, chooseByMailLink }),
  },
  jobs: [sendNoticeJob, sendHeldJob],
  http: registerOneClick,
  retention: [
    {
      kind: 'Which news was sent to whom',
      kept: { days: 182 },
      since: 'it was sent',
      remove: tenantRowsOf('notificationSent', 'sentAt'),
    },
  ],
} satisfies ServerModule;
