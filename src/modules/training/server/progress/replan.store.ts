import { sql } from 'kysely';
import { addDays } from '#platform/days.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import type { TrainingSettings } from '../../entities.ts';
import { yearlyCatalog } from '../courses/catalog.ts';
import { lockTrainees } from '../trainees/trainees.store.ts';
import { daysBetween, daysToFinish, today } from '../trainees/enrolDates.ts';

const startOf = (settings: TrainingSettings) =>
  settings.calendar === 'own' ? sql`t.start_month` : sql`${settings.startMonth}::date`;

/**
 * Moves courses of the year that are not unlocked yet to where the calendar has them now. What is late by that unlocks today
 * and is due one after the other; nothing that is unlocked is ever locked again.
 * @param members null for everybody
 */
export async function replan(
  db: OrgDb,
  settings: TrainingSettings,
  members: readonly string[] | null,
  now: Date,
): Promise<void> {
  const day = today(now);
  const courses = yearlyCatalog();
  await lockTrainees(db, members);
  await sql`
    with planned as (
      select e.member_id, e.course_id, (${startOf(settings)} + make_interval(months => c.month - 1))::date as unlock_on, c.month
      from enrolment e join trainee t on t.org_id = e.org_id and t.member_id = e.member_id
      join unnest(${courses.map(({ id }) => id)}::text[], ${courses.map((one) => one.month)}::int[]) as c(course_id, month) on c.course_id = e.course_id
      where e.unlock_on > ${day}::date ${members === null ? sql`` : sql`and e.member_id = any(${members}::uuid[])`}
    ), placed as (
      select *, row_number() over (partition by member_id, unlock_on <= ${day}::date order by month) - 1 as place from planned
    )
    update enrolment e set unlock_on = greatest(p.unlock_on, ${day}::date),
      due_on = case when p.unlock_on <= ${day}::date then ${addDays(day, daysToFinish)}::date + (p.place * ${daysBetween})::int else p.unlock_on + ${daysToFinish}::int end
    from placed p where e.member_id = p.member_id and e.course_id = p.course_id`.execute(db);
}

export const replanAll = (db: OrgDb, settings: TrainingSettings, now: Date): Promise<void> =>
  replan(db, settings, null, now);

/** Whoever comes back gets time for what was due meanwhile, as somebody who is new would. */
export async function giveTimeAgain(db: OrgDb, members: readonly string[], now: Date): Promise<void> {
  const day = today(now);
  const first = addDays(day, daysToFinish);
  await sql`
    with late as (
      select member_id, course_id, (row_number() over (partition by member_id order by due_on, unlock_on, course_id) - 1) as place
      from enrolment
      where member_id = any(${members}::uuid[]) and active and status <> 'finished' and unlock_on <= ${day}::date and due_on < ${first}::date
    )
    update enrolment e set due_on = ${first}::date + (l.place * ${daysBetween})::int
    from late l where e.member_id = l.member_id and e.course_id = l.course_id`.execute(db);
}
