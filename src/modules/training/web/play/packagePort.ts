import type { Course } from '../../course.ts';
import { act, viewOf, type PlayEvent } from '../../play.ts';
import type { PlayState } from '../../playState.ts';
import { PlayRefused, type PlayPort } from './port.ts';

type PackagePortOptions = {
  course: Course;
  state: PlayState;
  passMark?: number;
  now?: () => Date;
  /** After each step; one that throws or rejects leaves the state as it was, and the step can be tried again. */
  onState?: (state: PlayState, events: PlayEvent[]) => void | Promise<void>;
};

/** A course played in the page itself: for packages, and for a look at a course. */
export function packagePort({
  course,
  state: first,
  passMark = 80,
  now = () => new Date(),
  onState,
}: PackagePortOptions): PlayPort {
  let state = first;
  const at = () => ({ now: now(), passMark });
  return {
    load: async () => viewOf(course, state, at()),
    act: async (action) => {
      const acted = act(course, state, action, at());
      if ('refused' in acted) throw new PlayRefused(acted.refused);
      await onState?.(acted.state, acted.events);
      state = acted.state;
      return acted.reply;
    },
  };
}
