import { Panel } from '#ui/page/Panel.tsx';
import type { CatalogCourse } from '../../entities.ts';
import { counted } from '../words.ts';
import classes from './Courses.module.css';

const frameworks = [
  { id: 'csf', name: 'NIST CSF 2.0' },
  { id: 'cis', name: 'CIS Controls' },
  { id: 'cpg', name: 'CISA goals' },
] as const;

function SpeaksFor({ maps }: { maps: NonNullable<CatalogCourse['maps']> }) {
  const named = frameworks.filter(({ id }) => maps[id].length > 0);
  if (named.length === 0) return null;
  return (
    <>
      <h3 className={classes.sub}>Counts toward</h3>
      <ul className={`${classes.frameworks} flex flex-wrap gap-1.5`}>
        {named.map(({ id, name }) => (
          <li key={id}>
            <strong>{name}</strong> {maps[id].join(', ')}
          </li>
        ))}
      </ul>
    </>
  );
}

export function About({ course }: { course: CatalogCourse }) {
  return (
    <Panel
      title="In this course"
      description={`${counted(course.lessons.length, 'lesson')}, ${course.kind === 'yearly' ? 'a test, ' : ''}${course.minutes} minutes in all.`}
    >
      {course.goals.length > 0 && (
        <>
          <h3 className={classes.sub}>Afterwards people can</h3>
          <ul className={`${classes.goals} bullets mt-2 grid gap-1.5`}>
            {course.goals.map((goal) => (
              <li key={goal}>{goal}</li>
            ))}
          </ul>
        </>
      )}
      {course.lessons.length > 0 && (
        <>
          <h3 className={classes.sub}>Lessons</h3>
          <ol className={`${classes.lessons} bullets mt-2 grid gap-1.5`}>
            {course.lessons.map(({ id, title, minutes }) => (
              <li key={id}>
                <span>{title}</span>
                {minutes > 0 && <span className="text-small text-dimmed">{minutes} min</span>}
              </li>
            ))}
          </ol>
        </>
      )}
      {course.maps && <SpeaksFor maps={course.maps} />}
    </Panel>
  );
}
