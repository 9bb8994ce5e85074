import type { PlayView } from '../../playEntities.ts';
import { counted } from './words.ts';

/** Where somebody is in a course: a lesson's id, or one of these. */
export const startPlace = 'start';
export const quizPlace = 'quiz';
export const endPlace = 'end';

export type PlaceState = 'done' | 'begun' | 'open' | 'locked';
export type PlaceView = { id: string; title: string; minutes: number; about: string; state: PlaceState };

/** What is left when the lessons are taken off. */
const quizMinutes = ({ course, lessons }: PlayView): number =>
  Math.max(1, course.minutes - lessons.reduce((sum, { minutes }) => sum + minutes, 0));

export function placesOf(view: PlayView): PlaceView[] {
  const { progress, quiz, lessons } = view;
  const again = new Set(quiz.state === 'reread' || quiz.state === 'waiting' ? quiz.reread : []);
  return [
    ...lessons.map(({ id, title, minutes }): PlaceView => {
      const isDone = progress.done.includes(id) && !again.has(id);
      return {
        id,
        title,
        minutes,
        about: counted(minutes, 'minute'),
        state: isDone ? 'done' : progress.opened.includes(id) ? 'begun' : 'open',
      };
    }),
    {
      id: quizPlace,
      title: 'Test',
      minutes: quizMinutes(view),
      about: counted(quiz.asks, 'question'),
      state:
        quiz.state === 'passed'
          ? 'done'
          : quiz.state === 'closed'
            ? 'locked'
            : quiz.state === 'running'
              ? 'begun'
              : 'open',
    },
    {
      id: endPlace,
      title: 'Do this today',
      minutes: 0,
      about: '',
      state: quiz.state === 'passed' ? 'done' : 'locked',
    },
  ];
}

export const minutesLeft = (view: PlayView): number =>
  placesOf(view)
    .filter(({ state }) => state !== 'done')
    .reduce((sum, { minutes }) => sum + minutes, 0);

/** The place that an address names, or where the person goes on. */
export function placeOf(view: PlayView, wanted: string | null): string {
  const isPlace =
    wanted !== null && (wanted === startPlace || placesOf(view).some(({ id }) => id === wanted));
  if (isPlace) return wanted;
  return view.progress.status === 'notStarted' ? startPlace : view.progress.place;
}

export function leftWords(view: PlayView): string {
  const left = minutesLeft(view);
  return left === 0 ? 'All done' : `About ${left} ${left === 1 ? 'minute' : 'minutes'} left`;
}
