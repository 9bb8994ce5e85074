import type { BaseCtx } from '#platform/server/ctx.ts';
import { handles } from '#platform/server/jobs.ts';
import { withinDailyLimit } from '#platform/server/mail/limits.ts';
import { brandOfChannel, catalogOf, toMailBrand } from '#modules/brand/server/public.ts';
import type { Notice } from '../entities.ts';
import { selectCompany, selectPeople, type Person } from './choices.store.ts';
import { deliver } from './deliver.ts';
import { noticeMail } from './noticeMails.ts';
import { notifySpec } from './notify.ts';
import { selectTold } from './sent.store.ts';

/** More of one day than anybody reads; the weekly summary tells the rest. */
const mostADay = 25;

const isFor = ({ wants }: Person, notice: Notice): boolean => {
  // one scan, one mail: the report that somebody waits for, else what is serious
  if ((notice.event === 'scan-done' || notice.event === 'new-high') && notice.facts.awaited && wants.has('report-ready')) return false;
  if (notice.event === 'scan-done' && notice.facts.freshHighs > 0 && wants.has('new-high')) return false;
  return wants.has(notice.event);
};

async function tellNotice(base: BaseCtx, data: { orgId: string; key: string; notice: Notice; only?: string[] | undefined }): Promise<void> {
  const scope = base.forOrg(data.orgId);
  const { notice, only } = data;
  const told = { event: notice.event, key: data.key };
  const known = await scope.inOrg(async (db) => {
    const before = await selectTold(db, told);
    const people = await selectPeople(db);
    if (people.length === 0) return null;
    return {
      ...(await selectCompany(db)),
      people: people.filter(
        (person) => isFor(person, notice) && (!only || only.includes(person.cognitoId)) && !before.has(person.cognitoId),
      ),
    };
  });
  if (!known || known.people.length === 0) return;
  const { companyName, channelId } = known;
  const people = await withinDailyLimit(scope, 'notices', known.people, mostADay);
  if (people.length < known.people.length)
    base.log.warn({ orgId: scope.orgId, event: notice.event, unsent: known.people.length - people.length }, 'enough mails for today');
  const brand = toMailBrand(brandOfChannel(catalogOf(scope.settings), channelId));
  const mail = noticeMail(notice);
  await scope.inOrg(async (db) => {
    for (const { cognitoId, email } of people)
      await deliver(scope, db, { companyName, brand, cognitoId, email, events: [notice.event] }, told, mail);
  });
}

export const tellNoticeJob = handles(notifySpec, tellNotice, { concurrency: 2 });
