import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { monthOf, type Day } from '#platform/days.ts';
import type { BodyOf, ReplyOf } from '#platform/endpoint.ts';
import { recordAct } from '#platform/server/audit.ts';
import type { OrgScope } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import { fairSemaphore } from '#platform/server/jobs/fairSemaphore.ts';
import { isLegible } from '#platform/text.ts';
import {
  addressKey,
  cleanPart,
  isAddress,
  joinTraining,
  lockOrganization,
  type TeamPerson,
} from '#modules/organization/server/public.ts';
import type { trainingContract } from '../../contract.ts';
import { rowResults, type ListResults, type ResultRow, type RowResult } from '../../entities.ts';
import { coursesToGive } from '../courses/catalog.ts';
import { isMonthInReach, today } from './enrolDates.ts';
import { bringBack } from './archive.ts';
import type { ListRow } from '../lists/listColumns.ts';
import { plansOf } from '../progress/plans.ts';
import { seatsOfPlan } from './seats.ts';
import { keepSettings } from '../settings.ts';
import * as store from './trainees.store.ts';
import { inviteSoon } from '../mails/trainingMailing.ts';
import { addedMessage, rowMessage } from '../wording.ts';

type Calls = typeof trainingContract;

/** Rows that are worked on before others get a turn; also rows of one statement. */
const rowsAtOnce = 2500;

/** A call that waits for another call's long list waits without a connection. */
const saving = fairSemaphore({ slots: Infinity, slotsPerKey: 1 });

async function inTurns<T>(
  rows: readonly T[],
  work: (some: readonly T[]) => Promise<void> | void,
): Promise<void> {
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    await work(rows.slice(at, at + rowsAtOnce));
    await yieldToEventLoop();
  }
}

type Checked = ListRow & { key: string; problem: 'name-missing' | 'bad-address' | 'bad-month' | null };

async function checkRows(rows: readonly ListRow[], now: Date): Promise<Checked[]> {
  const checked: Checked[] = [];
  await inTurns(rows, (some) => {
    for (const given of some) {
      const firstName = cleanPart(given.firstName);
      const lastName = cleanPart(given.lastName);
      const email = cleanPart(given.email, 255);
      const month = given.startMonth;
      const problem = !isLegible(firstName + lastName)
        ? 'name-missing'
        : !isAddress(email)
          ? 'bad-address'
          : given.monthText !== undefined || (month !== null && !isMonthInReach(month, now))
            ? 'bad-month'
            : null;
      checked.push({
        ...given,
        firstName,
        lastName,
        email,
        department: cleanPart(given.department),
        key: addressKey(email),
        problem,
      });
    }
  });
  return checked;
}

type Judged = Checked & { fate: RowResult; inList: boolean; memberId: string | null };

/** What becomes of each row; whoever comes first gets the seat. */
function judge(
  rows: readonly Checked[],
  known: ReadonlyMap<string, store.Known>,
  seatsLeft: number,
): Judged[] {
  const seen = new Set<string>();
  let left = seatsLeft;
  return rows.map((row): Judged => {
    const there = known.get(row.key);
    const say = (fate: RowResult, inList = false): Judged => ({
      ...row,
      fate,
      inList,
      memberId: there?.id ?? null,
    });
    if (row.problem) return say(row.problem);
    if (seen.has(row.key)) return say('duplicate', true);
    seen.add(row.key);
    if (there && !there.archived) return say('duplicate');
    if (left <= 0) return say('no-seat');
    left--;
    return say(there ? 'restored' : 'added');
  });
}

const shownRow = (row: Judged, fallback: Day): ResultRow => ({
  row: row.row,
  firstName: row.firstName,
  lastName: row.lastName,
  email: row.email,
  department: row.department,
  startMonth: row.problem === 'bad-month' ? null : (row.startMonth ?? fallback),
  fate: row.fate,
  message: rowMessage(row),
});

