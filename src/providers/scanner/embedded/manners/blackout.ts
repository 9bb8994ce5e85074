import { DateTime } from 'luxon';
import type { ScanRequest } from '../../port.ts';

type Blackout = NonNullable<ScanRequest['blackout']>;

const wallClock = /^([01]\d|2[0-3]):([0-5]\d)$/;

/**
 * When the website may be scanned again, should `at` lie in one of its windows; null when it may be scanned now.
 * Windows that touch or overlap are one.
 */
export function blackoutEnd(at: Date, { zone, windows }: Blackout): Date | null {
  let end: DateTime | null = null;
  let now: DateTime = DateTime.fromJSDate(at, { zone });
  if (!now.isValid) return null;
  // Each round may move into the next window; a week of windows is the end of it.
  for (let round = 0; round < 20; round++) {
    const next = endOfWindow(now, windows);
    if (!next) break;
    end = next;
    now = next;
  }
  return end?.toJSDate() ?? null;
}

function endOfWindow(now: DateTime, windows: Blackout['windows']): DateTime | null {
  for (const window of windows) {
    const [from, to] = [wallClock.exec(window.from), wallClock.exec(window.to)];
    if (!from || !to) continue;
    const lasts = window.to > window.from ? 0 : 1;
    // The window that began today, or the one of yesterday that goes over midnight.
    for (const back of [0, 1]) {
      const day = now.startOf('day').minus({ days: back });
      if (!window.days.includes(day.weekday)) continue;
      const begin = day.set({ hour: Number(from[1]), minute: Number(from[2]) });
      const end = day.plus({ days: lasts }).set({ hour: Number(to[1]), minute: Number(to[2]) });
      if (now >= begin && now < end) return end;
    }
  }
  return null;
}
