import { pacificDayNumber } from '#platform/businessDays.ts';
import type { BaseCtx, OrgScope } from '#platform/server/ctx.ts';
import { eachOrganization } from '#platform/server/database/organizations.ts';
import { catalogOf, channelOf } from '#modules/catalog/server/public.ts';
import { queueTrialReminder } from './mails.ts';
import { holdTrial, insertReminder, selectEndingTrials } from './trialReminders.store.ts';

const dayMs = 86_400_000;

/** Days from now until the trial ends, by the calendar in Pacific time; negative when it is past. */
export const daysUntilEnd = (expirationDate: Date, now: Date): number =>
  pacificDayNumber(expirationDate) - pacificDayNumber(now);

/**
 * Which reminder is due: 7, 3 and 1 days before the end, -1 on the day after. Each may be a day late, so that one day
 * without a worker costs no reminder. Null where none is.
 */
export const reminderStage = (daysLeft: number): number | null =>
  [7, 3, 1, -1].find((stage) => daysLeft === stage || daysLeft === stage - 1) ?? null;

async function remind(scope: OrgScope): Promise<void> {
  const { orgId } = scope;
  const now = scope.now();
  await scope.inOrg(async (db) => {
    const trial = await holdTrial(db, orgId);
    if (!trial) return;
    const daysLeft = daysUntilEnd(trial.expirationDate, now);
    const stage = reminderStage(daysLeft);
    // whoever signed up today knows
    if (stage === null || pacificDayNumber(trial.signUpDate) === pacificDayNumber(now)) return;
    if (!(await insertReminder(db, orgId, stage, now))) return;
    const channel = channelOf(catalogOf(scope.settings), trial.channelId);
    await queueTrialReminder(scope, db, {
      companyName: trial.companyName,
      channel,
      stage,
      daysLeft,
      expirationDate: trial.expirationDate,
    });
  });
}

/** Reminds every organisation whose trial ends soon or has just ended, once for each stage. */
export async function remindOfTrialEnds(base: BaseCtx): Promise<void> {
  const now = base.now();
  const [since, until] = [new Date(now.getTime() - 3 * dayMs), new Date(now.getTime() + 9 * dayMs)];
  await eachOrganization(
    base,
    'no reminder of the end of a trial',
    (after, atMost) => selectEndingTrials(base.global, since, until, after, atMost),
    async (scope, { expirationDate }) => {
      if (reminderStage(daysUntilEnd(expirationDate, now)) !== null) await remind(scope);
    },
  );
}
