import { z } from 'zod';
import type { BaseCtx, OrgScope } from '#platform/server/ctx.ts';
import { handles, jobSpec } from '#platform/server/jobs/jobs.ts';
import { withinDailyLimit } from '#platform/server/mail/limits.ts';
import { eachOrganization } from '#platform/server/database/organizations.ts';
import { brandOfChannel, catalogOf, toMailBrand } from '#modules/catalog/server/public.ts';
import type { NoticeEvent } from '../entities.ts';
import { selectCompany, selectPerson } from './choices.store.ts';
import { collectedMail } from './collectedMail.ts';
import { queueNotice } from './deliver.ts';
import { moveWindow, selectDueWindows, selectOrganizationsWithHeld, takeHeld } from './held.store.ts';
import { noticeMail } from './noticeMails.ts';
import { mostADay, windowEnd } from './window.ts';

/** What was held for a person of one kind, as one mail; the choice of now decides, not that of when it happened. */
async function sendOne(scope: OrgScope, cognitoId: string, event: NoticeEvent): Promise<void> {
  const now = scope.now();
  const person = await scope.inOrg((db) => selectPerson(db, cognitoId));
  const wanted = person?.wants.has(event) ?? false;
  // counted outside of the transaction: a mail too many is held for another hour and counted again
  const hasRoom =
    person !== null && wanted && (await withinDailyLimit(scope, 'notices', [person], mostADay)).length > 0;
  await scope.inOrg(async (db) => {
    const ended = await moveWindow(db, cognitoId, event, now, windowEnd(now));
    if (!ended || (wanted && !hasRoom)) return;
    const notices = await takeHeld(db, cognitoId, event);
    if (!person || !wanted || notices.length === 0) return;
    const { companyName, channelId } = await selectCompany(db);
    const brand = toMailBrand(brandOfChannel(catalogOf(scope.settings), channelId));
    await queueNotice(
      scope,
      db,
      { companyName, brand, cognitoId, email: person.email, events: [event] },
      { event, key: `held:${ended.toISOString()}` },
      notices.length === 1
        ? noticeMail(notices[0]!, brand.webAddress)
        : collectedMail(notices, brand.webAddress),
    );
  });
}

/** Everything whose window is over. A run that is cut off leaves the rest to the next one. */
export const sendHeldToAll = (base: BaseCtx): Promise<void> =>
  eachOrganization(
    base,
    'held notices',
    (after, atMost) => selectOrganizationsWithHeld(base.global, base.now(), after, atMost),
    async (scope) => {
      for (const { cognitoId, event } of await scope.inOrg((db) => selectDueWindows(db, scope.now())))
        await sendOne(scope, cognitoId, event);
    },
  );

export const sendHeldJob = handles(
  jobSpec({
    name: 'tell-held',
    data: z.object({}),
    retries: 1,
    retryDelaySeconds: 30,
    timeLimitSeconds: 280,
    cron: '*/5 * * * *',
  }),
  sendHeldToAll,
);
