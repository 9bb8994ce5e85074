import { Button } from '@mantine/core';
import { useState } from 'react';
import { useParams } from 'react-router';
import { shownTime } from '#platform/dates.ts';
import { dayWords } from '#platform/days.ts';
import { BackLink } from '#ui/page/BackLink.tsx';
import { DataTable, type DataColumn } from '#ui/table/DataTable.tsx';
import { DrawingMail } from '#ui/drawings/DrawingMail.tsx';
import { EmptyState } from '#ui/page/EmptyState.tsx';
import { KeyValueList } from '#ui/page/KeyValueList.tsx';
import { Link } from '#ui/text/Link.tsx';
import { PageHeader } from '#ui/page/PageHeader.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { staffPaths } from '../../paths.ts';
import type { StaffSenderDetails } from '../../sendersContract.ts';
import { WhenLoaded } from '../WhenLoaded.tsx';
import classes from '../Staff.module.css';
import { DecideDialog } from './DecideDialog.tsx';
import { SenderPill } from './SenderPill.tsx';
import { useSender } from './queries.ts';

type Sent = StaffSenderDetails['days'][number];
type Report = StaffSenderDetails['reports'][number];

const number = (value: number): string => value.toLocaleString('en-US');
const dayColumns: DataColumn<Sent>[] = [
  { id: 'day', header: 'Day', cell: (row) => <span className={classes.whole}>{dayWords(row.day)}</span> },
  { id: 'strangers', header: 'Strangers', align: 'end', cell: (row) => number(row.strangers) },
  { id: 'colleagues', header: 'At proved domains', align: 'end', cell: (row) => number(row.colleagues) },
  { id: 'emails', header: 'Emails', align: 'end', cell: (row) => number(row.emails) },
  { id: 'withheld', header: 'Withheld', align: 'end', cell: (row) => number(row.withheld) },
];
const reportColumns: DataColumn<Report>[] = [
  { id: 'at', header: 'Reported', cell: (row) => <span className={classes.whole}>{shownTime(row.at)}</span> },
  { id: 'about', header: 'Email', cell: (row) => row.about },
  {
    id: 'from',
    header: 'From',
    cell: (row) => <span className={classes.whole}>{row.colleague ? 'Proved domain' : 'Stranger'}</span>,
  },
  { id: 'comment', header: 'Comment', width: '40%', cell: (row) => row.comment || '–' },
];
const standings = {
  unproved: 'No proved domain, no paid plan',
  proved: 'Proved domain',
  paying: 'Paid plan',
} as const;

const factsOf = ({ standing, perDay, decision, reports }: StaffSenderDetails) => [
  {
    key: 'status',
    label: 'Status',
    value: (
      <SenderPill
        stopped={decision?.stopped ?? false}
        decidedBy={decision?.by ?? null}
        reports={reports.length}
      />
    ),
  },
  ...(decision
    ? [
        { key: 'by', label: 'Decided by', value: decision.by ?? 'Reports of recipients' },
        { key: 'at', label: 'Decided', value: shownTime(decision.at) },
        { key: 'reason', label: 'Reason', value: decision.reason },
      ]
    : []),
  { key: 'standing', label: 'Standing', value: standings[standing] },
  { key: 'strangers', label: 'Strangers a day', value: number(perDay.strangers) },
  {
    key: 'colleagues',
    label: 'People at proved domains a day',
    value: perDay.colleagues > 0 ? number(perDay.colleagues) : '–',
  },
];

const back = <BackLink href={staffPaths.senders}>Email senders</BackLink>;

function Details({ data }: { data: StaffSenderDetails }) {
  const [asks, setAsks] = useState(false);
  const stopped = data.decision?.stopped ?? false;
  return (
    <>
      <PageHeader
        trail={back}
        title={data.companyName}
        purpose="Email to people other than its administrators, by day, and recipients' reports."
        action={
          <Button variant={stopped ? 'filled' : 'default'} onClick={() => setAsks(true)}>
            {stopped ? 'Allow email' : 'Stop email'}
          </Button>
        }
      />
      <div className={`${classes.columns} stack items-start gap-6`}>
        <div className="grid gap-4">
          <Panel title="Last seven days" flush className={classes.table}>
            <DataTable
              caption="People and emails by day"
              columns={dayColumns}
              rows={data.days}
              rowKey={(row) => row.day}
            />
          </Panel>
          <Panel title="Reports" flush className={classes.table}>
            <DataTable
              caption="Reports by recipients"
              columns={reportColumns}
              rows={data.reports}
              rowKey={(row) => row.at + row.comment}
              empty={
                <EmptyState drawing={<DrawingMail />} title="No reports" level={3}>
                  No recipient has reported an email of this organization.
                </EmptyState>
              }
            />
          </Panel>
        </div>
        <Panel title="About">
          <KeyValueList items={factsOf(data)} />
          <p className="mt-4">
            <Link className={classes.name} href={staffPaths.organization(data.orgId)}>
              Open the organization
            </Link>
          </p>
        </Panel>
      </div>
      <DecideDialog
        key={String(asks)}
        orgId={data.orgId}
        companyName={data.companyName}
        stop={!stopped}
        opened={asks}
        onClose={() => setAsks(false)}
      />
    </>
  );
}

/** One sender: volumes, reports, and the decision about it. */
export function SenderScreen() {
  const { orgId = '' } = useParams();
  const sender = useSender(orgId);
  return (
    <WhenLoaded of={sender} what="the sender">
      {(data) => <Details data={data} />}
    </WhenLoaded>
  );
}
