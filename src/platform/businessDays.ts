import { dayNumber, pacificDay } from './days.ts';

const pacificHour = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Los_Angeles',
  hour: 'numeric',
  hourCycle: 'h23',
});

/** The number of the Pacific day of an instant. */
export const pacificDayNumber = (at: Date): number => dayNumber(pacificDay(at));

/** Monday to Friday, Pacific time; day 0 was a Thursday. */
export const isBusinessDay = (at: Date): boolean => ![2, 3].includes(pacificDayNumber(at) % 7);

/** When an email disturbs no one: from 8 to 18 on a business day, Pacific time. */
export function isWorkingHour(at: Date): boolean {
  const hour = Number(pacificHour.format(at));
  return isBusinessDay(at) && hour >= 8 && hour < 18;
}
