import { useSearchParams } from 'react-router';
import { LinkTabs, linkTabPanel } from '#ui/page/LinkTabs.tsx';
import { PageHeader } from '#ui/page/PageHeader.tsx';
import { StatTile } from '#ui/chart/StatTile.tsx';
import type { QueueRow } from '../../jobsContract.ts';
import { staffPaths } from '../../paths.ts';
import { WhenLoaded } from '../WhenLoaded.tsx';
import classes from './Desk.module.css';
import { FailedJobs, FailedMails, FailedScans } from './Failures.tsx';
import { Queues } from './Queues.tsx';
import { useQueues } from './queries.ts';
import { ageText } from './words.ts';

const views = [
  { id: 'queues', label: 'Queues' },
  { id: 'jobs', label: 'Failed jobs' },
  { id: 'scans', label: 'Failed scans' },
  { id: 'mails', label: 'Failed emails' },
] as const;
type View = (typeof views)[number]['id'];

function Tiles({ queues, nowMs }: { queues: QueueRow[]; nowMs: number }) {
  const sum = (of: (row: QueueRow) => number) =>
    queues.reduce((all, row) => all + of(row), 0).toLocaleString('en-US');
  const oldest = queues.flatMap(({ oldestWaiting }) => oldestWaiting ?? []).sort()[0];
  return (
    <div className={classes.tiles}>
      <StatTile label="Waiting" value={sum((row) => row.waiting)} />
      <StatTile label="Running" value={sum((row) => row.running)} />
      <StatTile label="Failed" value={sum((row) => row.failed)} note="In the last seven days" />
      <StatTile
        label="Oldest waiting"
        value={oldest ? ageText(oldest, nowMs) : '–'}
        note="Of what could run now"
      />
    </div>
  );
}

/** What the portal does in the background, and what went wrong there. */
export function JobsScreen() {
  const [params] = useSearchParams();
  const view: View = views.find(({ id }) => id === params.get('show'))?.id ?? 'queues';
  const queues = useQueues();
  return (
    <>
      <PageHeader
        title="Jobs and failures"
        purpose="What the portal does in the background, what is waiting, and what went wrong."
      />
      <WhenLoaded of={queues} what="the queues">
        {(rows) => (
          <>
            <Tiles queues={rows} nowMs={queues.dataUpdatedAt} />
            <LinkTabs
              name="jobs"
              label="Jobs and failures"
              current={view}
              tabs={views.map(({ id, label }) => ({
                id,
                label,
                href: id === 'queues' ? staffPaths.jobs : `${staffPaths.jobs}?show=${id}`,
              }))}
            />
            <div {...linkTabPanel('jobs', view)} className={classes.view} key={view}>
              {view === 'queues' && <Queues queues={rows} nowMs={queues.dataUpdatedAt} />}
              {view === 'jobs' && <FailedJobs queues={rows.map(({ name }) => name)} />}
              {view === 'scans' && <FailedScans />}
              {view === 'mails' && <FailedMails />}
            </div>
          </>
        )}
      </WhenLoaded>
    </>
  );
}
