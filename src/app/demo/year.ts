import { handles } from '#platform/server/jobs/jobs.ts';
import { nextRun, pacificParts, type Repeat, type WeekOfMonth } from '#modules/monitoring/recurrence.ts';
import { toWire } from '#modules/monitoring/rules.ts';
import { startDue } from '#modules/monitoring/server/schedules/dueScans.ts';
import { runScanSpec } from '#modules/monitoring/server/jobSpecs.ts';
import { runScan } from '#modules/monitoring/server/scans/runScan.ts';
import { beginRun, saveProgress } from '#modules/monitoring/server/scans/scanRuns.store.ts';
import { cancelScan, startScan } from '#modules/monitoring/server/scans/scans.ts';
import { scheduleScan } from '#modules/monitoring/server/schedules/schedules.ts';
import { addWebsite } from '#modules/monitoring/server/websites/websites.ts';
import { chanceBetween } from './chance.ts';
import type { Queued } from './oneTransaction.ts';
import { website } from './blog.ts';
import { shop } from './shop.ts';
import { livePreviewName, parts, trade } from './trade.ts';
import type { HandMade } from './story.ts';
import { atHour, daysBefore, workOff, type Happening, type World } from './world.ts';

type Plan = { name: string; url: string; repeat: Repeat; byHand?: readonly HandMade[] };

const dayMs = 86_400_000;
/** Days for which the website that the demo serves is known. */
export const liveDays = 43;

const byDay = (recurrence: Repeat['recurrence'], first: Date): Repeat => ({
  recurrence,
  first,
  dayOfMonth: pacificParts(first).dayOfMonth,
  weekday: null,
});

/** The weekday of the month whose next turn is furthest away: invented websites fail when they really fall due. */
function monthlyByWeekday(first: Date, now: Date): Repeat {
  const choices = (['first', 'second', 'third', 'fourth'] as WeekOfMonth[]).map((index): Repeat => ({
    ...byDay('m', first),
    weekday: { index, day: 2 },
  }));
  return choices.reduce((best, choice) => (nextRun(choice, now) > nextRun(best, now) ? choice : best));
}

/** Every website with its schedule; dates follow from today, so that the next ones lie well ahead. */
export function plansOf(now: Date, live: { preview: string; newcomer: string } | null): Plan[] {
  const firstMonday: Repeat = {
    ...byDay('m', atHour(daysBefore(now, -12), 3)),
    weekday: { index: 'first', day: 1 },
  };
  return [
    { ...website, repeat: monthlyByWeekday(atHour(daysBefore(now, 398), 2), now) },
    { ...trade, repeat: byDay('q', atHour(daysBefore(now, 21).minus({ months: 12 }), 4)) },
    { ...shop, repeat: byDay('w', atHour(daysBefore(now, 1 + 7 * 53), 1)) },
    ...(live
      ? [
          {
            name: livePreviewName,
            url: live.preview,
            repeat: byDay('d', atHour(daysBefore(now, liveDays), 1)),
          },
        ]
      : []),
    { ...parts, url: live?.newcomer ?? parts.url, repeat: firstMonday },
  ];
}

type Known = Plan & { id: string };
const runScanJob = handles(runScanSpec, runScan);

/**
 * Lets a year pass: websites are added, scans fall due, are started by hand, fail or are canceled, as the stories say.
 * @param more what else happens in that year
 */
export async function liveThroughYear(
  world: World,
  plans: readonly Plan[],
  more: readonly Happening[],
): Promise<void> {
  const { base, admin, queued, clock, now } = world;
  const known: Known[] = [];
  const due = new Map<string, Date>();

  const takeScanJob = (): Queued | undefined => {
    const at = queued.findIndex((job) => job.spec.name === runScanSpec.name);
    return at < 0 ? undefined : queued.splice(at, 1)[0];
  };
  const work = () => workOff(world, [runScanJob]);

  const add = async (plan: Plan) => {
    const ctx = admin();
    const { targetId } = await addWebsite(ctx, {
      targetName: plan.name,
      targetUrl: plan.url,
      urlConfirmed: true,
    });
    clock.advance(90);
    const { repeat } = plan;
    const { schedule } = await scheduleScan(ctx, {
      targetId,
      recurrence: repeat.recurrence,
      dateTime: toWire(repeat.first),
      dayOfMonth: repeat.dayOfMonth,
      ...(repeat.weekday
        ? {
            run_on_day_of_week: true,
            scheduled_day_of_week: repeat.weekday.day,
            week_index: repeat.weekday.index,
          }
        : {}),
    });
    known.push({ ...plan, id: targetId });
    due.set(targetId, new Date(schedule.nextScan));
  };

  const byHand = async (plan: Plan, what: HandMade['what']) => {
    const ctx = admin();
    const { id } = known.find((one) => one.url === plan.url)!;
    const { scan } = await startScan(ctx, { targetId: id });
    if (what === 'scan') return work();
    takeScanJob();
    clock.advance(5);
    await ctx.inOrg(async (db) => {
      await beginRun(db, id, clock.now());
      clock.advance(171);
      await saveProgress(
        db,
        scan.scanId,
        { percent: 41, activity: 'Reading pages (38 of 94)', requests: 312, pages: 38 },
        clock.now(),
      );
    });
    await cancelScan(ctx, { zeguroTargetId: id, zeguroScanId: scan.scanId });
  };

  const happenings: Happening[] = plans
    .flatMap((plan): Happening[] => {
      // somebody adds a website on the working day before its first scan; the newest one yesterday
      const added =
        plan.repeat.first > now
          ? atHour(daysBefore(now, 1), 15)
          : new Date(plan.repeat.first.getTime() - 9 * 3_600_000);
      return [
        { at: added, happen: () => add(plan) },
        ...(plan.byHand ?? []).map(({ daysAgo, what }) => ({
          at: new Date(
            atHour(daysBefore(now, daysAgo), 14).getTime() +
              chanceBetween(0, 90, plan.name, daysAgo) * 60_000,
          ),
          happen: () => byHand(plan, what),
        })),
      ];
    })
    .concat(more)
    .sort((a, b) => a.at.getTime() - b.at.getTime());

  for (;;) {
    const [nextDue] = [...due].sort(([, a], [, b]) => a.getTime() - b.getTime());
    const next = happenings[0];
    if (nextDue && nextDue[1] <= now && (!next || nextDue[1] <= next.at)) {
      const [id, at] = nextDue;
      // the clock that starts scans ticks once a minute
      clock.set(new Date(at.getTime() + chanceBetween(1, 40, id.length, at.getTime()) * 1000));
      // by the schedule, so by nobody
      await startDue(base.forOrg(admin().orgId), id, true);
      due.set(id, nextRun(known.find((one) => one.id === id)!.repeat, clock.now()));
      await work();
    } else if (next && next.at <= now) {
      happenings.shift();
      clock.set(next.at);
      await next.happen();
    } else return;
  }
}

export const daysAgoOf = (at: Date, now: Date): number => (now.getTime() - at.getTime()) / dayMs;
