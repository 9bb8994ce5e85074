import { toDay } from '#platform/days.ts';
import { handles } from '#platform/server/jobs/jobs.ts';
import { decideIssues } from '#modules/monitoring/server/issues/decisions.ts';
import { listIssues } from '#modules/monitoring/server/issues/issues.ts';
import { runRetestsSpec } from '#modules/monitoring/server/jobSpecs.ts';
import { retestIssues } from '#modules/monitoring/server/issues/retests.ts';
import { runRetests } from '#modules/monitoring/server/issues/runRetests.ts';
import { listWebsites } from '#modules/monitoring/server/websites/websites.ts';
import { shop } from './shop.ts';
import { atHour, daysBefore, workOff, type Happening, type World } from './world.ts';

const retestJob = handles(runRetestsSpec, runRetests);

/** Issues of one rule that are open at that time, on the shop or else the first website that has some. */
async function openOf(world: World, rule: string) {
  const ctx = world.admin();
  const { targetList } = await listWebsites(ctx);
  const shopFirst = targetList.toSorted(
    (a, b) => Number(b.targetUrl === shop.url) - Number(a.targetUrl === shop.url),
  );
  for (const { targetId } of shopFirst) {
    const { issues } = await listIssues(ctx, {
      targetId,
      state: 'open',
      search: rule,
      sort: 'severity',
      descending: true,
      grouped: false,
      page: 1,
    });
    const found = issues.filter((issue) => issue.rule === rule);
    if (found.length > 0) return { ctx, targetId, findingIds: found.map(({ findingId }) => findingId) };
  }
  return null;
}

/** What the office decides about issues of its websites, and how its fixes are checked. */
export function issueHappenings(world: World): Happening[] {
  const { now } = world;
  const on = (daysAgo: number, hour: number, happen: () => Promise<void>): Happening => ({
    at: atHour(daysBefore(now, daysAgo), hour),
    happen,
  });
  const decide = (rule: string, reason: string, inDays?: number) => async () => {
    const open = await openOf(world, rule);
    if (!open) return;
    const { ctx, ...issues } = open;
    const until = inDays === undefined ? {} : { until: toDay(daysBefore(now, -inDays).toISODate()!) };
    await decideIssues(ctx, {
      ...issues,
      decision: inDays === undefined ? 'false-positive' : 'accepted',
      reason,
      ...until,
    });
  };
  const check = (rule: string) => async () => {
    const open = await openOf(world, rule);
    if (!open) return;
    const { ctx, ...issues } = open;
    await retestIssues(ctx, issues);
    await workOff(world, [retestJob]);
  };
  return [
    on(
      40,
      11,
      decide(
        'leaks.server-version',
        'The version in the header is the one of the load balancer of our host, which they keep up to date.',
      ),
    ),
    on(
      33,
      15,
      decide(
        'content.sri-missing',
        'The carousel goes away with the new shop theme in spring; until then the host of the file is under contract.',
        75,
      ),
    ),
    on(26, 10.5, check('active.open-redirect')),
    on(5, 16, check('active.open-redirect')),
    // the documents of the programming interface went offline on the day before
    on(32, 9.5, check('exposure.api-docs')),
    on(30, 9.25, check('exposure.api-docs')),
  ];
}
