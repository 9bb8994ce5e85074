/** Times in which a website is left alone, in Pacific time. */
export type QuietWindow = {
  /** 1 Monday to 7 Sunday: the days on which it begins. */
  days: number[];
  /** `HH:MM`. One that ends before it begins goes over midnight; one that ends as it begins lasts a whole day. */
  from: string;
  to: string;
};

export const mostWindows = 10;
export const mostExcluded = 50;
/** Minutes of a week in which a scan may run at the least; with fewer it would hardly ever end. */
export const leastFreeMinutes = 4 * 60;
const weekMinutes = 7 * 24 * 60;

const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** Minutes of a week that lie in none of the windows. */
export function freeMinutes(windows: readonly QuietWindow[]): number {
  const quiet = new Uint8Array(weekMinutes);
  for (const { days, from, to } of windows) {
    const lasts = (minuteOf(to) - minuteOf(from) + 1440) % 1440 || 1440;
    for (const day of days) {
      const start = (day - 1) * 1440 + minuteOf(from);
      for (let minute = 0; minute < lasts; minute++) quiet[(start + minute) % weekMinutes] = 1;
    }
  }
  return quiet.reduce((free, minute) => free + (minute === 0 ? 1 : 0), 0);
}
