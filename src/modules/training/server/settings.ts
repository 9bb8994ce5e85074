import { monthOf } from '#platform/days.ts';
import type { BodyOf } from '#platform/endpoint.ts';
import { recordAct } from '#platform/server/audit.ts';
import type { OrgScope } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import { lockOrganization } from '#modules/organization/server/public.ts';
import { Refusal } from '#platform/server/refusal.ts';
import type { trainingContract } from '../contract.ts';
import type { TrainingSettings } from '../entities.ts';
import { isMonthInReach, today } from './trainees/enrolDates.ts';
import { replanAll } from './progress/replan.store.ts';
import { selectSettings, writeSettings } from './settings.store.ts';

/** What holds: what was set, or else the defaults, with the first course in the month it is now. */
export const readSettings = async (db: OrgDb, now: Date): Promise<TrainingSettings> =>
  (await selectSettings(db)) ?? {
    calendar: 'together',
    startMonth: monthOf(today(now)),
    passMark: null,
    remind: true,
    digest: true,
  };

/** The same, kept from now on: the month in which the first person was added stays the first month. */
export async function keepSettings(db: OrgDb, now: Date): Promise<TrainingSettings> {
  const settings = await readSettings(db, now);
  await writeSettings(db, settings, now);
  return settings;
}

/** Another calendar or first month moves the courses that nobody can open yet; what is unlocked stays so. */
export async function saveSettings(
  ctx: OrgScope,
  settings: BodyOf<typeof trainingContract.saveTrainingSettings>,
): Promise<Record<string, never>> {
  const now = ctx.now();
  await ctx.inOrg(async (db) => {
    await lockOrganization(db, ctx.orgId);
    const before = await readSettings(db, now);
    if (settings.startMonth !== before.startMonth && !isMonthInReach(settings.startMonth, now))
      throw new Refusal('month-out-of-reach');
    await writeSettings(db, settings, now);
    if (before.calendar !== settings.calendar || before.startMonth !== settings.startMonth)
      await replanAll(db, settings, now);
    await recordAct(db, {
      act: 'training-settings-saved',
      subject: 'training_setting',
      before,
      after: settings,
    });
  });
  return {};
}
