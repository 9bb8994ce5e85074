import { useSearchParams } from 'react-router';
import { shownDay } from '#platform/dates.ts';
import { DataTable, type DataColumn } from '#ui/table/DataTable.tsx';
import { DrawingMail } from '#ui/drawings/DrawingMail.tsx';
import { EmptyState } from '#ui/page/EmptyState.tsx';
import { Link } from '#ui/text/Link.tsx';
import { LinkTabs, linkTabPanel } from '#ui/page/LinkTabs.tsx';
import { PageHeader } from '#ui/page/PageHeader.tsx';
import { Pager } from '#ui/table/Pager.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { staffPaths } from '../../paths.ts';
import type { StaffSender } from '../../sendersContract.ts';
import { WhenLoaded } from '../WhenLoaded.tsx';
import classes from '../Staff.module.css';
import { TwoLines } from '../TwoLines.tsx';
import { SenderPill } from './SenderPill.tsx';
import { useSenders } from './queries.ts';

const number = (value: number): string => value.toLocaleString('en-US');

const columns: DataColumn<StaffSender>[] = [
  {
    id: 'name',
    header: 'Organization',
    width: '30%',
    cell: (row) => (
      <TwoLines
        below={
          <>
            {row.brand} · {row.planName}
          </>
        }
      >
        <Link className={classes.name} href={staffPaths.sender(row.orgId)}>
          {row.companyName}
        </Link>
      </TwoLines>
    ),
  },
  { id: 'status', header: 'Status', cell: (row) => <SenderPill {...row} /> },
  { id: 'today', header: 'People today', align: 'end', cell: (row) => number(row.todayPeople) },
  { id: 'week', header: 'People in 7 days', align: 'end', cell: (row) => number(row.weekPeople) },
  { id: 'emails', header: 'Emails in 7 days', align: 'end', cell: (row) => number(row.weekEmails) },
  { id: 'reports', header: 'Reports', align: 'end', cell: (row) => number(row.reports) },
  {
    id: 'last',
    header: 'Last report',
    cell: (row) => <span className={classes.whole}>{row.lastReport ? shownDay(row.lastReport) : '–'}</span>,
  },
];

const views = [
  { id: 'all', label: 'All senders', href: staffPaths.senders },
  { id: 'open', label: 'Waiting for a decision', href: `${staffPaths.senders}?show=open` },
] as const;

/** Which organizations have email sent to people other than their administrators, and who was reported. */
export function SendersScreen() {
  const [params, setParams] = useSearchParams();
  const view = params.get('show') === 'open' ? 'open' : 'all';
  const page = Math.max(1, Math.floor(Number(params.get('page'))) || 1);
  const senders = useSenders({ open: view === 'open' ? 'true' : 'false', page });
  return (
    <>
      <PageHeader
        title="Email senders"
        purpose="Email that organizations have sent to people other than their administrators: how much, and what recipients reported."
      />
      <LinkTabs name="senders" label="Email senders" current={view} tabs={[...views]} />
      <div {...linkTabPanel('senders', view)} className={classes.view} key={view}>
        <WhenLoaded of={senders} what="the senders">
          {(data) => (
            <div className="grid gap-4">
              <Panel flush className={classes.table}>
                <DataTable
                  caption="Email senders"
                  columns={columns}
                  rows={data.senders}
                  rowKey={(row) => row.orgId}
                  empty={
                    <EmptyState
                      drawing={<DrawingMail />}
                      title={view === 'open' ? 'Nothing to decide' : 'No email yet'}
                      level={2}
                    >
                      {view === 'open'
                        ? 'Reports by recipients appear here until someone decides about the sender.'
                        : 'No organization has had email sent to others in the last seven days.'}
                    </EmptyState>
                  }
                />
              </Panel>
              <Pager
                page={data.page}
                pages={data.pages}
                onChange={(next) =>
                  setParams({ ...(view === 'open' ? { show: 'open' } : {}), page: String(next) })
                }
                label="Pages of senders"
              />
            </div>
          )}
        </WhenLoaded>
      </div>
    </>
  );
}
