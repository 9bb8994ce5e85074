import { isExerciseView } from '../exerciseViews.ts';
import { NextPlace } from '../NextPlace.tsx';
import { PageTitle } from '../PageTitle.tsx';
import { PlaceLink } from '../PlaceLink.tsx';
import player from '../Player.module.css';
import type { Play } from '../usePlay.ts';
import { counted } from '../words.ts';
import classes from './Result.module.css';

export function ClosedPage({ play: { view } }: { play: Play }) {
  const left = view.lessons.filter(({ id }) => !view.progress.done.includes(id));
  return (
    <article className={player.page}>
      <PageTitle>The test opens soon</PageTitle>
      <p className={player.lead}>
        It starts once every lesson is opened and its exercises are done.{' '}
        {left.length === 1 ? 'One lesson is left' : `${left.length} lessons are left`}:
      </p>
      <ul className={`${classes.lessons} card overflow-hidden`}>
        {left.map((lesson) => {
          const undone = lesson.blocks.filter(isExerciseView).filter(({ done }) => !done).length;
          const isOpened = view.progress.opened.includes(lesson.id);
          return (
            <li key={lesson.id}>
              <PlaceLink place={lesson.id} className={classes.lesson}>
                <span>{lesson.title}</span>
                <span className={classes.lessonState}>
                  {isOpened ? `${counted(undone, 'exercise')} left` : counted(lesson.minutes, 'minute')}
                </span>
              </PlaceLink>
            </li>
          );
        })}
      </ul>
      <footer className={player.foot}>
        <NextPlace place={left[0]?.id ?? view.progress.place}>Go on</NextPlace>
      </footer>
    </article>
  );
}
