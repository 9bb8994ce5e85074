import type { CourseProgress } from '../../entities.ts';
import classes from './Overview.module.css';

/** Finished, late and open beside each other; words stand next to it. */
export function SplitBar({
  progress: { unlocked, finished, overdue },
}: {
  progress: Pick<CourseProgress, 'unlocked' | 'finished' | 'overdue'>;
}) {
  const width = (count: number) => ({
    width: `${unlocked === 0 ? 0 : Math.min(100, (count / unlocked) * 100)}%`,
  });
  return (
    <span className={`${classes.split} flex gap-0.5 rounded-full bg-accent overflow-hidden`} aria-hidden>
      {finished > 0 && <span data-part="finished" style={width(finished)} />}
      {overdue > 0 && <span data-part="overdue" style={width(overdue)} />}
    </span>
  );
}
