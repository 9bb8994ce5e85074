import type { Handlers } from '#platform/server/http/serve.ts';
import { Refusal } from '#platform/server/refusal.ts';
import type { dashboardContract } from '../contract.ts';
import { actionOf } from '../nextActions.ts';
import { snoozeDays } from '../rules.ts';
import { freshActivity } from './activity.ts';
import { deleteSnooze, upsertSnooze } from './snooze.store.ts';

type Calls = Handlers<typeof dashboardContract>;

const longestTitle = 200;

/** Refuses with `no-such-action` where there is nothing of it to be done. */
export const snoozeAction: Calls['snoozeAction'] = async (ctx, { action: id }) => {
  const now = ctx.now();
  const { data } = await freshActivity(ctx);
  const action = actionOf(data, id);
  if (!action) throw new Refusal('no-such-action');
  const until = new Date(now.getTime() + snoozeDays * 86_400_000);
  const { title, amount = 0 } = action;
  await ctx.inOrg((db) =>
    upsertSnooze(db, ctx.orgId, { id, title: title.slice(0, longestTitle), amount, until }),
  );
  return freshActivity(ctx);
};

export const restoreAction: Calls['restoreAction'] = async (ctx, { action }) => {
  await ctx.inOrg((db) => deleteSnooze(db, action));
  return freshActivity(ctx);
};
