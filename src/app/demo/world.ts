import { randomUUID } from 'node:crypto';
import { DateTime } from 'luxon';
import type { BaseCtx, OrgCtx } from '#platform/server/ctx.ts';
import type { JobHandler } from '#platform/server/jobs/jobs.ts';
import { portalZone } from '#modules/monitoring/rules.ts';
import type { Clock, Queued } from './oneTransaction.ts';

/** The example company while its year is told. */
export type World = {
  base: BaseCtx;
  /** A request of the company's administrator, now by the story's clock. */
  admin: () => OrgCtx;
  clock: Clock;
  /** What was queued and not worked off yet; mails stay until the end. */
  queued: Queued[];
  /** Where the story ends. */
  now: Date;
};

export type Happening = { at: Date; happen: () => Promise<void> };

export const daysBefore = (now: Date, days: number): DateTime =>
  DateTime.fromJSDate(now, { zone: portalZone }).startOf('day').minus({ days });
/** A time of day in Pacific time, `9.5` for half past nine. */
export const atHour = (day: DateTime, hour: number): Date =>
  day.set({ hour: Math.floor(hour), minute: Math.round((hour % 1) * 60) }).toJSDate();

/** Does what was queued for these jobs, as a worker would after some seconds. */
export async function workOff(
  { base, clock, queued }: World,
  handlers: readonly JobHandler<BaseCtx>[],
): Promise<void> {
  const next = () => queued.findIndex((job) => handlers.some(({ spec }) => spec.name === job.spec.name));
  for (let at = next(); at >= 0; at = next()) {
    const [job] = queued.splice(at, 1) as [Queued];
    const handler = handlers.find(({ spec }) => spec.name === job.spec.name)!;
    clock.advance(4);
    await handler.run(base, job.data, {
      id: randomUUID(),
      attempt: 0,
      lastAttempt: true,
      signal: new AbortController().signal,
    });
  }
}
