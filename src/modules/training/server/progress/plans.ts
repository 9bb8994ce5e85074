import { type Day } from '#platform/days.ts';
import type { TrainingSettings } from '../../entities.ts';
import { planCourses, type Dated } from '../trainees/enrolDates.ts';
import type { Plans } from '../trainees/trainees.store.ts';

export function plansOf(
  settings: TrainingSettings,
  courses: readonly Dated[],
  months: readonly Day[],
  day: Day,
): Plans {
  const together = settings.calendar === 'together';
  const starts = together ? [settings.startMonth] : [...new Set(months)];
  return { together, byMonth: new Map(starts.map((start) => [start, planCourses(courses, start, day)])) };
}
