import type { BaseCtx } from '#platform/server/ctx.ts';
import { handles, type JobHandler } from '#platform/server/jobs.ts';
import { moduleIsActive } from '#modules/plans/server/public.ts';
import { notify } from '#modules/notify/server/public.ts';
import { conciergePaths } from '../paths.ts';
import { forEachAddressee } from './deskMessages.ts';
import { markMailed, selectToTell } from './deskMessages.store.ts';
import { brandOf, filled, readerOf } from './reader.ts';
import { tellLettersSpec } from './tellLetters.ts';
import { watchAllJob, watchNewsJob } from './watch.ts';

/** Tells administrators of new messages. Each organisation is told of one once, however often this is tried again. */
async function tellLetters(base: BaseCtx): Promise<void> {
  for (const message of await selectToTell(base.global, base.now())) {
    const audience = {
      kind: message.audienceKind,
      values: message.audienceValues,
      brandId: message.brandId,
    };
    await forEachAddressee(base, audience, async (orgId) => {
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
  handles(tellLettersSpec, tellLetters),
  watchNewsJob,
  watchAllJob,
];
