import { Button, Skeleton } from '@mantine/core';
import IconFileCertificate from '@tabler/icons-react/dist/esm/icons/IconFileCertificate.mjs';
import { useEffect } from 'react';
import { setAssessmentProgress } from '#modules/maturity/web/public.ts';
import { usePortal } from '#platform/web/boot.ts';
import { evidencePaths } from '#modules/evidence/paths.ts';
import { maturityPaths } from '#modules/maturity/paths.ts';
import { ErrorState } from '#ui/page/ErrorState.tsx';
import { Link } from '#ui/text/Link.tsx';
import { PageHeader } from '#ui/page/PageHeader.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import type { DashboardData } from '../contract.ts';
import { cardWidth } from '../rules.ts';
import { ComplianceCard } from './ComplianceCard.tsx';
import { ConciergeCard } from './ConciergeCard.tsx';
import classes from './DashboardScreen.module.css';
import { MarketplaceCard } from './MarketplaceCard.tsx';
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
      <div className={`${classes.top} grid gap-card`}>
        <SkeletonPanel height={312} lines={6} label="Loading your dashboard" />
        <SkeletonPanel height={312} lines={5} label="Loading your posture" />
      </div>
      <div className={`${classes.heading} text-title`}>
        <Skeleton height={20} width={120} />
      </div>
      <div className={`${classes.cards} grid-cols-2 grid gap-card`} data-width="third">
        {['maturity', 'concierge', 'policies', 'training', 'monitoring', 'marketplace'].map((name) => (
          <SkeletonPanel key={name} height={222} lines={3} label="Loading your tools" />
        ))}
      </div>
    </>
  );
}

function Content({ data }: { data: DashboardData }) {
  return (
    <>
      <div className={`${classes.top} grid gap-card`}>
        <NextActions data={data} />
        <Posture data={data} />
      </div>
      <h2 className={`${classes.heading} text-title`}>Your tools</h2>
      <div className={`${classes.cards} grid-cols-2 grid gap-card`} data-width={cardWidth(data.modules)}>
        <MaturityCard data={data} />
        <ConciergeCard data={data} />
        <ComplianceCard data={data} />
        <TrainingCard data={data} />
        <MonitoringCard data={data} />
        <MarketplaceCard data={data} />
      </div>
    </>
  );
}

/** Lets the reminders of the assessment know how far it is, while the dashboard stands on the page. */
function useAssessmentReminder(data: DashboardData | undefined) {
  const zimm = data?.zimm ?? null;
  useEffect(() => {
    setAssessmentProgress(
      zimm && {
        begun: zimm.assessmentStatus !== null,
        completed: zimm.assessmentStatus === 'completed',
        percent: zimm.percent,
        minutesLeft: zimm.minutesLeft,
        startPath: maturityPaths.start,
        nextPath: assessmentPlace(zimm),
      },
    );
    return () => setAssessmentProgress(null);
  }, [zimm]);
}

/** Where a signed-in person begins: what to do next, how things stand, and the tools (platform.md 2, Dashboard). */
export function DashboardScreen() {
  const { brand } = usePortal();
  const { status, data, error, isFetching, retry } = useModuleActivity();
  useAssessmentReminder(data);
  return (
    <>
      <PageHeader
        title="Dashboard"
        purpose="What to do next, and how your company stands."
        helpCenterHref={brand.helpCenter}
        menu={
          <Button
            component={Link}
            href={evidencePaths.home}
            variant="default"
            leftSection={<IconFileCertificate size={18} stroke={1.5} aria-hidden />}
          >
            Evidence pack
          </Button>
        }
      />
      {data && status === 'FAILED' && (
        <output className="border-warning row flex-wrap justify-between gap-2 gap-x-4 text-warning rounded bg-warning mb-6 px-4 py-2">
          <span>These numbers could not be updated and may be out of date.</span>
          <Button variant="subtle" size="compact-sm" onClick={retry} loading={isFetching}>
            Retry
          </Button>
        </output>
      )}
      {data ? (
        <Content data={data} />
      ) : error ? (
        <Panel>
          <ErrorState
            title="Your dashboard could not be loaded"
            kept="Your results and everything that you entered are safe."
            onRetry={retry}
            retrying={isFetching}
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
