import type { BaseCtx } from '#platform/server/ctx.ts';
import { handles, type JobHandler } from '#platform/server/jobs/jobs.ts';
import { moduleIsActive } from '#modules/plans/server/public.ts';
import { notify } from '#modules/notify/server/public.ts';
import { conciergePaths } from '../paths.ts';
import { audienceOf, forEachAddressee } from './desk/messages.ts';
import { markMailed, selectUnmailed } from './desk/messages.store.ts';
import { brandOf, filled, readerOf } from './reader.ts';
import { notifyOfMessagesSpec } from './notifyOfMessages.ts';
import { watchAllJob, watchNewsJob } from './watch/watch.ts';

/** Notifies administrators of new messages: of each one once, however often this is tried again. */
async function notifyOfMessages(base: BaseCtx): Promise<void> {
  for (const message of await selectUnmailed(base.global, base.now())) {
    await forEachAddressee(base, audienceOf(message), async (orgId) => {
      const scope = base.forOrg(orgId);
      if (!(await moduleIsActive(scope, 'cyberconcierge'))) return;
      const brand = brandOf(scope, await readerOf(scope));
      await scope.inOrg((db) =>
        notify(scope, db, {
          event: 'concierge-message',
          facts: {
            title: filled(brand, message.title),
            summary: filled(brand, message.summary),
            severity: message.severity,
            path: conciergePaths.message(message.id),
          },
          orgId,
          key: message.id,
        }),
      );
    });
    await markMailed(base.global, message.id, base.now());
  }
}

/** The module's background work. */
export const conciergeJobs: JobHandler<BaseCtx>[] = [
  handles(notifyOfMessagesSpec, notifyOfMessages),
  watchNewsJob,
  watchAllJob,
];
