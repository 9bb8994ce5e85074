import { Button } from '@mantine/core';
import { useState } from 'react';
import { useParams } from 'react-router';
import { shownDay } from '#platform/dates.ts';
import { CallError } from '#platform/web/call.ts';
import { BackLink } from '#ui/page/BackLink.tsx';
import { DataTable, type DataColumn } from '#ui/table/DataTable.tsx';
import { DrawingPeople } from '#ui/drawings/DrawingPeople.tsx';
import { EmptyState } from '#ui/page/EmptyState.tsx';
import { ErrorState } from '#ui/page/ErrorState.tsx';
import { KeyValueList } from '#ui/page/KeyValueList.tsx';
import { PageHeader } from '#ui/page/PageHeader.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import type { StaffAdministrator, StaffOrganization } from '../contract.ts';
import { staffPaths } from '../paths.ts';
import { BeginDialog } from './BeginDialog.tsx';
import { ClosingPanel } from './ClosingPanel.tsx';
import { Disowned, OrganizationGlance } from './concierge/OrganizationGlance.tsx';
import { useOrganizationState } from './concierge/queries.ts';
import { messageOf } from './messages.ts';
import { useOrganization } from './queries.ts';
import { SubscriptionPill } from './SubscriptionPill.tsx';
import classes from './Staff.module.css';
import { TwoLines } from './TwoLines.tsx';

const columnsFor = (
  choose: (administrator: StaffAdministrator) => void,
): DataColumn<StaffAdministrator>[] => [
  {
    id: 'name',
    header: 'Name',
    width: '40%',
    cell: (row) => (
      <TwoLines below={row.email}>
        <span>{`${row.firstName} ${row.lastName}`.trim() || row.email}</span>
      </TwoLines>
    ),
  },
  { id: 'job', header: 'Job title', cell: (row) => row.jobTitle || '–' },
  {
    id: 'since',
    header: 'Since',
    cell: (row) => <span className={classes.whole}>{shownDay(row.since)}</span>,
  },
  {
    id: 'act',
    header: 'Act as',
    hiddenHeader: true,
    align: 'end',
    cell: (row) => (
      <Button
        size="sm"
        variant="default"
        aria-label={`Start support session as ${row.firstName} ${row.lastName}`}
        onClick={() => choose(row)}
      >
        Start support session
      </Button>
    ),
  },
];

const factsOf = (organization: StaffOrganization) => [
  { key: 'status', label: 'Status', value: <SubscriptionPill organization={organization} /> },
  { key: 'plan', label: 'Plan', value: organization.planName },
  { key: 'brand', label: 'Brand', value: organization.brand },
  { key: 'channel', label: 'Channel', value: organization.channelId },
  { key: 'signed-up', label: 'Signed up', value: shownDay(organization.signUpDate) },
  {
    key: 'active',
    label: 'Last active',
    value: organization.lastActivity ? shownDay(organization.lastActivity) : 'Never',
  },
];

const back = <BackLink href={staffPaths.home}>Organizations</BackLink>;

/** One organisation: whom staff may act for, and how it stands. */
export function OrganizationScreen() {
  const { orgId = '' } = useParams();
  const { data, error, isError, isFetching, refetch } = useOrganization(orgId);
  // with the page, so that what stands below does not jump
  const glance = useOrganizationState(orgId);
  const [chosen, setChosen] = useState<StaffAdministrator | null>(null);
  if (isError) {
    const gone = error instanceof CallError && error.status < 500 && error.code !== 'offline';
    return (
      <>
        <PageHeader trail={back} title="Organization" />
        <ErrorState
          title="The organization could not be loaded"
          {...(gone ? {} : { onRetry: () => void refetch(), retrying: isFetching })}
        >
          {messageOf(error)}
        </ErrorState>
      </>
    );
  }
  if (!data || glance.isPending)
    return <SkeletonPanel lines={6} height={420} label="Loading the organization" />;
  const { organization, administrators } = data;
  return (
    <>
      <PageHeader
        trail={back}
        title={organization.companyName}
        purpose="Act as one of its administrators to see what they see and fix things for them."
      />
      <OrganizationGlance orgId={orgId} />
      <div className={`${classes.columns} stack items-start gap-6`}>
        <div className="grid gap-4">
          <Panel title="Administrators" flush className={classes.table}>
            <DataTable
              caption={`Administrators of ${organization.companyName}`}
              columns={columnsFor(setChosen)}
              rows={administrators}
              rowKey={(row) => row.cognitoId}
              empty={
                <EmptyState
                  drawing={<DrawingPeople />}
                  title="No one administers this organization"
                  level={3}
                >
                  A support session acts as an administrator, so none can be started here.
                </EmptyState>
              }
            />
          </Panel>
          <Disowned orgId={orgId} />
          <ClosingPanel orgId={orgId} companyName={organization.companyName} />
        </div>
        <Panel title="About">
          <KeyValueList items={factsOf(organization)} />
        </Panel>
      </div>
      <BeginDialog
        key={chosen?.cognitoId ?? 'nobody'}
        orgId={organization.orgId}
        companyName={organization.companyName}
        administrator={chosen}
        onClose={() => setChosen(null)}
      />
    </>
  );
}
