import { Link } from '#ui/text/Link.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import type { CatalogCourse, CourseInsight } from '../../entities.ts';
import { trainingPaths } from '../../paths.ts';
import shared from '../Training.module.css';
import classes from './Overview.module.css';

const most = 3;

export function HardestTopics({
  insights,
  catalog,
}: {
  insights: readonly CourseInsight[];
  catalog: Record<string, CatalogCourse>;
}) {
  const hardest = insights
    .flatMap(({ course, hardest: one }) => (one ? [{ course, ...one }] : []))
    .toSorted((one, other) => other.missedPercent - one.missedPercent)
    .slice(0, most);
  return (
    <Panel
      title="Hardest topics"
      description="Missed most often on the first try. Good to talk about; never shown by person."
    >
      {hardest.length === 0 ? (
        <p className={shared.quiet}>
          Topics appear here once at least five people have taken a test, so that no individual can be
          identified.
        </p>
      ) : (
        <ol className="grid gap-4">
          {hardest.map(({ course, stem, missedPercent, lesson }) => (
            <li key={course} className={`${classes.topic} grid gap-3`}>
              <span className={`${classes.topicPercent} font-semibold tabular-nums`}>
                {missedPercent}%<span>missed it</span>
              </span>
              <div className="grid min-w-0 gap-1">
                <p className="leading-5 text-pretty">{stem}</p>
                <p className={shared.quiet}>
                  <Link className="font-medium text-accent underline" href={trainingPaths.course(course)}>
                    {catalog[course]?.title ?? 'Course'}
                  </Link>
                  {lesson && `, lesson “${lesson}”`}
                </p>
              </div>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}
