import { percentOf } from '#platform/percent.ts';
import { Link } from '#ui/text/Link.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import type { CatalogCourse, CourseProgress } from '../../entities.ts';
import { trainingPaths } from '../../paths.ts';
import { inOrder, number } from '../words.ts';
import { Legend } from './MonthsChart.tsx';
import { SplitBar } from './SplitBar.tsx';
import classes from './Overview.module.css';

type CourseBarsProps = { courses: readonly CourseProgress[]; catalog: Record<string, CatalogCourse> };

export function CourseBars({ courses, catalog }: CourseBarsProps) {
  const byCourse = new Map(courses.map((one) => [one.course, one]));
  const shown = inOrder(catalog).filter(({ id }) => (byCourse.get(id)?.enrolled ?? 0) > 0);
  return (
    <Panel title="Course by course" description="Of the people to whom each course is open.">
      <Legend />
      <ul className={classes.bars}>
        {shown.map((course) => {
          const one = byCourse.get(course.id)!;
          const closed = one.unlocked === 0;
          return (
            <li key={course.id} data-closed={closed || undefined}>
              <Link
                className={`${classes.bar} grid items-center gap-4 text-plain no-underline rounded hover-bg`}
                href={trainingPaths.course(course.id)}
              >
                <span className="row min-w-0 gap-3">
                  <span
                    className={`${classes.barMonth} grid place-items-center flex-none text-small font-semibold text-accent tabular-nums rounded-sm bg-accent`}
                    aria-hidden
                  >
                    {course.month ?? '•'}
                  </span>
                  <span className="min-w-0 leading-5 font-medium">{course.title}</span>
                </span>
                <SplitBar progress={one} />
                <span className="text-small text-dimmed tabular-nums whitespace-nowrap text-end">
                  {closed ? (
                    'Not open'
                  ) : (
                    <>
                      {percentOf(one.finished, one.unlocked)}%
                      <span className="visually-hidden">
                        {' '}
                        finished, {number(one.finished)} of {number(one.unlocked)}
                        {one.overdue > 0 && `, ${number(one.overdue)} overdue`}
                      </span>
                    </>
                  )}
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
