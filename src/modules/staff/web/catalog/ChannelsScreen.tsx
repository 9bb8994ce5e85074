import { Button } from '@mantine/core';
import { dayWords } from '#platform/days.ts';
import { DataTable, type DataColumn } from '#ui/table/DataTable.tsx';
import { Link } from '#ui/text/Link.tsx';
import { PageHeader } from '#ui/page/PageHeader.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { StatusPill } from '#ui/badge/StatusPill.tsx';
import type { ChannelRow } from '../../catalogSchemas.ts';
import { staffPaths } from '../../paths.ts';
import staff from '../Staff.module.css';
import { TwoLines } from '../TwoLines.tsx';
import { WhenLoaded } from '../WhenLoaded.tsx';
import { useChannels } from './queries.ts';
import { StandingPill } from './StandingPill.tsx';

const columns: DataColumn<ChannelRow>[] = [
  {
    id: 'channel',
    header: 'Channel',
    width: '26%',
    sortBy: (row) => row.channelId,
    cell: (row) => (
      <TwoLines
        below={
          <>
            {row.brand}
            {row.defaultForBrand && ', its default'}
          </>
        }
      >
        <Link className={staff.name} href={staffPaths.channel(row.channelId)}>
          {row.channelId}
        </Link>
      </TwoLines>
    ),
  },
  {
    id: 'trial',
    header: 'Trial',
    cell: (row) => (row.trialDays === null ? 'None' : `${row.trialDays} days`),
  },
  {
    id: 'plans',
    header: 'Plans',
    cell: (row) => (
      <TwoLines below={<>Begins with {row.defaultPlan}</>}>
        <span>{row.plans.join(', ')}</span>
      </TwoLines>
    ),
  },
  {
    id: 'until',
    header: 'Valid until',
    cell: (row) =>
      row.validUntil ? (
        <span className={staff.whole}>{dayWords(row.validUntil)}</span>
      ) : (
        <StatusPill tone="success">Open</StatusPill>
      ),
  },
  { id: 'ids', header: 'Ids', align: 'end', cell: (row) => row.subscriptionIds },
  {
    id: 'organizations',
    header: 'Organizations',
    align: 'end',
    sortBy: (row) => row.organizations,
    cell: (row) => row.organizations.toLocaleString('en-US'),
  },
  { id: 'standing', header: 'Version', cell: (row) => <StandingPill standing={row} /> },
];

/** Ways by which customers come. */
export function ChannelsScreen() {
  const channels = useChannels();
  return (
    <>
      <PageHeader
        title="Channels"
        purpose="How customers reach you: their trial, what they may buy, and their discounts."
        action={
          <Button component={Link} href={staffPaths.newChannel}>
            New channel
          </Button>
        }
      />
      <WhenLoaded of={channels} what="the channels">
        {(rows) => (
          <Panel flush className={staff.table}>
            <DataTable caption="Channels" columns={columns} rows={rows} rowKey={(row) => row.channelId} />
          </Panel>
        )}
      </WhenLoaded>
    </>
  );
}
