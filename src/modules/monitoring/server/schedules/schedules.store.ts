import { sql } from 'kysely';
import type { GlobalDb, OrgDb } from '#platform/server/database/database.ts';
import type { LevelCode, RecurrenceCode } from '../../entities.ts';
import type { Repeat, WeekOfMonth } from '../../recurrence.ts';

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
    .selectFrom('websiteSchedule as s')
    .innerJoin('website as w', (join) =>
      join.onRef('w.orgId', '=', 's.orgId').onRef('w.id', '=', 's.websiteId'),
    )
    .select([
      's.id',
      's.websiteId',
      's.recurrence',
      's.firstScan',
      's.dayOfMonth',
      's.weekIndex',
      's.dayOfWeek',
      's.nextScan',
      's.heldUntil',
      'w.scanProfile',
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof selection>['executeTakeFirstOrThrow']>>;
const schedule = (row: Row): ScheduleRow => ({
  id: row.id,
  websiteId: row.websiteId,
  repeat: {
    recurrence: row.recurrence as RecurrenceCode,
    first: row.firstScan,
    dayOfMonth: row.dayOfMonth,
    weekday:
      row.weekIndex !== null && row.dayOfWeek !== null
        ? { index: row.weekIndex as WeekOfMonth, day: row.dayOfWeek }
        : null,
  },
  scanProfile: row.scanProfile as LevelCode,
  nextScan: row.nextScan,
  heldUntil: row.heldUntil,
});

/** The schedule of a website, or null when it has none. */
export async function selectSchedule(db: OrgDb, websiteId: string): Promise<ScheduleRow | null> {
  const row = await selection(db).where('s.websiteId', '=', websiteId).executeTakeFirst();
  return row ? schedule(row) : null;
}

export async function selectSchedules(db: OrgDb): Promise<ScheduleRow[]> {
  return (await selection(db).execute()).map(schedule);
}

/** The schedule if it is due and no other worker has it in hand. */
export async function claimDueSchedule(db: OrgDb, websiteId: string, now: Date): Promise<ScheduleRow | null> {
  const row = await selection(db)
    .where('s.websiteId', '=', websiteId)
    .where('s.nextScan', '<=', now)
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
    firstScan: given.repeat.first,
    dayOfMonth: given.repeat.dayOfMonth,
    weekIndex: given.repeat.weekday?.index ?? null,
    dayOfWeek: given.repeat.weekday?.day ?? null,
    nextScan: given.nextScan,
    heldUntil: null,
    updatedAt: given.now,
  };
  await db
    .insertInto('websiteSchedule')
    .values({ orgId: given.orgId, websiteId: given.websiteId, id: given.id, ...values })
    .onConflict((conflict) => conflict.columns(['orgId', 'websiteId']).doUpdateSet(values))
    .execute();
}

export const updateNextScan = async (db: OrgDb, websiteId: string, nextScan: Date): Promise<void> => {
  await db
    .updateTable('websiteSchedule')
    .set({ nextScan, heldUntil: null })
    .where('websiteId', '=', websiteId)
    .execute();
};

/** A due scan waits: it is asked for again at this time. */
export const holdSchedule = async (db: OrgDb, websiteId: string, until: Date): Promise<void> => {
  await db
    .updateTable('websiteSchedule')
    .set({ heldUntil: until })
    .where('websiteId', '=', websiteId)
    .execute();
};

export type Due = { orgId: string; websiteId: string };

/** Schedules of all organizations that are due. */
export async function selectDue(db: GlobalDb, now: Date, atMost: number): Promise<Due[]> {
  const { rows } =
    await sql<Due>`select org_id, website_id from due_website_schedules(${now}, ${atMost})`.execute(db);
  return rows;
}
