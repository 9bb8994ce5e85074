import { portalZone } from '../../rules.ts';

const day = new Intl.DateTimeFormat('en-US', {
  timeZone: portalZone,
  year: 'numeric',
  month: 'short',
  day: 'numeric',
});
const full = new Intl.DateTimeFormat('en-US', {
  timeZone: portalZone,
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
});

const instant = (at: string | Date) => (at instanceof Date ? at : new Date(at));
const plainSpaces = (text: string) => text.replace(/[\u202f\u00a0]/g, ' ');

/** `Nov 21, 2026` in Pacific time (platform.md 9). */
export const shortDate = (at: string | Date): string => plainSpaces(day.format(instant(at)));
/** `Nov 21, 2026, 1:00 AM PST` */
export const dateAndTime = (at: string | Date): string => plainSpaces(full.format(instant(at)));

/** `1 minute`, `12 minutes` */
export const minutes = (count: number): string => `${count} ${count === 1 ? 'minute' : 'minutes'}`;
