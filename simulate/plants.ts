import type { Billing } from '#providers/billing/port.ts';
import type { Clock } from './clock.ts';

/**
 * Faults of the product that are put in on purpose, to see that the simulator finds them:
 * - `takes-old-news`: billing notices count in the order in which they come, not by their version;
 * - `never-forgets`: servers remember sessions until a notice says otherwise.
 */
export const plants = ['takes-old-news', 'never-forgets'] as const;
export type Plant = (typeof plants)[number];

/** @returns the provider, with notices that all claim to be the newest where that is planted */
export function plantedBilling(plant: Plant | null, billing: Billing): Billing {
  if (plant !== 'takes-old-news') return billing;
  let version = 1_000_000;
  return {
    ...billing,
    readEvent: async (request) => {
      const event = await billing.readEvent(request);
      return event?.subscription
        ? { ...event, subscription: { ...event.subscription, version: ++version } }
        : event;
    },
  };
}

/** @returns the clock that memories run by; it stands still where that is planted */
export const plantedMemoryClock = (plant: Plant | null, clock: Clock): (() => number) =>
  plant === 'never-forgets' ? () => 0 : clock.ms;
