import { lazy, Suspense, useEffect } from 'react';
import { Navigate, useParams } from 'react-router';
import { Breadcrumb, type Crumb } from '#ui/page/Breadcrumb.tsx';
import { PageHeader } from '#ui/page/PageHeader.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { ScreenFailure } from '#ui/page/ScreenFailure.tsx';
import { SeverityBadge } from '#ui/badge/SeverityBadge.tsx';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import { StatusPill } from '#ui/badge/StatusPill.tsx';
import { toast } from '#ui/notice/toast.ts';
import { useDialog } from '#ui/form/useDialog.ts';
import { planPath } from '#modules/plans/paths.ts';
import { monitoringPaths } from '../../paths.ts';
import type { Decide } from './DecideDialog.tsx';
import { FindingDetails } from './FindingDetails.tsx';
import { issueStates } from './issueStates.ts';
import { isRefusal, messageOf } from '../messages.ts';
import { shortDate } from '../schedules/pacificTime.ts';
import { useIssue, useTargetId } from '../queries.ts';
import { SendToDeveloper } from '../issueLinks/SendToDeveloper.tsx';
import { visibleText } from './visibleText.ts';

// the dialog brings a calendar along
const DecideDialog = lazy(async () => ({ default: (await import('./DecideDialog.tsx')).DecideDialog }));

const goneToast = 'This issue is no longer there.';

const allWebsites: Crumb = { label: 'Website Security Scans', href: monitoringPaths.home };

/** One issue on a page of its own, open or closed: emails, reports and exports lead here. */
export function IssueScreen() {
  const { targetName = '', findingId = '' } = useParams();
  const { targetId, failed } = useTargetId(targetName);
  if (failed) return <Gone />;
  if (targetId === null) return <Loading />;
  return <Issue key={`${targetId}/${findingId}`} targetId={targetId} findingId={findingId} />;
}

const Loading = () => (
  <>
    <Breadcrumb steps={[allWebsites]} here="Issue" />
    <SkeletonPanel lines={14} height={640} label="Loading the issue" />
  </>
);

/** An issue that is not there, or another organization's, leads to the list (modules.md 7). */
function Gone({ targetId }: { targetId?: string }) {
  useEffect(() => void toast.danger(goneToast), []);
  return <Navigate to={monitoringPaths.home} replace state={targetId ? { targetId } : undefined} />;
}

function Issue({ targetId, findingId }: { targetId: string; findingId: string }) {
  const found = useIssue(targetId, findingId);
  const dialog = useDialog<Decide>();
  if (!found.data && isRefusal(found.error, 'no-such-website', 'no-such-issue'))
    return <Gone targetId={targetId} />;
  if (!found.data && found.isPending) return <Loading />;
  if (!found.data) {
    const locked = isRefusal(found.error, 'module-inactive');
    return (
      <ScreenFailure
        title={locked ? 'Website scans are not active' : 'The issue could not be loaded'}
        kept="Nothing is lost."
        plansHref={locked ? planPath : undefined}
        retrying={found.isFetching}
        onRetry={() => void found.refetch()}
      >
        {messageOf(found.error)}
      </ScreenFailure>
    );
  }
  const { issue, website } = found.data;
  const state = issueStates[issue.state];
  return (
    <>
      <PageHeader
        trail={
          <Breadcrumb
            steps={[
              allWebsites,
              { label: <bdi>{website.targetName}</bdi>, href: monitoringPaths.website(website.targetName) },
            ]}
            here="Issue"
          />
        }
        title={<bdi>{visibleText(issue.title)}</bdi>}
        badge={
          <span className="inline-row flex-wrap gap-2">
            <SeverityBadge severity={issue.severity} />
            <StatusPill tone={state.tone}>{state.word}</StatusPill>
          </span>
        }
        purpose={
          issue.fixedAt
            ? `Found on ${shortDate(issue.firstSeen)}, fixed on ${shortDate(issue.fixedAt)}.`
            : `Found on ${shortDate(issue.firstSeen)}, last seen on ${shortDate(issue.lastSeen)}.`
        }
        action={
          issue.state === 'fixed' ? undefined : (
            <SendToDeveloper targetId={targetId} findingId={findingId} variant="filled" />
          )
        }
      />
      <Panel>
        <FindingDetails finding={issue} targetId={targetId} heading="h2" onDecide={dialog.show} onPage />
      </Panel>
      {dialog.open && (
        <Suspense fallback={null}>
          <DecideDialog {...dialog.open} targetId={targetId} onClose={dialog.close} onDone={dialog.close} />
        </Suspense>
      )}
    </>
  );
}
