import { Skeleton } from '@mantine/core';
import { useEffect } from 'react';
import { tellAssessment } from '#platform/web/assessmentStanding.ts';
import { usePortal } from '#platform/web/boot.ts';
import { logError } from '#platform/web/logError.ts';
import { maturityPaths } from '#modules/maturity/paths.ts';
import { ErrorState } from '#ui/ErrorState.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Panel } from '#ui/Panel.tsx';
import { SkeletonPanel } from '#ui/SkeletonPanel.tsx';
import { dashboardContract, type DashboardData } from '../contract.ts';
import { cardWidth } from '../rules.ts';
import { ComplianceCard } from './ComplianceCard.tsx';
import classes from './DashboardScreen.module.css';
import { MaturityCard } from './MaturityCard.tsx';
import { messageOf } from './messages.ts';
import { MonitoringCard } from './MonitoringCard.tsx';
import { NextActions } from './NextActions.tsx';
import { assessmentPlace } from './places.ts';
import { Posture } from './Posture.tsx';
import { useModuleActivity } from './queries.ts';
import { TrainingCard } from './TrainingCard.tsx';

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
  const { modules } = data;
  const shown = [modules.compliance, modules.training, modules.monitoring].filter((status) => status !== 'NOT_AVAILABLE').length;
  const any = shown > 0 || modules.cybermaturity !== 'NOT_AVAILABLE';
  return (
    <>
      <div className={classes.top}>
        <NextActions data={data} />
        <Posture data={data} />
      </div>
      {any && (
        <>
          <h2 className={classes.heading}>Your tools</h2>
          <div className={classes.tools}>
            <MaturityCard data={data} />
            {shown > 0 && (
              <div className={classes.cards} data-width={cardWidth(shown)}>
                <ComplianceCard data={data} />
                <TrainingCard data={data} />
                <MonitoringCard data={data} />
              </div>
            )}
          </div>
        </>
      )}
    </>
  );
}

/** Lets the reminders of the assessment know how far it is, while the dashboard stands on the page. */
function useAssessmentReminder(data: DashboardData | undefined) {
  const zimm = data?.zimm ?? null;
  useEffect(() => {
    tellAssessment(
      zimm && {
        begun: zimm.assessmentStatus !== null,
        completed: zimm.assessmentStatus === 'completed',
        percent: zimm.percent,
        startPath: maturityPaths.start,
        nextPath: assessmentPlace(zimm),
      },
    );
    return () => tellAssessment(null);
  }, [zimm]);
}

/** Where a signed-in person begins: what to do next, how things stand, and the tools (platform.md 2, Dashboard). */
export function DashboardScreen() {
  const { brand } = usePortal();
  const activity = useModuleActivity();
  const { data, error } = activity;
  useAssessmentReminder(data);
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
            kept="Your results and everything that you entered are safe."
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
