import { z } from 'zod';
import { pacificDayNumber, isBusinessDay } from '#platform/businessDays.ts';
import type { BaseCtx, OrgScope } from '#platform/server/ctx.ts';
import { handles, jobSpec } from '#platform/server/jobs/jobs.ts';
import { eachOrganization } from '#platform/server/database/organizations.ts';
import { moduleIsActive } from '#modules/plans/server/public.ts';
import { sendLinks, signOffInPlan } from './requests.ts';
import { selectOpenRequests, selectOrganizationsWithSignOff, type OpenRequest } from './requests.store.ts';

const stages = [14, 7, 3];
/** Later than this nobody remembers what they were asked. */
const latestDay = 27;

/**
 * Which reminder of an ask is due or was: that of day 3, 7 or 14 by the calendar in Pacific time; 0 where none is. It stays
 * due until it was sent, so that a weekend or a day without a worker costs none; of two that are due, the later one counts.
 */
export function dueStage(askedAt: Date, now: Date): number {
  const days = pacificDayNumber(now) - pacificDayNumber(askedAt);
  return days > latestDay ? 0 : (stages.find((stage) => days >= stage) ?? 0);
}

/** People by the reminder that is due for them. */
export function byStage(requests: readonly OpenRequest[], now: Date): Map<number, string[]> {
  const groups = new Map<number, string[]>();
  for (const { memberId, askedAt } of requests) {
    const stage = askedAt ? dueStage(askedAt, now) : 0;
    const group = groups.get(stage);
    if (group) group.push(memberId);
    else groups.set(stage, [memberId]);
  }
  return groups;
}

/** Reminds the people of one organisation, and asks whoever joined the team since it was asked. */
async function remindTeam(ctx: OrgScope): Promise<void> {
  if (!(await signOffInPlan(ctx)) || !(await moduleIsActive(ctx, 'compliance'))) return;
  await ctx.inOrg(async (db) => {
    const open = await selectOpenRequests(db);
    const fresh = open.filter(({ askedAt }) => askedAt === null).map(({ memberId }) => memberId);
    await sendLinks(ctx, db, fresh, { reason: 'ask', how: 'ask', stage: 0 });
    for (const [stage, memberIds] of byStage(open, ctx.now()))
      if (stage > 0) await sendLinks(ctx, db, memberIds, { reason: 'reminder', how: 'reminder', stage });
  });
}

/** Reminds everybody who owes a signature, once for each stage; one organisation's trouble does not hold up the others. */
async function remindOfSignatures(base: BaseCtx): Promise<void> {
  if (!isBusinessDay(base.now())) return;
  await eachOrganization(
    base,
    'no reminders to sign',
    (after, atMost) => selectOrganizationsWithSignOff(base.global, after, atMost),
    remindTeam,
  );
}

/** In the working hours of Pacific time; each run sends what the ones before it have not. */
const remindOfSignaturesSpec = jobSpec({
  name: 'remind-of-policy-signatures',
  data: z.object({}),
  retries: 1,
  retryDelaySeconds: 60,
  timeLimitSeconds: 1800,
  cron: '37 16-23 * * *',
});

export const remindOfSignaturesJob = handles(remindOfSignaturesSpec, remindOfSignatures);
