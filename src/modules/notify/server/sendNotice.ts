import type { BaseCtx } from '#platform/server/ctx.ts';
import { handles } from '#platform/server/jobs/jobs.ts';
import { withinDailyLimit } from '#platform/server/mail/limits.ts';
import { brandOfChannel, catalogOf, toMailBrand } from '#modules/catalog/server/public.ts';
import type { Notice } from '../entities.ts';
import { selectCompany, selectPeople, type Person } from './choices.store.ts';
import { queueNotice } from './deliver.ts';
import { holdNotice, openWindow, selectOpenWindows } from './held.store.ts';
import { noticeMail } from './noticeMails.ts';
import { notifySpec } from './notify.ts';
import { markSent, selectSent } from './sent.store.ts';
import { mostADay, windowEnd } from './window.ts';

const isFor = ({ wants }: Person, notice: Notice): boolean => {
  // one scan, one mail: the report that somebody waits for, else what is serious
  if (
    (notice.event === 'scan-done' || notice.event === 'new-high') &&
    notice.facts.awaited &&
    wants.has('report-ready')
  )
    return false;
  if (notice.event === 'scan-done' && notice.facts.freshHighs > 0 && wants.has('new-high')) return false;
  return wants.has(notice.event);
};

/**
 * Tells each person at once, or holds the notice where a mail of its kind went out within the hour: then all that are held go as one.
 * Codes, new passwords and sign-ins are no notices and are never held.
 */
async function sendNotice(
  base: BaseCtx,
  data: { orgId: string; key: string; notice: Notice; only?: string[] | undefined },
): Promise<void> {
  const scope = base.forOrg(data.orgId);
  const { notice, only } = data;
  const told = { event: notice.event, key: data.key };
  const known = await scope.inOrg(async (db) => {
    const before = await selectSent(db, told);
    const people = await selectPeople(db);
    if (people.length === 0) return null;
    return {
      ...(await selectCompany(db)),
      held: await selectOpenWindows(db, notice.event, scope.now()),
      people: people.filter(
        (person) =>
          isFor(person, notice) &&
          (!only || only.includes(person.cognitoId)) &&
          !before.has(person.cognitoId),
      ),
    };
  });
  if (!known || known.people.length === 0) return;
  const { companyName, channelId, held } = known;
  const reached = await withinDailyLimit(
    scope,
    'notices',
    known.people.filter(({ cognitoId }) => !held.has(cognitoId)),
    mostADay,
  );
  const brand = toMailBrand(brandOfChannel(catalogOf(scope.settings), channelId));
  const mail = noticeMail(notice, brand.webAddress);
  const now = scope.now();
  const at = { orgId: scope.orgId, key: data.key, notice, at: now, until: windowEnd(now) };
  await scope.inOrg(async (db) => {
    for (const person of known.people) {
      const { cognitoId, email } = person;
      if (!(await markSent(db, cognitoId, told, now))) continue;
      const goes =
        reached.includes(person) &&
        (await openWindow(db, scope.orgId, cognitoId, notice.event, now, at.until));
      if (goes)
        await queueNotice(
          scope,
          db,
          { companyName, brand, cognitoId, email, events: [notice.event] },
          told,
          mail,
        );
      else await holdNotice(db, { ...at, cognitoId });
    }
  });
}

export const sendNoticeJob = handles(notifySpec, sendNotice, { concurrency: 2 });
