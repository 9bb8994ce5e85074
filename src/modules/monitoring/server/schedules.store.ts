import type { OrgDb } from '#platform/server/database.ts';
import type { LevelCode, RecurrenceCode } from '../entities.ts';
import type { Repeat, WeekOfMonth } from '../recurrence.ts';

export type ScheduleRow = {
  id: string;
  websiteId: string;
  repeat: Repeat;
  scanProfile: LevelCode;
  nextScan: Date;
  heldUntil: Date | null;
};

const selection = (db: OrgDb) =>
  db
    .selectFrom('website_schedule as s')
    .innerJoin('website as w', (join) =>
      join.onRef('w.org_id', '=', 's.org_id').onRef('w.id', '=', 's.website_id'),
    )
    .select([
      's.id',
      's.website_id',
      's.recurrence',
      's.first_scan',
      's.day_of_month',
      's.week_index',
      's.day_of_week',
      's.next_scan',
      's.held_until',
      'w.scan_profile',
    ]);

type Row = {
  id: string;
  website_id: string;
  recurrence: string;
  first_scan: Date;
  day_of_month: number;
  week_index: string | null;
  day_of_week: number | null;
  next_scan: Date;
  held_until: Date | null;
  scan_profile: string;
};
const schedule = (row: Row): ScheduleRow => ({
  id: row.id,
  websiteId: row.website_id,
  repeat: {
    recurrence: row.recurrence as RecurrenceCode,
    first: row.first_scan,
    dayOfMonth: row.day_of_month,
    weekday:
      row.week_index !== null && row.day_of_week !== null
        ? { index: row.week_index as WeekOfMonth, day: row.day_of_week }
        : null,
  },
  scanProfile: row.scan_profile as LevelCode,
  nextScan: row.next_scan,
  heldUntil: row.held_until,
});

/** The schedule of a website, or null when it has none. */
export async function selectSchedule(db: OrgDb, websiteId: string): Promise<ScheduleRow | null> {
  const row = await selection(db).where('s.website_id', '=', websiteId).executeTakeFirst();
  return row ? schedule(row) : null;
}

export async function selectSchedules(db: OrgDb): Promise<ScheduleRow[]> {
  return (await selection(db).execute()).map(schedule);
}

/** The schedule if it is due and no other worker has it in hand. */
export async function claimDueSchedule(db: OrgDb, websiteId: string, now: Date): Promise<ScheduleRow | null> {
  const row = await selection(db)
    .where('s.website_id', '=', websiteId)
    .where('s.next_scan', '<=', now)
    .forUpdate('s')
    .skipLocked()
    .executeTakeFirst();
  return row ? schedule(row) : null;
}

export type NewSchedule = {
  orgId: string;
  websiteId: string;
  id: string;
  repeat: Repeat;
  nextScan: Date;
  now: Date;
};

/** Creates the schedule of a website, or changes the one it has, which keeps its id. */
export async function upsertSchedule(db: OrgDb, given: NewSchedule): Promise<void> {
  const values = {
    recurrence: given.repeat.recurrence,
    first_scan: given.repeat.first,
    day_of_month: given.repeat.dayOfMonth,
    week_index: given.repeat.weekday?.index ?? null,
    day_of_week: given.repeat.weekday?.day ?? null,
    next_scan: given.nextScan,
    held_until: null,
    updated_at: given.now,
  };
  await db
    .insertInto('website_schedule')
    .values({ org_id: given.orgId, website_id: given.websiteId, id: given.id, ...values })
    .onConflict((conflict) => conflict.columns(['org_id', 'website_id']).doUpdateSet(values))
    .execute();
}

export const updateNextScan = async (db: OrgDb, websiteId: string, nextScan: Date): Promise<void> => {
  await db
    .updateTable('website_schedule')
    .set({ next_scan: nextScan, held_until: null })
    .where('website_id', '=', websiteId)
    .execute();
};

/** A due scan waits: it is asked for again at this time. */
export const holdSchedule = async (db: OrgDb, websiteId: string, until: Date): Promise<void> => {
  await db
    .updateTable('website_schedule')
    .set({ held_until: until })
    .where('website_id', '=', websiteId)
    .execute();
};
