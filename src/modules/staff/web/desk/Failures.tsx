import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { shownTime } from '#platform/dates.ts';
import { useChange } from '#platform/web/useChange.ts';
import { ConfirmDialog } from '#ui/form/ConfirmDialog.tsx';
import type { DataColumn } from '#ui/table/DataTable.tsx';
import { DrawingShield } from '#ui/drawings/DrawingShield.tsx';
import { Link } from '#ui/text/Link.tsx';
import { staffJobsContract, type FailedJob, type FailedMail, type FailedScan } from '../../jobsContract.ts';
import { staffPaths } from '../../paths.ts';
import type { Loaded } from '../WhenLoaded.tsx';
import { messageOf } from '../messages.ts';
import { SearchField } from '#ui/form/SearchField.tsx';
import { FilterSelect } from '../FilterSelect.tsx';
import { PagedTable } from '../PagedTable.tsx';
import staff from '../Staff.module.css';
import { TwoLines } from '../TwoLines.tsx';
import classes from './Desk.module.css';
import { renewJobs, useFailedJobs, useFailedMails, useFailedScans, type Found } from './queries.ts';
import { useAsked } from '../useAsked.ts';

function List<Row>({
  what,
  days,
  placeholder,
  found,
  search,
  columns,
  rowKey,
  filter,
  onChange,
}: {
  what: string;
  days: string;
  placeholder: string;
  found: Loaded<{ rows: Row[]; total: number; page: number; pages: number }>;
  search: string;
  columns: DataColumn<Row>[];
  rowKey: (row: Row) => string;
  filter?: ReactNode;
  onChange: (part: Partial<Found>) => void;
}) {
  return (
    <>
      <search className="flex flex-wrap items-end gap-3 gap-x-4 mb-4" aria-label={`Filter the ${what}`}>
        <SearchField
          value={search}
          placeholder={placeholder}
          className={staff.search}
          onSearch={(text) => onChange({ search: text })}
        />
        {filter}
        {found.data && (
          <p className={classes.count} aria-live="polite">
            {found.data.total.toLocaleString('en-US')} in the last {days}
          </p>
        )}
      </search>
      <PagedTable
        of={found}
        things={what}
        height={320}
        caption={what}
        columns={columns}
        rowKey={rowKey}
        drawing={<DrawingShield />}
        empty={
          search
            ? { title: 'Nothing found', text: 'Try a part of the name or of the message.' }
            : { title: `No ${what}`, text: `Nothing of the kind in the last ${days}.` }
        }
        onPage={(page) => onChange({ page })}
      />
    </>
  );
}

const jobColumns = (retry: (job: FailedJob) => void): DataColumn<FailedJob>[] => [
  {
    id: 'queue',
    header: 'Queue',
    width: '20%',
    cell: (row) => (
      <TwoLines below={row.id}>
        <span>{row.queue}</span>
      </TwoLines>
    ),
  },
  {
    id: 'message',
    header: 'What went wrong',
    width: '32%',
    cell: (row) => (
      <span className={staff.person}>
        <span className="wrap-anywhere">
          {row.message || 'Without a message; the log of the worker tells more.'}
        </span>
        {row.ids.length > 0 && (
          <span className={staff.dimmed}>{row.ids.map(({ name, id }) => `${name} ${id}`).join(', ')}</span>
        )}
      </span>
    ),
  },
  {
    id: 'organization',
    header: 'Organization',
    cell: (row) =>
      row.organization?.name ? (
        <Link className={staff.name} href={staffPaths.organization(row.organization.orgId)}>
          {row.organization.name}
        </Link>
      ) : (
        <span className={staff.dimmed}>{row.organization ? 'One that is gone' : '–'}</span>
      ),
  },
  { id: 'tries', header: 'Tries', align: 'end', cell: (row) => row.tries },
  { id: 'at', header: 'Failed', cell: (row) => shownTime(row.at) },
  {
    id: 'act',
    header: 'Try again',
    hiddenHeader: true,
    align: 'end',
    cell: (row) =>
      row.mayRetry && (
        <Button
          size="sm"
          variant="default"
          aria-label={`Try again: ${row.queue}, job ${row.id}`}
          onClick={() => retry(row)}
        >
          Try again
        </Button>
      ),
  },
];

