// platform.md 9: dates in Pacific time, MMM d, yyyy
const pacificDay = new Intl.DateTimeFormat('en-US', { timeZone: 'America/Los_Angeles', month: 'short', day: 'numeric', year: 'numeric' });

/** A day as people read it, Pacific time: `Mar 2, 2026`. Takes an instant as a date or as ISO text. */
export const shownDay = (at: Date | string): string => pacificDay.format(typeof at === 'string' ? new Date(at) : at);

const pacificTime = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Los_Angeles',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
});

/** An instant as people read it, Pacific time: `Mar 2, 2026, 9:00 AM PST`. */
export const shownTime = (at: Date | string): string =>
  pacificTime.format(typeof at === 'string' ? new Date(at) : at).replace(/[\u202f\u00a0]/g, ' ');
