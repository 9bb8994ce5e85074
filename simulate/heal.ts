import { beginDelivery, finishUnderWay, passTime, type UnderWay } from './rounds.ts';
import { drainQueue } from './work.ts';
import type { World } from './world.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

async function deliverAll(world: World, underWay: UnderWay): Promise<string | null> {
  while (world.billingNotices.length > 0) {
    for (const notice of world.billingNotices) notice.dueAt = world.clock.ms();
    beginDelivery(world, underWay, { faults: false });
    const wrong = await finishUnderWay(world, underWay);
    if (wrong) return wrong;
  }
  return null;
}

/** Until the next time that it is so late (UTC). */
const untilTime = (world: World, time: string): number => {
  const day = new Date(world.clock.ms()).toISOString().slice(0, 10);
  const today = Date.parse(`${day}T${time}Z`);
  return (today > world.clock.ms() ? today : today + dayMs) - world.clock.ms();
};

/**
 * No more faults: what stands still goes on, what waits is done, and notices arrive. Where they were lost for good, time passes
 * until the portal has asked the provider by itself. @returns what is wrong
 */
export async function heal(world: World, underWay: UnderWay): Promise<string | null> {
  const aMinute = async () => {
    await passTime(world, minuteMs);
    return drainQueue(world);
  };
  const minutes = (count: number) => Array.from({ length: count }, () => aMinute);
  const steps: (() => Promise<string | null>)[] = [() => finishUnderWay(world, underWay), ...minutes(12)];
  // a term, and longer than the portal waits for notices of its end
  if (world.losesBillingNotices)
    for (const days of [32, 1, 1])
      steps.push(async () => {
        world.billingNotices.length = 0;
        await passTime(world, days * dayMs);
        await passTime(world, untilTime(world, '04:40:30'));
        const wrong = await drainQueue(world);
        if (wrong) return wrong;
        await passTime(world, minuteMs);
        return drainQueue(world);
      });
  else
    steps.push(
      () => deliverAll(world, underWay),
      () => drainQueue(world),
      () => deliverAll(world, underWay),
    );
  // the tries of what began in the last of them
  steps.push(...minutes(3));
  for (const step of steps) {
    const wrong = await step();
    if (wrong) return wrong;
  }
  return null;
}
