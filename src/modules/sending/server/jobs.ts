import { sql } from 'kysely';
import { z } from 'zod';
import type { BaseCtx } from '#platform/server/ctx.ts';
import { handles, jobSpec, type JobHandler } from '#platform/server/jobs.ts';
import { pacificDay } from '#modules/brand/server/public.ts';
import { keptDays } from '../rules.ts';

const organizationsAtOnce = 200;

/** Forgets to whom emails went, once neither a limit nor the desk of the staff asks for it. */
async function sweep(base: BaseCtx): Promise<void> {
  const before = pacificDay(new Date(base.now().getTime() - keptDays * 86_400_000));
  for (;;) {
    const { rows } = await sql<{
      org_id: string;
    }>`select org_id from old_third_party_email(${before}::date, ${organizationsAtOnce})`.execute(base.global);
    for (const { org_id: orgId } of rows)
      await base.forOrg(orgId).inOrg((db) => sql`delete from third_party_email where day < ${before}::date`.execute(db));
    if (rows.length < organizationsAtOnce) return;
  }
}

export const sendingJobs: JobHandler<BaseCtx>[] = [
  handles(
    jobSpec({
      name: 'sweep-third-party-email',
      data: z.object({}),
      retries: 1,
      retryDelaySeconds: 60,
      timeLimitSeconds: 600,
      cron: '23 9 * * *',
    }),
    sweep,
  ),
];
