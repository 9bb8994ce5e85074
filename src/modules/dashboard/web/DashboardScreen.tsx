import { Skeleton } from '@mantine/core';
import { useEffect } from 'react';
import { usePortal } from '#platform/web/boot.ts';
import { logError } from '#platform/web/logError.ts';
import { ErrorState } from '#ui/ErrorState.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Panel } from '#ui/Panel.tsx';
import { SkeletonPanel } from '#ui/SkeletonPanel.tsx';
import { dashboardContract, type DashboardData } from '../contract.ts';
import { cardWidth } from '../rules.ts';
import classes from './DashboardScreen.module.css';
import { messageOf } from './messages.ts';
import { MonitoringCard } from './MonitoringCard.tsx';
import { NextActions } from './NextActions.tsx';
import { Posture } from './Posture.tsx';
import { useModuleActivity } from './queries.ts';

function Loading() {
  return (
    <>
      <div className={classes.top}>
        <SkeletonPanel height={312} lines={6} label="Loading your dashboard" />
        <SkeletonPanel height={312} lines={5} label="Loading your posture" />
      </div>
      <div className={classes.heading}>
        <Skeleton height={20} width={120} />
      </div>
      <SkeletonPanel height={146} lines={2} label="Loading your tools" />
    </>
  );
}

function Content({ data }: { data: DashboardData }) {
  // modules bring their card with them; until then there is none of theirs to make room for
  const shown = [data.modules.monitoring].filter((status) => status !== 'NOT_AVAILABLE').length;
  return (
    <>
      <div className={classes.top}>
        <NextActions data={data} />
        {data.monitoring && <Posture monitoring={data.monitoring} />}
      </div>
      {shown > 0 && (
        <>
          <h2 className={classes.heading}>Your tools</h2>
          <div className={classes.cards} data-width={cardWidth(shown)}>
            <MonitoringCard data={data} />
          </div>
        </>
      )}
    </>
  );
}

/** Where a signed-in person begins: what to do next, how things stand, and the tools (platform.md 2, Dashboard). */
export function DashboardScreen() {
  const { brand } = usePortal();
  const activity = useModuleActivity();
  const { data, error } = activity;
  useEffect(() => {
    if (error) void logError(error, { endpoint: dashboardContract.getModuleActivity.path });
  }, [error]);
  return (
    <>
      <PageHeader title="Dashboard" purpose="What to do next, and how your company stands." helpCenterHref={brand.helpCenter} />
      {data ? (
        <Content data={data} />
      ) : error ? (
        <Panel>
          <ErrorState
            title="Your dashboard could not be loaded"
            kept="Your scans and results are safe."
            onRetry={() => void activity.refetch()}
            retrying={activity.isFetching}
            retryLabel="Retry"
          >
            {messageOf(error)}
          </ErrorState>
        </Panel>
      ) : (
        <Loading />
      )}
    </>
  );
}
