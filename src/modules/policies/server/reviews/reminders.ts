import { z } from 'zod';
import { pacificDayNumber } from '#platform/businessDays.ts';
import { pacificDay } from '#platform/days.ts';
import type { BaseCtx, OrgScope } from '#platform/server/ctx.ts';
import { handles, jobSpec } from '#platform/server/jobs/jobs.ts';
import { eachOrganization } from '#platform/server/database/organizations.ts';
import { isDueSent } from '#modules/notify/server/public.ts';
import { moduleIsActive } from '#modules/plans/server/public.ts';
import { queueReviewReminder } from './mails.ts';
import {
  insertReviewReminders,
  selectLastReminder,
  selectOrganizationsDue,
  selectReviewsDue,
  type DueReview,
} from './reminders.store.ts';
import { lockPolicies } from '../versions.store.ts';

const dayMs = 86_400_000;
/** Whoever approved a policy so lately has just read it. */
const freshDays = 14;

/** Days from now until a review is due, by the calendar in Pacific time; negative when it is overdue. */
export const daysUntilReview = (reviewAt: Date, now: Date): number =>
  pacificDayNumber(reviewAt) - pacificDayNumber(now);

/**
 * Which reminder is due: 30, 7 and 1 days before the review, -1 on the day after. Each may be a day late, so that one day
 * without a worker costs no reminder. Null where none is.
 */
export const reviewStage = (daysLeft: number): number | null =>
  [30, 7, 1, -1].find((stage) => daysLeft === stage || daysLeft === stage - 1) ?? null;

const isFresh = ({ approvedAt }: DueReview, now: Date): boolean =>
  pacificDayNumber(now) - pacificDayNumber(approvedAt) < freshDays;

function stageOf(review: DueReview, now: Date): number | null {
  const stage = reviewStage(daysUntilReview(review.reviewAt, now));
  return stage === null || review.reminded.includes(stage) ? null : stage;
}

async function remind(scope: OrgScope): Promise<void> {
  const { orgId } = scope;
  const now = scope.now();
  if (!(await moduleIsActive(scope, 'compliance'))) return;
  await scope.inOrg(async (db) => {
    await lockPolicies(db);
    const last = await selectLastReminder(db);
    // what falls due later on a day with a mail may wait for the next
    if ((last && pacificDayNumber(last) === pacificDayNumber(now)) || (await isDueSent(db, pacificDay(now))))
      return;
    const reviews = (await selectReviewsDue(db, new Date(now.getTime() + 32 * dayMs)))
      .map((review) => ({
        ...review,
        daysLeft: daysUntilReview(review.reviewAt, now),
        stage: stageOf(review, now),
      }))
      .filter((review) => review.daysLeft <= 30 && !isFresh(review, now));
    const reminders = reviews.flatMap(({ policyId, version, stage }) =>
      stage === null ? [] : [{ policyId, version, stage }],
    );
    if (reminders.length === 0) return;
    await insertReviewReminders(db, orgId, reminders, now);
    await queueReviewReminder(scope, db, reviews, pacificDay(now));
  });
}

/** Reminds every organisation of the policies that it should look through again: one mail a day at most, each stage once. */
export async function remindOfReviews(base: BaseCtx): Promise<void> {
  const now = base.now();
  const [since, until] = [new Date(now.getTime() - 4 * dayMs), new Date(now.getTime() + 32 * dayMs)];
  await eachOrganization(
    base,
    'no reminder of reviews of policies',
    (after, atMost) => selectOrganizationsDue(base.global, since, until, after, atMost),
    async (scope, { reviews }) => {
      if (reviews.some((reviewAt) => reviewStage(daysUntilReview(reviewAt, now)) !== null))
        await remind(scope);
    },
  );
}

/** In the working hours of Pacific time; each run sends what the ones before it have not. */
export const remindOfReviewsJob = handles(
  jobSpec({
    name: 'remind-of-reviews',
    data: z.object({}),
    retries: 1,
    retryDelaySeconds: 60,
    timeLimitSeconds: 1800,
    cron: '37 16-23 * * *',
  }),
  remindOfReviews,
);
