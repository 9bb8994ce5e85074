import { pacificDay } from '#platform/days.ts';
import { filePart } from '#platform/fileNames.ts';

/** For whom a pack is made. */
export const audiences = ['customer', 'broker', 'insurer'] as const;
export type Audience = (typeof audiences)[number];
export const isAudience = (text: string | null): text is Audience => audiences.some((one) => one === text);

/** What a pack can tell of. */
export const sections = ['rating', 'scans', 'policies', 'training', 'maturity'] as const;
export type Section = (typeof sections)[number];

/** What each reader asks first. */
const orders: Record<Audience, readonly Section[]> = {
  customer: ['policies', 'scans', 'training', 'rating', 'maturity'],
  broker: ['rating', 'maturity', 'policies', 'training', 'scans'],
  insurer: ['maturity', 'training', 'policies', 'scans', 'rating'],
};

/** The sections chosen, in the order in which their reader asks. */
export const sectionsFor = (audience: Audience, chosen: readonly Section[]): Section[] =>
  orders[audience].filter((section) => chosen.includes(section));

export const longestAddressee = 120;
export const packsPerPage = 10;
/** Packs that an organisation may make within an hour. */
export const packsPerHour = 30;
/** Packs that are kept; with one more the oldest goes. */
export const packsKept = 200;

const longestCompany = 80;

/** `{Company} security evidence {yyyy-MM-dd}.pdf`, of the day in Pacific time. */
export function packFileName(companyName: string, at: Date): string {
  const company =
    [...filePart(companyName).replaceAll('_', ' ')].slice(0, longestCompany).join('').trim() || 'Company';
  return `${company} security evidence ${pacificDay(at)}.pdf`;
}

/** How a pack is called on its pages: `EP-3F9A-21C7-0B4D`, of its id. */
export function documentId(id: string): string {
  const digits = id.replaceAll('-', '').slice(0, 12).toUpperCase();
  return `EP-${digits.slice(0, 4)}-${digits.slice(4, 8)}-${digits.slice(8, 12)}`;
}

/** modules.md 9: bands of the rating, half-open, so that every rating is in one. */
export const ratingBands = [
  { label: 'Basic', from: 250, to: 640 },
  { label: 'Intermediate', from: 640, to: 740 },
  { label: 'Advanced', from: 740, to: 900 },
] as const;
export const bandOf = (rating: number): (typeof ratingBands)[number] =>
  ratingBands.find(({ to }) => rating < to) ?? ratingBands[2];
