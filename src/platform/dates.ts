import type { InstantText } from './days.ts';

// platform.md 9: dates in Pacific time, MMM d, yyyy
const pacificDay = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Los_Angeles',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
});

const dayAlone = /^\d{4}-\d\d-\d\d$/;

function instantOf(at: Date | InstantText): Date {
  if (typeof at !== 'string') return at;
  // midnight UTC is the day before in Pacific time
  if (dayAlone.test(at)) throw new RangeError(`A day without a time is shown by dayWords: ${at}`);
  return new Date(at);
}

/** The day of an instant as people read it, Pacific time: `Mar 2, 2026`. Takes a date or ISO text with a time; a `Day` has `dayWords`. */
export const shownDay = (at: Date | InstantText): string => pacificDay.format(instantOf(at));

const timeIn = (timeZone: string) =>
  new Intl.DateTimeFormat('en-US', {
    timeZone,
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });
const [pacificTime, newYorkTime] = [timeIn('America/Los_Angeles'), timeIn('America/New_York')];

const timeText = (zone: Intl.DateTimeFormat, at: Date | InstantText): string =>
  zone.format(instantOf(at)).replace(/[\u202f\u00a0]/g, ' ');

/** An instant as people read it, Pacific time: `Mar 2, 2026, 9:00 AM PST`. */
export const shownTime = (at: Date | InstantText): string => timeText(pacificTime, at);

/** The same instant on the East Coast (platform.md 9): `Mar 2, 2026, 12:00 PM EST`. */
export const newYorkTimeOf = (at: Date | InstantText): string => timeText(newYorkTime, at);
