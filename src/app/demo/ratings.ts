import { notifyModule } from '#modules/notify/server/module.ts';
import { checkOwnership, ownershipProof } from '#modules/ratings/server/company/ownership.ts';
import { startDue } from '#modules/ratings/server/runs/dueRatings.ts';
import { ratingsModule } from '#modules/ratings/server/module.ts';
import { chanceBetween } from './chance.ts';
import { signedUp } from './company.ts';
import { proved } from './ratingStory.ts';
import { atHour, daysBefore, workOff, type Happening, type World } from './world.ts';

/** Measured each day of the last weeks, and once a week before; and on the day after something happened. */
const dailyFor = 56;
const alsoAt = [302, 231, 222, 205, 158, 142, 121, 104, 93];

async function measure(world: World): Promise<void> {
  await startDue(world.base.forOrg(world.admin().orgId));
  await workOff(world, [...ratingsModule.jobs, ...notifyModule.jobs]);
}

async function prove(world: World): Promise<void> {
  await ownershipProof(world.admin());
  world.clock.advance(900);
  await checkOwnership(world.admin());
  await workOff(world, [...ratingsModule.jobs, ...notifyModule.jobs]);
}

/** The company is rated from its first week on, and proves that its domain is its own. */
export function ratingHappenings(world: World): Happening[] {
  const days = Array.from({ length: signedUp - 3 }, (_, at) => at).filter(
    (daysAgo) => daysAgo <= dailyFor || daysAgo % 7 === 0 || alsoAt.includes(daysAgo),
  );
  return [
    ...days.map((daysAgo) => ({
      at: new Date(
        atHour(daysBefore(world.now, daysAgo), 5).getTime() + chanceBetween(0, 50, 'rated', daysAgo) * 60_000,
      ),
      happen: () => measure(world),
    })),
    { at: atHour(daysBefore(world.now, proved), 11), happen: () => prove(world) },
  ];
}
