import { DateTime } from 'luxon';

/** A window of the week; `from` and `to` are times of day, `days` count from Monday (1). */
type Window = { days: readonly number[]; from: string; to: string };
type Blackout = { zone: string; windows: readonly Window[] };

const wallClock = /^([01]\d|2[0-3]):([0-5]\d)$/;

/**
 * The end of the window that `at` is in; null when it is in none.
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

function endOfWindow(now: DateTime, windows: readonly Window[]): DateTime | null {
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
