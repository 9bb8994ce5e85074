import { z } from 'zod';
import type { BaseCtx } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import { jobSpec } from '#platform/server/jobs/jobs.ts';
import { noticeSchema, type NoticeInput } from '../entities.ts';

export const notifySpec = jobSpec({
  name: 'notify',
  data: z.object({
    orgId: z.uuid(),
    key: z.string().min(1).max(200),
    notice: noticeSchema,
    only: z.array(z.string().max(100)).max(100).optional(),
  }),
  retries: 5,
  retryDelaySeconds: 10,
  retryBackoff: true,
  timeLimitSeconds: 120,
});

/**
 * Tells the administrators of an organisation by mail what happened, each as they wish, if the caller's transaction commits.
 * @param what.key the same event with the same key is told to nobody twice, however often this is called
 * @param what.only the persons concerned, by `cognitoId`, where it is not everybody who administers
 */
export async function notify(
  ctx: Pick<BaseCtx, 'jobs'>,
  db: OrgDb,
  what: NoticeInput & { orgId: string; key: string; only?: string[] },
): Promise<void> {
  const { orgId, key, only, ...notice } = what;
  await ctx.jobs.enqueue(db, notifySpec, {
    orgId,
    key,
    notice: notice as NoticeInput,
    ...(only ? { only } : {}),
  });
}
