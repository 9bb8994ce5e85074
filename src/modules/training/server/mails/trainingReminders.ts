import { z } from 'zod';
import { isWorkingHour } from '#platform/businessDays.ts';
import type { BaseCtx, OrgScope } from '#platform/server/ctx.ts';
import { handles, jobSpec } from '#platform/server/jobs/jobs.ts';
import { eachOrganization } from '#platform/server/database/organizations.ts';
import { moduleIsActive } from '#modules/plans/server/public.ts';
import { sendDigest } from './digest.ts';
import { mailOrganization } from './trainingMailing.ts';
import { selectOrganizationsWithTraining } from './trainingMailing.store.ts';

/** Mails the people of one organisation what a day of reminding has come for, and its administrators the month that is over. */
async function remindOrganization(ctx: OrgScope): Promise<void> {
  await mailOrganization(ctx);
  if (await moduleIsActive(ctx, 'training')) await sendDigest(ctx);
}

/** Everything that is due by mail; one organisation's trouble does not hold up the others. */
async function remindOfTraining(base: BaseCtx): Promise<void> {
  if (!isWorkingHour(base.now())) return;
  await eachOrganization(
    base,
    'no mails about training',
    (after, atMost) => selectOrganizationsWithTraining(base.global, after, atMost),
    remindOrganization,
  );
}

/** Often in the hours that may be working hours of Pacific time; each run sends what the ones before it have not. */
export const remindOfTrainingJob = handles(
  jobSpec({
    name: 'remind-of-training',
    data: z.object({}),
    retries: 1,
    retryDelaySeconds: 60,
    timeLimitSeconds: 1800,
    cron: '3,18,33,48 15-23,0-1 * * *',
  }),
  remindOfTraining,
);
