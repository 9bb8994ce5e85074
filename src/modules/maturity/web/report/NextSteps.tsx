import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { askExpert } from '#modules/plans/web/public.ts';
import { AskExpertButton } from '#ui/form/AskExpertButton.tsx';
import { effort } from '#platform/taskTime.ts';
import { LevelBadge } from '#ui/badge/LevelBadge.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { StatusPill } from '#ui/badge/StatusPill.tsx';
import type { Report, ReportElement } from '../../entities.ts';
import { ActionItem } from './ActionItem.tsx';
import { weakestFirst } from './comparison.ts';
import classes from './Report.module.css';

/** What moves each element to its next level, the weakest first. */
export function NextSteps({ report }: { report: Report }) {
  const elements = weakestFirst(report.elements.filter(({ complete }) => complete));
  return (
    <Panel
      title="What to do next"
      description="The weakest elements come first. Tick off what is done; you can untick it at any time."
    >
      {elements.length === 0 ? (
        <p className="text-dimmed text-pretty measure-68">
          {report.assessment.assessmentStatus === 'completed'
            ? 'Every element is at the highest level. Review your answers now and then to keep it that way.'
            : 'As soon as all questions of one element are answered, its next steps appear here.'}
        </p>
      ) : (
        <ol className={classes.steps}>
          {elements.map((element, index) => (
            <li key={element.id}>
              <ElementSteps element={element} opened={index === 0} />
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}

function ElementSteps({ element, opened }: { element: ReportElement; opened: boolean }) {
  const { next } = element;
  if (!next) return null;
  const left = next.actions.filter(({ task }) => !task?.done);
  const minutes = left.reduce((sum, action) => sum + action.minutes, 0);
  return (
    <details className={classes.stepElement} open={opened}>
      <summary
        className={`${classes.stepSummary} min-h-16 cursor-pointer row gap-2 gap-x-4 rounded hover-bg`}
      >
        <LevelBadge level={element.level} size={32} label={`Level ${element.level}`} />
        <span className={`${classes.stepWords} grid flex-auto min-w-0`}>
          <span>
            <span className="font-semibold">{element.title}</span>
            {element.weakest && <StatusPill tone="warning">Weakest</StatusPill>}
          </span>
          <span className={classes.meta}>
            To level {next.level}:{' '}
            {left.length === 0
              ? 'all ticked off'
              : `${left.length} ${left.length === 1 ? 'step' : 'steps'} left`}
            {minutes > 0 && <> · {effort(minutes)}</>}
          </span>
        </span>
        <IconChevronDown
          size={18}
          stroke={1.5}
          aria-hidden
          className={`${classes.chevron} flex-none text-dimmed`}
        />
      </summary>
      <div className={classes.stepBody}>
        <p className="text-dimmed text-pretty measure-68">
          Level {next.level} means: {next.summary}
        </p>
        <ul>
          {next.actions.map((action) => (
            <ActionItem key={action.questionId} action={action} />
          ))}
        </ul>
        <AskExpertButton
          mt={12}
          onClick={() =>
            askExpert({
              kind: 'element',
              id: element.id,
              title: element.title,
              facts: [
                { label: 'Level', value: `${element.level}, next ${next.level}` },
                { label: 'Missing', value: left.map(({ text }) => text).join('; ') },
              ],
            })
          }
        />
      </div>
    </details>
  );
}
