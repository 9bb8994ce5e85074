import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs';
import { useState } from 'react';
import type { PlayView } from '../../playEntities.ts';
import { PlaceLink } from './PlaceLink.tsx';
import { leftWords, placesOf, startPlace, type PlaceState } from './places.ts';
import classes from './Rail.module.css';
import player from './Player.module.css';

const stateWords: Record<PlaceState, string> = {
  done: '(done)',
  begun: '(begun)',
  open: '',
  locked: '(not open yet)',
};

export function Rail({ view, place }: { view: PlayView; place: string }) {
  // it closes by itself at the next place
  const [openAt, setOpenAt] = useState<string | null>(null);
  const isOpen = openAt === place;
  const places = placesOf(view);
  const at = places.findIndex(({ id }) => id === place);
  const lessons = view.lessons.length;
  const here =
    place === startPlace ? 'Overview' : at < lessons ? `Lesson ${at + 1} of ${lessons}` : places[at]?.title;
  const { percent } = view.progress;
  return (
    <nav className={`${classes.rail} sticky`} aria-label="Course">
      <button
        type="button"
        className={classes.toggle}
        aria-expanded={isOpen}
        onClick={() => setOpenAt(isOpen ? null : place)}
      >
        <span className={classes.here}>{here}</span>
        <span className={classes.left}>{leftWords(view)}</span>
        <IconChevronDown size={20} stroke={1.75} aria-hidden className={classes.chevron} />
      </button>
      <progress
        className={`${classes.track} bg-border block w-full rounded-full overflow-hidden`}
        aria-label="Progress"
        value={percent}
        max={100}
      />
      <div className={classes.body} data-open={isOpen || undefined}>
        <p className={classes.courseTitle}>
          <PlaceLink
            place={startPlace}
            className={`${classes.courseLink} cursor-pointer text-start no-underline rounded`}
            isCurrent={place === startPlace}
          >
            {view.course.title}
          </PlaceLink>
        </p>
        <ol className="grid gap-0.5">
          {places.map(({ id, title, about, state }, i) => (
            <li key={id}>
              <PlaceLink
                place={id}
                className={`${classes.place} cursor-pointer text-start no-underline grid items-center w-full relative gap-2.5 rounded`}
                isCurrent={id === place}
              >
                <span
                  className={`${classes.mark} rounded-circle grid place-items-center text-small font-semibold text-dimmed bg-card`}
                  data-state={state}
                  aria-hidden
                >
                  {state === 'done' ? (
                    <IconCheck size={16} stroke={2.5} />
                  ) : state === 'locked' ? (
                    <IconLock size={14} stroke={2} />
                  ) : i < lessons ? (
                    i + 1
                  ) : null}
                </span>
                <span className={`${player.note} leading-5 font-medium wrap-anywhere`}>
                  {title}
                  <span className="visually-hidden">{stateWords[state]}</span>
                  {about && <span className="block text-small font-normal text-dimmed">{about}</span>}
                </span>
              </PlaceLink>
            </li>
          ))}
        </ol>
        <p className={`${classes.sum} text-small leading-5 text-dimmed`}>{leftWords(view)}</p>
      </div>
    </nav>
  );
}
