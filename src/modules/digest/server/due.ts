import { z } from 'zod';
import { pacificDayNumber, isWorkingHour } from '#platform/businessDays.ts';
import { pacificDay, dayNumber, type Day } from '#platform/days.ts';
import type { BaseCtx, OrgScope } from '#platform/server/ctx.ts';
import { handles, jobSpec } from '#platform/server/jobs.ts';
import { brandOfChannel, catalogOf, toMailBrand } from '#modules/catalog/server/public.ts';
import { modulesOf } from '#modules/plans/server/public.ts';
import {
  deliver,
  eachOrganization,
  isDueTold,
  selectCompany,
  selectPeople,
  selectRound,
  takeRound,
} from '#modules/notify/server/public.ts';
import { waitingApprovals, type WaitingApproval } from '#modules/policies/server/public.ts';
import { overdueTraining, type OverdueTraining } from '#modules/training/server/public.ts';
import { dueMail } from './dueMail.ts';

const dayMs = 86_400_000;
/** An approver gets so many days in peace, and administrators are told of the same thing once in so many. */
const patienceDays = 3;
const everyDays = 7;

const daysSince = (day: Day, now: Date): number => pacificDayNumber(now) - dayNumber(day);

/** Whether it is time to tell of a kind of thing again. */
const isTime = (last: Day | null, now: Date): boolean => last === null || daysSince(last, now) >= everyDays;

/** Tells the administrators of an organisation once a day at most what still waits for somebody. */
export async function tellDue(scope: OrgScope): Promise<void> {
  const now = scope.now();
  const day = pacificDay(now);
  const modules = await modulesOf(scope);
  await scope.inOrg(async (db) => {
    if (!(await takeRound(db, scope.orgId, 'due', day))) return;
    // a reminder of reviews went out today: this comes on the next business day
    if (await isDueTold(db, day)) return;
    const [lastApprovals, lastTraining] = [
      await selectRound(db, 'approvals'),
      await selectRound(db, 'training'),
    ];
    let approvals: WaitingApproval[] = [];
    if (modules?.compliance === 'ACTIVE' && isTime(lastApprovals, now))
      approvals = await waitingApprovals(db, new Date(now.getTime() - patienceDays * dayMs), now);
    let training: OverdueTraining | null = null;
    if (modules?.training === 'ACTIVE' && isTime(lastTraining, now)) {
      const late = await overdueTraining(db, now);
      // told once; again when somebody else is late as well
      if (late.newest !== null && (lastTraining === null || late.newest >= lastTraining)) training = late;
    }
    if (approvals.length === 0 && !training) return;
    if (approvals.length > 0) await takeRound(db, scope.orgId, 'approvals', day);
    if (training) await takeRound(db, scope.orgId, 'training', day);
    const { companyName, channelId } = await selectCompany(db);
    const brand = toMailBrand(brandOfChannel(catalogOf(scope.settings), channelId));
    for (const { cognitoId, email, wants } of await selectPeople(db)) {
      const [ofPolicies, ofTraining] = [
        approvals.length > 0 && wants.has('policy-due'),
        training !== null && wants.has('training-due'),
      ];
      const events = [
        ...(ofPolicies ? ['policy-due' as const] : []),
        ...(ofTraining ? ['training-due' as const] : []),
      ];
      if (events.length === 0) continue;
      const mail = dueMail({
        companyName,
        approvals: ofPolicies ? approvals : [],
        training: ofTraining ? training : null,
      });
      await deliver(
        scope,
        db,
        { companyName, brand, cognitoId, email, events },
        { event: 'due', key: day },
        mail,
      );
    }
  });
}

/** Everything that is due, on business days. */
export const tellDueToAll = async (base: BaseCtx): Promise<void> => {
  if (!isWorkingHour(base.now())) return;
  await eachOrganization(
    base,
    { kind: 'due', since: pacificDay(base.now()), what: 'no mail about what is due' },
    tellDue,
  );
};

/**
 * In the working hours of Pacific time, after the reminders of reviews, which go first on a day: whoever gets one of those
 * gets no second mail. Each run does what the ones before it have not.
 */
export const tellDueJob = handles(
  jobSpec({
    name: 'tell-due',
    data: z.object({}),
    retries: 1,
    retryDelaySeconds: 60,
    timeLimitSeconds: 1800,
    cron: '7 17-23 * * *',
  }),
  tellDueToAll,
);