export function FailedJobs({ queues }: { queues: string[] }) {
  const { asked: request, page, change } = useAsked({ search: '', queue: '' });
  const found = useFailedJobs({ search: request.search, queue: request.queue.slice(0, 100), page });
  const [chosen, setChosen] = useState<FailedJob | null>(null);
  const retry = useChange(staffJobsContract.retryJob, {
    after: renewJobs,
    done: () => 'The job is in its queue again.',
    failed: () => null,
  });
  const close = () => {
    retry.reset();
    setChosen(null);
  };
  return (
    <>
      <List
        what="failed jobs"
        days="seven days"
        placeholder="Organization, message or id"
        found={found}
        search={request.search}
        columns={jobColumns(setChosen)}
        rowKey={(row) => row.id}
        onChange={change}
        filter={
          <FilterSelect
            label="Queue"
            value={request.queue}
            every="Every queue"
            options={queues}
            onChange={(queue) => change({ queue })}
          />
        }
      />
      <ConfirmDialog
        opened={chosen !== null}
        title="Try this job again?"
        confirmLabel="Try again"
        busy={retry.isPending}
        error={retry.error ? messageOf(retry.error) : null}
        onConfirm={() => chosen && retry.mutate({ queue: chosen.queue, id: chosen.id }, { onSuccess: close })}
        onCancel={close}
      >
        {chosen &&
          `${chosen.queue} runs again with the same data. If the cause is still there, it fails again.`}
      </ConfirmDialog>
    </>
  );
}

const scanColumns: DataColumn<FailedScan>[] = [
  {
    id: 'website',
    header: 'Website',
    width: '26%',
    cell: (row) => <span className="wrap-anywhere">{row.website}</span>,
  },
  {
    id: 'organization',
    header: 'Organization',
    cell: (row) => (
      <Link className={staff.name} href={staffPaths.organization(row.orgId)}>
        {row.companyName}
      </Link>
    ),
  },
  {
    id: 'reason',
    header: 'Reason',
    width: '30%',
    cell: (row) => <span className="wrap-anywhere">{row.reason || '–'}</span>,
  },
  { id: 'level', header: 'Level', cell: (row) => row.level },
  { id: 'tries', header: 'Tries', align: 'end', cell: (row) => row.tries },
  { id: 'at', header: 'Failed', cell: (row) => shownTime(row.at) },
];

export function FailedScans() {
  const { asked, page, change } = useAsked({ search: '' });
  const found = useFailedScans({ ...asked, page });
  return (
    <List
      what="failed scans"
      days="thirty days"
      placeholder="Organization, website or reason"
      found={found}
      search={asked.search}
      columns={scanColumns}
      rowKey={(row) => row.scanId}
      onChange={change}
    />
  );
}

const mailColumns: DataColumn<FailedMail>[] = [
  {
    id: 'recipient',
    header: 'To',
    width: '28%',
    cell: (row) => <span className="wrap-anywhere">{row.recipient}</span>,
  },
  { id: 'sender', header: 'From', cell: (row) => row.sender },
  {
    id: 'reason',
    header: 'Reason',
    width: '36%',
    cell: (row) => <span className="wrap-anywhere">{row.reason}</span>,
  },
  { id: 'at', header: 'Given up', cell: (row) => shownTime(row.at) },
];

export function FailedMails() {
  const { asked, page, change } = useAsked({ search: '' });
  const found = useFailedMails({ ...asked, page });
  return (
    <List
      what="failed emails"
      days="thirty days"
      placeholder="Address or reason"
      found={found}
      search={asked.search}
      columns={mailColumns}
      rowKey={(row) => row.id}
      onChange={change}
    />
  );
}
