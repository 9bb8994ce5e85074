import type { BaseCtx } from '#platform/server/ctx.ts';
import { remindUntil } from '../rules.ts';
import { mailAdministrators } from './closing.ts';
import * as closings from './closing.store.ts';
import { selectUnfinished } from './erase.store.ts';
import { eraseOrganizationSpec } from './jobSpecs.ts';

const atOnce = 500;

async function remind(ctx: BaseCtx, orgId: string): Promise<void> {
  const scope = ctx.forOrg(orgId);
  await scope.inOrg(async (db) => {
    const closing = await closings.holdClosing(db, orgId);
    if (!closing || !(await closings.markReminded(db, orgId, ctx.now()))) return;
    await mailAdministrators(ctx, db, 'reminder', { orgId, closing, planName: null });
  });
}

/** Reminds of closings that end soon, and has erased what is due; an erasure that was given up is begun again. */
export async function tendClosings(ctx: BaseCtx): Promise<void> {
  const now = ctx.now();
  const erase = (orgId: string) =>
    ctx.jobs.enqueue(ctx.global, eraseOrganizationSpec, { orgId }, { key: orgId });
  for (const orgId of await selectUnfinished(ctx.global, atOnce)) await erase(orgId);
  for (const { orgId, isDue } of await closings.selectClosingsToTend(
    ctx.global,
    now,
    remindUntil(now),
    atOnce,
  ))
    await (isDue ? erase(orgId) : remind(ctx, orgId)).catch((error: unknown) =>
      ctx.log.error({ err: error, orgId }, 'a closing account'),
    );
}