function resultsOf(rows: readonly Judged[], seatsLeft: number, fallback: Day): ListResults {
  const counts = Object.fromEntries(rowResults.map((fate) => [fate, 0])) as ListResults['counts'];
  for (const { fate } of rows) counts[fate]++;
  return {
    rows: rows.map((row) => shownRow(row, fallback)),
    counts,
    seatsLeft: seatsLeft - counts.added - counts.restored,
  };
}

const knownOf = async (db: OrgDb, rows: readonly Checked[]): Promise<Map<string, store.Known>> => {
  const known = new Map<string, store.Known>();
  await inTurns(rows, async (some) => {
    for (const [key, one] of await store.selectByAddress(
      db,
      some.filter(({ problem }) => !problem).map(({ key: k }) => k),
    ))
      known.set(key, one);
  });
  return known;
};

export async function previewRows(ctx: OrgScope, rows: readonly ListRow[]): Promise<ListResults> {
  const [total, checked] = [await seatsOfPlan(ctx), await checkRows(rows, ctx.now())];
  return ctx.inOrg(async (db) => {
    const left = total - (await store.countActive(db));
    return resultsOf(judge(checked, await knownOf(db, checked), left), left, monthOf(today(ctx.now())));
  });
}

/** Adds the people of a list who can be added, all in one transaction: nothing is half saved. */
export async function importRows(
  ctx: OrgScope,
  rows: readonly ListRow[],
  courseIds?: readonly string[],
): Promise<ListResults> {
  const now = ctx.now();
  const day = today(now);
  const [total, checked] = [await seatsOfPlan(ctx), await checkRows(rows, now)];
  const save = async (db: OrgDb): Promise<ListResults> => {
    // so that two lists at once never take more seats than there are
    await lockOrganization(db, ctx.orgId);
    const courses = await coursesToGive(db, courseIds);
    const settings = await keepSettings(db, now);
    const left = total - (await store.countActive(db));
    const judged = judge(checked, await knownOf(db, checked), left);
    const current = monthOf(day);
    const enrol = async (some: readonly string[], months: readonly Day[]) =>
      store.changeCourses(db, some, plansOf(settings, courses, months, day), []);
    const joined: string[] = [];
    await inTurns(
      judged.filter(({ fate }) => fate === 'added'),
      async (some) => {
        const ids = await joinTraining(db, some satisfies readonly TeamPerson[], now);
        const joining = some.map((row) => ({ id: ids.get(row.key)!, startMonth: row.startMonth ?? current }));
        await store.insertTrainees(db, joining, now);
        joined.push(...joining.map(({ id }) => id));
        await enrol(
          joining.map(({ id }) => id),
          joining.map(({ startMonth }) => startMonth),
        );
      },
    );
    const back = judged.flatMap(({ fate, memberId }) => (fate === 'restored' && memberId ? [memberId] : []));
    await bringBack(db, back, now);
    if (courseIds && back.length > 0) await enrol(back, await store.selectStartMonths(db, back));
    await inviteSoon(ctx, db, [...joined, ...back]);
    const added = judged.filter(({ fate }) => fate === 'added');
    const results = resultsOf(judged, left, current);
    if (added.length + back.length > 0)
      await recordAct(db, {
        act: 'trainees-added',
        subject: 'trainee',
        subjectName: added.length + back.length === 1 ? '1 person' : `${added.length + back.length} people`,
        after: {
          added: added.length,
          restored: back.length,
          ...(courseIds ? { courses: courses.map(({ title }) => title) } : {}),
        },
      });
    return results;
  };
  return saving.run(ctx.orgId, () => ctx.inOrg(save));
}

export async function addTrainees(
  ctx: OrgScope,
  given: BodyOf<Calls['saveTrainees']>,
): Promise<ReplyOf<Calls['saveTrainees']>> {
  const rows = given.trainees.map(({ startMonth, ...person }, place): ListRow => ({
    ...person,
    row: place + 1,
    startMonth: startMonth ?? null,
  }));
  const data = await importRows(ctx, rows, given.courses);
  return { data, message: addedMessage(data.counts) };
}
