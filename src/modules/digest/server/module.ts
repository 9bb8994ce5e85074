import type { ServerModule } from '#platform/server/module.ts';
import { sendDigestJob } from './digest.ts';
import { notifyOfDueJob } from './due.ts';

export const digestModule = { jobs: [notifyOfDueJob, sendDigestJob] } satisfies ServerModule;
