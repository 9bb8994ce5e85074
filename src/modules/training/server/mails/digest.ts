import { isBusinessDay } from '#platform/businessDays.ts';
import { addMonths, monthOf, type Day } from '#platform/days.ts';
import type { OrgScope } from '#platform/server/ctx.ts';
import { queueMail } from '#platform/server/mail/outbox.ts';
import { brandOfOrg, toMailBrand } from '#modules/catalog/server/public.ts';
import { readCatalog } from '../courses/catalog.ts';
import { digestMail } from './digestMail.ts';
import * as store from './digest.store.ts';
import { today } from '../trainees/enrolDates.ts';
import { seatsOf, seatsOfPlan } from '../trainees/seats.ts';

/** After so many days of a month nobody wants to hear of the one before it. */
const latestDay = 10;

/** When a Pacific day begins: at 7 or 8 o'clock UTC, by the season. */
export function startOf(day: Day): Date {
  const early = new Date(`${day}T07:00:00Z`);
  return today(early) === day ? early : new Date(`${day}T08:00:00Z`);
}

/**
 * Tells the administrators of an organisation about the month that is over, on the first business day of the next one; where
 * no worker ran on that day, on one of the days after it. Once, however many do so at the same moment.
 */
export async function sendDigest(ctx: OrgScope): Promise<void> {
  const now = ctx.now();
  const day = today(now);
  if (!isBusinessDay(now) || Number(day.slice(8)) > latestDay) return;
  const nextMonth = monthOf(day);
  const month = addMonths(nextMonth, -1);
  const [since, until] = [startOf(month), startOf(nextMonth)];
  const brand = toMailBrand(await brandOfOrg(ctx));
  const total = await seatsOfPlan(ctx);
  await ctx.inOrg(async (db) => {
    if (!(await store.noteDigest(db, month, until))) return;
    const facts = await store.selectDigest(db, {
      since,
      until,
      today: day,
      nextMonth,
      monthAfter: addMonths(nextMonth, 1),
    });
    const { all } = await readCatalog(db);
    const coming = facts.coming.flatMap(({ course, people }) => {
      const known = all.get(course);
      return known ? [{ title: known.title, people }] : [];
    });
    const words = { brand, month, seats: seatsOf(total, facts.people), facts, coming };
    for (const { cognitoId, email } of await store.selectAdministrators(db))
      await queueMail(ctx, db, digestMail({ ...words, to: email }), {
        key: `training-digest:${ctx.orgId}:${month}:${cognitoId}`,
      });
  });
}
