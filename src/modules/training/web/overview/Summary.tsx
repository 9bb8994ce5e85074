import { Button } from '@mantine/core';
import IconMailForward from '@tabler/icons-react/dist/esm/icons/IconMailForward.mjs';
import { percentOf } from '#platform/percent.ts';
import { Panel } from '#ui/page/Panel.tsx';
import { PercentRing } from '#ui/chart/PercentRing.tsx';
import type { ShowDialog } from '../dialogs.ts';
import { counted, number, peopleCount } from '../words.ts';
import classes from './Overview.module.css';
import type { Sum } from './standing.ts';

function titleOf({ unlocked, finished }: Sum, people: number): string {
  if (people === 0) return 'No one is in training now';
  if (unlocked === 0) return 'The first course opens soon';
  if (finished >= unlocked) return 'Everything that is open is finished';
  if (finished === 0) return 'No one has finished a course yet';
  return `${number(finished)} of ${counted(unlocked, 'open course')} finished`;
}

export function Summary({ sum, people, onDialog }: { sum: Sum; people: number; onDialog: ShowDialog }) {
  const open = Math.max(0, sum.unlocked - sum.finished);
  return (
    <Panel>
      <div className={`${classes.summary} grid items-center gap-6`}>
        <PercentRing percent={percentOf(sum.finished, sum.unlocked)} />
        <div>
          <h2 className="text-title text-balance">{titleOf(sum, people)}</h2>
          <p className={`measure-64 text-dimmed text-pretty mt-1`}>
            Counted over {peopleCount(people)} and the courses that are open to each by now.{' '}
            {sum.overdue > 0
              ? `${counted(sum.overdue, 'course is', 'courses are')} past ${sum.overdue === 1 ? 'its' : 'their'} due date.`
              : open > 0
                ? 'Nothing is late.'
                : 'The next course opens with its month.'}
          </p>
        </div>
        {open > 0 && (
          <Button
            variant="default"
            className={classes.summaryAction}
            leftSection={<IconMailForward size={18} stroke={1.75} aria-hidden />}
            onClick={(event) => onDialog({ kind: 'remind', people: 'all' }, event.currentTarget)}
          >
            Remind everyone
          </Button>
        )}
      </div>
    </Panel>
  );
}
