import { planPath } from '#modules/plans/paths.ts';
import { Link } from '#ui/text/Link.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import type { TrainingOverview } from '../../entities.ts';
import type { ShowDialog } from '../dialogs.ts';
import { useTraineeFilter } from '../filter.ts';
import { EmptyTraining } from '../overview/EmptyTraining.tsx';
import type { Loaded } from '../queries.ts';
import { counted, number } from '../words.ts';
import { PeopleList } from './PeopleList.tsx';
import classes from './Trainees.module.css';

function Seats({ seats: { total, taken, left } }: Pick<TrainingOverview, 'seats'>) {
  return (
    <div className={`${classes.seats} grid gap-1`}>
      <span
        className={`${classes.seatBar} bg-border block rounded-full overflow-hidden`}
        data-full={left <= 0 || undefined}
        aria-hidden
      >
        <span style={{ width: `${total === 0 ? 100 : Math.min(100, (taken / total) * 100)}%` }} />
      </span>
      <span className={`${classes.seatWords} text-small text-dimmed tabular-nums`}>
        {number(taken)} of {counted(total, 'seat')} taken
        {left <= 0 && (
          <>
            {'. '}
            <Link className="font-medium text-accent underline" href={planPath}>
              Upgrade your plan
            </Link>
          </>
        )}
      </span>
    </div>
  );
}

export function TraineesTab({
  loaded,
  empty,
  onDialog,
}: {
  loaded: Loaded;
  empty: boolean;
  onDialog: ShowDialog;
}) {
  const [filter, change] = useTraineeFilter();
  if (empty) return <EmptyTraining loaded={loaded} onDialog={onDialog} />;
  return (
    <Panel
      flush
      title="People"
      description="They need no account, only the personal link in their email."
      actions={<Seats seats={loaded.traineesData!.seats} />}
    >
      <PeopleList filter={filter} onFilter={change} catalog={loaded.catalogMap} onDialog={onDialog} />
    </Panel>
  );
}
