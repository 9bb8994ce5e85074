import type { ServerModule } from '#platform/server/module.ts';
import { tellDigestJob } from './digest.ts';
import { tellDueJob } from './due.ts';

export const digestModule = { jobs: [tellDueJob, tellDigestJob] } satisfies ServerModule;
