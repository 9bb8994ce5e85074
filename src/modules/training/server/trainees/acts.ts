import type { BodyOf, ReplyOf } from '#platform/endpoint.ts';
import { recordAct } from '#platform/server/audit.ts';
import type { OrgCtx } from '#platform/server/ctx.ts';
import { withinDailyLimit } from '#platform/server/mail/limits.ts';
import { Refusal } from '#platform/server/refusal.ts';
import type { trainingActsContract } from '../../contract.ts';
import { mailByHand, mailLink, mostPerAddressAndDay } from '../mails/trainingMailing.ts';
import { countOpen, selectAddress } from '../mails/trainingMailing.store.ts';
import { today } from './enrolDates.ts';
import { people } from '../wording.ts';

type Calls = typeof trainingActsContract;

/** Mails whoever has something open. Skipped is whoever has nothing open, was mailed within the hour, or is not there. */
export async function remindTrainees(
  ctx: OrgCtx,
  { trainees }: BodyOf<Calls['remindTrainees']>,
): Promise<ReplyOf<Calls['remindTrainees']>> {
  const ids = trainees === 'all' ? null : [...new Set(trainees)];
  const asked = ids?.length ?? (await ctx.inOrg((db) => countOpen(db, today(ctx.now()))));
  const { mailed, notice } = await mailByHand(ctx, ids);
  if (mailed > 0)
    await ctx.inOrg((db) =>
      recordAct(db, { act: 'trainees-reminded', subject: 'trainee', subjectName: people(mailed) }),
    );
  return { data: { mailed, skipped: Math.max(0, asked - mailed), ...(notice ? { notice } : {}) } };
}

/** Ends a link that went astray, and mails its person another one. */
export async function newTraineeLink(
  ctx: OrgCtx,
  { trainee }: BodyOf<Calls['newTraineeLink']>,
): Promise<Record<string, never>> {
  const person = await ctx.inOrg((db) => selectAddress(db, trainee));
  if (!person) throw new Refusal('no-such-trainee');
  // the old link ends with this, so the mail must be one that goes out
  if ((await withinDailyLimit(ctx, 'training', [person], mostPerAddressAndDay)).length === 0)
    throw new Refusal('too-many-mails');
  await ctx.inOrg(async (db) => {
    const { mailed, notice } = await mailLink(ctx, db, trainee, { end: true, counted: true });
    if (notice !== null) throw new Refusal('too-many-mails', { notice });
    if (mailed === 0) throw new Refusal('no-such-trainee');
    await recordAct(db, {
      act: 'trainee-link-renewed',
      subject: 'trainee',
      subjectId: trainee,
      subjectName: person.name,
    });
  });
  return {};
}
