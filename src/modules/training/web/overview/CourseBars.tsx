import { VisuallyHidden } from '@mantine/core';
import { percentOf } from '#platform/percent.ts';
import { Link } from '#ui/Link.tsx';
import { Panel } from '#ui/Panel.tsx';
import type { CatalogCourse, CourseProgress } from '../../entities.ts';
import { trainingPaths } from '../../paths.ts';
import { inOrder, number } from '../words.ts';
import { Legend } from './MonthsChart.tsx';
import { SplitBar } from './SplitBar.tsx';
import classes from './Overview.module.css';

type CourseBarsProps = { courses: readonly CourseProgress[]; catalog: Record<string, CatalogCourse> };

/** Each course and how much of it is finished; leads to the course. */
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
              <Link className={classes.bar} href={trainingPaths.course(course.id)}>
                <span className={classes.barName}>
                  <span className={classes.barMonth} aria-hidden>
                    {course.month ?? '•'}
                  </span>
                  <span className={classes.barTitle}>{course.title}</span>
                </span>
                <SplitBar progress={one} />
                <span className={classes.barCount}>
                  {closed ? (
                    'Not open'
                  ) : (
                    <>
                      {percentOf(one.finished, one.unlocked)}%
                      <VisuallyHidden>
                        {' '}
                        finished, {number(one.finished)} of {number(one.unlocked)}
                        {one.overdue > 0 && `, ${number(one.overdue)} overdue`}
                      </VisuallyHidden>
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
