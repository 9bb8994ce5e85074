import type { BaseCtx } from '#platform/server/ctx.ts';
import type { JobHandler } from '#platform/server/jobs.ts';
import { inviteManyJob, sendTrainingMailsJob } from './trainingMailing.ts';
import { remindOfTrainingJob } from './trainingReminders.ts';

/** The module's background work, beside that of packages. */
export const trainingJobs: JobHandler<BaseCtx>[] = [sendTrainingMailsJob, inviteManyJob, remindOfTrainingJob];
