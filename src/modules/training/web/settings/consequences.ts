import { addMonths, monthWords } from '#platform/days.ts';
import type { TrainingSettings } from '../../entities.ts';
import { peopleCount } from '../words.ts';

type Calendar = Pick<TrainingSettings, 'calendar' | 'startMonth'>;

/** What a change of the calendar means for the people there are; before it, what holds. */
export function calendarWords(saved: Calendar, wanted: Calendar, people: number): string {
  const plan =
    wanted.calendar === 'together'
      ? `Course 1 opens in ${monthWords(wanted.startMonth)}, course 12 in ${monthWords(addMonths(wanted.startMonth, 11))}. People added later get the courses of past months at once, with two more weeks for each.`
      : 'Everyone starts with course 1 in the month they are added, or in the month given in your list.';
  const same =
    saved.calendar === wanted.calendar &&
    (wanted.calendar === 'own' || saved.startMonth === wanted.startMonth);
  if (same || people === 0) return plan;
  return `${plan} For ${peopleCount(people)} in training: open courses keep their due dates; later ones follow the new calendar.`;
}

/** The number that was typed; null where none was, undefined where it cannot be one. */
export function readPassMark(text: string): number | null | undefined {
  const typed = text.trim().replace(/(?<!\s)\s*%$/, '');
  if (typed === '') return null;
  if (!/^\d{1,3}$/.test(typed)) return undefined;
  const mark = Number(typed);
  return mark >= 50 && mark <= 100 ? mark : undefined;
}

export function passMarkWords(mark: number | null | undefined, usual: number): string {
  if (mark === undefined) return 'A whole number from 50 to 100, or empty for the default.';
  if (mark === null) return `Left empty: ${usual}%, as in your training policy, or 80% if it does not say.`;
  return `${mark}% or more passes from now on. People who have passed a course stay passed.`;
}
