const pacificClock = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/Los_Angeles',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  hourCycle: 'h23',
});

function pacificParts(at: Date): { day: string; hour: number } {
  const parts = Object.fromEntries(pacificClock.formatToParts(at).map(({ type, value }) => [type, value]));
  return { day: `${parts.year}-${parts.month}-${parts.day}`, hour: Number(parts.hour) };
}

/** The calendar day in Pacific time as a number; day 0 was a Thursday. */
export const dayNumber = (at: Date): number => Math.round(Date.parse(`${pacificParts(at).day}T00:00:00Z`) / 86_400_000);

/** Monday to Friday, Pacific time. */
export const isBusinessDay = (at: Date): boolean => ![2, 3].includes(dayNumber(at) % 7);

/** When nobody minds a mail: from 8 to 18 on a business day, Pacific time. */
export function isWorkingHour(at: Date): boolean {
  const { hour } = pacificParts(at);
  return isBusinessDay(at) && hour >= 8 && hour < 18;
}
