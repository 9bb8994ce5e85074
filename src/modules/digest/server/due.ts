import { z } from 'zod';
import { pacificDayNumber, isWorkingHour } from '#platform/businessDays.ts';
import { pacificDay, dayNumber, type Day } from '#platform/days.ts';
import type { BaseCtx, OrgScope } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import { handles, jobSpec } from '#platform/server/jobs/jobs.ts';
import { eachOrganization } from '#platform/server/database/organizations.ts';
import { brandOfChannel, catalogOf, toMailBrand } from '#modules/catalog/server/public.ts';
import { modulesOf } from '#modules/plans/server/public.ts';
import {
  deliver,
  isDueSent,
  selectCompany,
  selectOrganizations,
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

type Due = { approvals: WaitingApproval[]; training: OverdueTraining | null };

/** What waits for somebody, and was not told of lately. */
async function dueNow(db: OrgDb, modules: Awaited<ReturnType<typeof modulesOf>>, now: Date): Promise<Due> {
  const [lastApprovals, lastTraining] = [
    await selectRound(db, 'approvals'),
    await selectRound(db, 'training'),
  ];
  const due: Due = { approvals: [], training: null };
  if (modules?.compliance === 'ACTIVE' && isTime(lastApprovals, now))
    due.approvals = await waitingApprovals(db, new Date(now.getTime() - patienceDays * dayMs), now);
  if (modules?.training === 'ACTIVE' && isTime(lastTraining, now)) {
    const late = await overdueTraining(db, now);
    // told once; again when somebody else is late as well
    if (late.newest !== null && (lastTraining === null || late.newest >= lastTraining)) due.training = late;
  }
  return due;
}

/** Tells the administrators of an organisation once a day at most what still waits for somebody. */
export async function notifyOfDue(scope: OrgScope): Promise<void> {
  const now = scope.now();
  const day = pacificDay(now);
  const modules = await modulesOf(scope);
  await scope.inOrg(async (db) => {
    if (!(await takeRound(db, scope.orgId, 'due', day))) return;
    // a reminder of reviews went out today: this comes on the next business day
    if (await isDueSent(db, day)) return;
    const { approvals, training } = await dueNow(db, modules, now);
    if (approvals.length > 0) await takeRound(db, scope.orgId, 'approvals', day);
    if (training) await takeRound(db, scope.orgId, 'training', day);
    if (approvals.length === 0 && !training) return;
    const { companyName, channelId } = await selectCompany(db);
    const brand = toMailBrand(brandOfChannel(catalogOf(scope.settings), channelId));
    for (const { cognitoId, email, wants } of await selectPeople(db)) {
      const wanted: Due = {
        approvals: wants.has('policy-due') ? approvals : [],
        training: wants.has('training-due') ? training : null,
      };
      const events = [
        ...(wanted.approvals.length > 0 ? ['policy-due' as const] : []),
        ...(wanted.training ? ['training-due' as const] : []),
      ];
      if (events.length === 0) continue;
      await deliver(
        scope,
        db,
        { companyName, brand, cognitoId, email, events },
        { event: 'due', key: day },
        dueMail({ companyName, ...wanted }),
      );
    }
  });
}

/** Everything that is due, on business days. */
export const notifyAllOfDue = async (base: BaseCtx): Promise<void> => {
  if (!isWorkingHour(base.now())) return;
  const today = pacificDay(base.now());
  await eachOrganization(
    base,
    'no mail about what is due',
    (after, atMost) => selectOrganizations(base.global, 'due', today, after, atMost),
    notifyOfDue,
  );
};

/**
 * In the working hours of Pacific time, after the reminders of reviews, which go first on a day: whoever gets one of those
 * gets no second mail. Each run does what the ones before it have not.
 */
export const notifyOfDueJob = handles(
  jobSpec({
    name: 'tell-due',
    data: z.object({}),
    retries: 1,
    retryDelaySeconds: 60,
    timeLimitSeconds: 1800,
    cron: '7 17-23 * * *',
  }),
  notifyAllOfDue,
);
