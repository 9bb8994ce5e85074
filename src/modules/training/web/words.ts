import type { Day } from '#platform/days.ts';
import type { StatusPillProps } from '#ui/badge/StatusPill.tsx';
import type {
  CatalogCourse,
  CourseStatus,
  RowResult,
  Trainee,
  TraineeCourse,
  TraineeStanding,
} from '../entities.ts';

type Look = { label: string; tone: NonNullable<StatusPillProps['tone']> };

export const standingLooks: Record<TraineeStanding, Look> = {
  overdue: { label: 'Overdue', tone: 'danger' },
  open: { label: 'To do now', tone: 'accent' },
  upToDate: { label: 'Up to date', tone: 'success' },
  finished: { label: 'Finished', tone: 'success' },
  archived: { label: 'Archived', tone: 'neutral' },
};

export const statusLooks: Record<CourseStatus, Look> = {
  notStarted: { label: 'Not started', tone: 'neutral' },
  inProgress: { label: 'In progress', tone: 'accent' },
  failedQuiz: { label: 'Test not passed', tone: 'warning' },
  finished: { label: 'Finished', tone: 'success' },
};

/** How one person's course is shown: what is late or still to come says so before its status does. */
export function courseLook({ status, isUnlocked, isOverdue }: TraineeCourse): Look {
  if (status === 'finished') return statusLooks.finished;
  if (isOverdue) return { label: 'Overdue', tone: 'danger' };
  if (!isUnlocked) return { label: 'Not open yet', tone: 'neutral' };
  return statusLooks[status];
}

export const resultLooks: Record<RowResult, { before: string; after: string; tone: Look['tone'] }> = {
  'bad-address': { before: 'Address not valid', after: 'Address not valid', tone: 'danger' },
  'name-missing': { before: 'Name is missing', after: 'Name is missing', tone: 'danger' },
  'bad-month': { before: 'Month not valid', after: 'Month not valid', tone: 'danger' },
  'no-seat': { before: 'No seat left', after: 'No seat left', tone: 'warning' },
  duplicate: { before: 'Already there', after: 'Already there', tone: 'neutral' },
  added: { before: 'Will be added', after: 'Added', tone: 'success' },
  restored: { before: 'Will be brought back', after: 'Brought back', tone: 'success' },
};

const shortMonth = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short' });
export const monthMark = (month: Day): string => shortMonth.format(new Date(`${month}T00:00:00Z`));

export const nameOf = ({
  firstName,
  lastName,
  email,
}: Pick<Trainee, 'firstName' | 'lastName' | 'email'>): string => `${firstName} ${lastName}`.trim() || email;

export const number = (count: number): string => count.toLocaleString('en-US');
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${number(count)} ${count === 1 ? one : many}`;
export const peopleCount = (count: number): string => counted(count, 'person', 'people');

/** The year's courses by month, then the organisation's own as they came. */
export const inOrder = (catalog: Record<string, CatalogCourse>): CatalogCourse[] =>
  Object.values(catalog).toSorted(
    (one, other) =>
      (one.month ?? 99) - (other.month ?? 99) ||
      (one.addedAt ?? '').localeCompare(other.addedAt ?? '') ||
      one.title.localeCompare(other.title),
  );

export const isPlausibleAddress = (text: string): boolean =>
  text.length <= 254 && /^[^\s@<>(),;:"]+@[^\s@<>(),;:"]+\.[^\s@<>(),;:".]{2,}$/.test(text);
