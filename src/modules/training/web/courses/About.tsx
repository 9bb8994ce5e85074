import { Panel } from '#ui/Panel.tsx';
import type { CatalogCourse } from '../../entities.ts';
import { counted } from '../words.ts';
import classes from './Courses.module.css';

/** What the course is for and what is in it. */
export function About({ course }: { course: CatalogCourse }) {
  return (
    <Panel
      title="In this course"
      description={`${counted(course.lessons.length, 'lesson')}, ${course.kind === 'yearly' ? 'a quiz, ' : ''}${course.minutes} minutes in all.`}
    >
      {course.goals.length > 0 && (
        <>
          <h3 className={classes.sub}>Afterwards people can</h3>
          <ul className={classes.goals}>
            {course.goals.map((goal) => (
              <li key={goal}>{goal}</li>
            ))}
          </ul>
        </>
      )}
      {course.lessons.length > 0 && (
        <>
          <h3 className={classes.sub}>Lessons</h3>
          <ol className={classes.lessons}>
            {course.lessons.map(({ id, title, minutes }) => (
              <li key={id}>
                <span>{title}</span>
                {minutes > 0 && <span className={classes.minutes}>{minutes} min</span>}
              </li>
            ))}
          </ol>
        </>
      )}
    </Panel>
  );
}
