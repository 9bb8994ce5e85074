import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import { NextPlace } from './NextPlace.tsx';
import { PageTitle } from './PageTitle.tsx';
import classes from './Player.module.css';
import type { Play } from './usePlay.ts';
import { counted } from './words.ts';

export function StartPage({ play: { view } }: { play: Play }) {
  const { course, lessons, quiz, progress } = view;
  const fresh = progress.status === 'notStarted';
  return (
    <article className={classes.page}>
      <PageTitle
        kicker={`${counted(course.minutes, 'minute')} · ${counted(lessons.length, 'lesson')} and a test`}
      >
        {course.title}
      </PageTitle>
      <p className={classes.lead}>{course.summary}</p>
      <section className="card p-6">
        <h2 className="text-title">Afterwards you can</h2>
        <ul className={`${classes.goals} ${classes.story} leading-6.5 grid gap-2.5`}>
          {course.goals.map((goal) => (
            <li key={goal}>
              <IconCheck size={20} stroke={2} aria-hidden />
              <span>{goal}</span>
            </li>
          ))}
        </ul>
      </section>
      <p className={`${classes.note} leading-6 text-dimmed text-pretty`}>
        Stop whenever you like: what you did is kept, and you continue from there. The test asks {quiz.asks}{' '}
        questions, {quiz.passMark}% is enough, and nothing runs against the clock.
      </p>
      <footer className={classes.foot}>
        <NextPlace place={fresh ? lessons[0]!.id : progress.place}>{fresh ? 'Start' : 'Go on'}</NextPlace>
      </footer>
    </article>
  );
}
