import { shownTime } from '#platform/dates.ts';
import { DataTable, type DataColumn } from '#ui/table/DataTable.tsx';
import { Link } from '#ui/text/Link.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import type { QueueRow } from '../../jobsContract.ts';
import { staffPaths } from '../../paths.ts';
import staff from '../Staff.module.css';
import { ageText } from './words.ts';

const columnsAt = (nowMs: number): DataColumn<QueueRow>[] => [
  { id: 'name', header: 'Queue', width: '28%', sortBy: (row) => row.name, cell: (row) => row.name },
  {
    id: 'waiting',
    header: 'Waiting',
    align: 'end',
    sortBy: (row) => row.waiting,
    cell: (row) => row.waiting.toLocaleString('en-US'),
  },
  {
    id: 'running',
    header: 'Running',
    align: 'end',
    sortBy: (row) => row.running,
    cell: (row) => row.running.toLocaleString('en-US'),
  },
  {
    id: 'failed',
    header: 'Failed, 7 days',
    align: 'end',
    sortBy: (row) => row.failed,
    cell: (row) =>
      row.failed === 0 ? (
        '0'
      ) : (
        <Link
          className={staff.name}
          href={`${staffPaths.jobs}?show=jobs&queue=${encodeURIComponent(row.name)}`}
        >
          {row.failed.toLocaleString('en-US')}
        </Link>
      ),
  },
  {
    id: 'oldest',
    header: 'Oldest waiting',
    cell: (row) => (
      <span className={staff.whole}>{row.oldestWaiting ? ageText(row.oldestWaiting, nowMs) : '–'}</span>
    ),
  },
  {
    id: 'last',
    header: 'Last done',
    cell: (row) => <span className={staff.whole}>{row.lastRun ? shownTime(row.lastRun) : '–'}</span>,
  },
  {
    id: 'next',
    header: 'Next automatic run',
    cell: (row) => <span className={staff.whole}>{row.nextRun ? shownTime(row.nextRun) : '–'}</span>,
  },
];

/** What needs a look comes first. */
const pressing = (one: QueueRow, other: QueueRow): number =>
  other.failed - one.failed ||
  other.waiting - one.waiting ||
  other.running - one.running ||
  one.name.localeCompare(other.name, 'en');

/** Every queue; what failed is a click away. */
export function Queues({ queues, nowMs }: { queues: QueueRow[]; nowMs: number }) {
  return (
    <Panel flush className={staff.table}>
      <DataTable
        caption="Queues"
        columns={columnsAt(nowMs)}
        rows={queues.toSorted(pressing)}
        rowKey={(row) => row.name}
      />
    </Panel>
  );
}
