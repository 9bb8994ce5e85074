import { percentOf } from '#platform/percent.ts';
import { KeyValueList } from '#ui/page/KeyValueList.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import type { CourseInsight, CourseProgress } from '../../entities.ts';
import { PercentRing } from '#ui/chart/PercentRing.tsx';
import shared from '../Training.module.css';
import { number, peopleCount } from '../words.ts';
import classes from './Courses.module.css';

const rows = [
  { id: 'finished', label: 'Finished' },
  { id: 'inProgress', label: 'In progress' },
  { id: 'failedQuiz', label: 'Test not passed' },
  { id: 'notStarted', label: 'Not started' },
] as const;

export function CourseProgressPanel({
  progress,
  insight,
}: {
  progress: CourseProgress;
  insight: CourseInsight;
}) {
  const open = progress.unlocked > 0;
  const whole = Math.max(1, progress.enrolled);
  return (
    <Panel title="Progress">
      <div className="row gap-5">
        <PercentRing percent={percentOf(progress.finished, progress.unlocked)} />
        <div className="min-w-0">
          <p className="text-reading font-semibold">
            {progress.enrolled === 0
              ? 'No one takes this course.'
              : open
                ? `${number(progress.finished)} of ${peopleCount(progress.unlocked)} finished`
                : `Opens later for ${peopleCount(progress.enrolled)}`}
          </p>
          <p className={shared.quiet}>
            {progress.overdue > 0
              ? `${peopleCount(progress.overdue)} past the due date.`
              : open
                ? 'No one is late.'
                : ''}
          </p>
        </div>
      </div>
      <ul className={`${classes.stages} grid gap-2`}>
        {rows.map(({ id, label }) => (
          <li key={id}>
            <span>{label}</span>
            <span
              className={`${classes.stageBar} rounded-full bg-hover overflow-hidden`}
              data-part={id}
              aria-hidden
            >
              <span style={{ width: `${(progress[id] / whole) * 100}%` }} />
            </span>
            <span className="tabular-nums text-end">{number(progress[id])}</span>
          </li>
        ))}
      </ul>
      <div className={`${classes.insight} border-t mt-5`}>
        <h3 className={classes.sub}>What was hard</h3>
        {insight.firstScore === null ? (
          <p className={shared.quiet}>
            Shown once five people have taken the test, so that no individual can be identified.
          </p>
        ) : (
          <KeyValueList
            items={[
              {
                key: 'first',
                label: 'First try at the test',
                value: `${insight.firstScore}% right on average`,
              },
              ...(insight.hardest
                ? [
                    {
                      key: 'hardest',
                      label: `Missed by ${insight.hardest.missedPercent}%`,
                      value: (
                        <>
                          {insight.hardest.stem}
                          {insight.hardest.lesson && (
                            <span className={shared.quiet}> Lesson “{insight.hardest.lesson}”</span>
                          )}
                        </>
                      ),
                    },
                  ]
                : []),
            ]}
          />
        )}
      </div>
    </Panel>
  );
}
