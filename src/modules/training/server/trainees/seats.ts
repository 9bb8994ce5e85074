import type { OrgScope } from '#platform/server/ctx.ts';
import { planOfOrg } from '#modules/plans/server/public.ts';

/** Seats of the plan. Ask before a transaction begins: it may read the organisation in one of its own. */
export const seatsOfPlan = async (ctx: OrgScope): Promise<number> =>
  (await planOfOrg(ctx))?.trainingNumberOfSeats ?? 0;

/** `left` is below zero after a change to a smaller plan. */
export const seatsOf = (total: number, taken: number): { total: number; taken: number; left: number } => ({
  total,
  taken,
  left: total - taken,
});
