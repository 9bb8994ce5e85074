import { pacificDay } from '#platform/days.ts';
import { filePart } from '#platform/fileNames.ts';

/** So long the file of an export is kept. */
export const exportDays = 7;
/** Exports that an organization may ask for within a day. */
export const exportsPerDay = 5;
/** An export that is still at work after this long was lost with its worker. */
export const lostAfterHours = 6;
/** Exports that the list shows. */
export const exportsShown = 10;

const longestCompany = 80;

/** `{Company} export {yyyy-MM-dd}.zip`, of the day in Pacific time. */
export function exportFileName(companyName: string, at: Date): string {
  const company =
    [...filePart(companyName).replaceAll('_', ' ')].slice(0, longestCompany).join('').trim() || 'Company';
  return `${company} export ${pacificDay(at)}.zip`;
}

export const expiryFrom = (at: Date): Date => new Date(at.getTime() + exportDays * 86_400_000);
