import { pacificDay } from './days.ts';

/** Parts of the names that files are downloaded under (modules.md 5), in characters that every file system takes. */

/** A text as part of a file name; empty where nothing of it may stand there. */
export const filePart = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\p{C}<>:"/\\|?*;%#&]+/gu, ' ')
    .trim()
    .replace(/\s+/gu, '_')
    .replace(/^[._]+|(?<![._])[._]+$/g, '');

/** First word of the company's name. */
export const companyPart = (companyName: string): string =>
  [...filePart(companyName.trim().split(/\s+/)[0] ?? '')].slice(0, 60).join('') || 'Company';

/** `2026_11_20`: year_month_day in Pacific time. */
export const dayPart = (at: Date): string => pacificDay(at).replaceAll('-', '_');
