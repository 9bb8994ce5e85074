import { useState } from 'react';
import { ErrorState } from '#ui/page/ErrorState.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import type { WebsiteLimit } from './AddWebsiteButton.tsx';
import { BeyondPlanNotice } from './BeyondPlanNotice.tsx';
import { useStartScan } from '../changes.ts';
import { IssuesPanel } from '../issues/IssuesPanel.tsx';
import { messageOf } from '../messages.ts';
import { useLive, type Target } from '../queries.ts';
import { OwnershipNotice } from '../ownership/OwnershipNotice.tsx';
import { ReportReady } from '../reports/ReportReady.tsx';
import { ReportsPanel } from '../reports/ReportsPanel.tsx';
import { TrendPanel } from '../reports/TrendPanel.tsx';
import { useArrival, useFollowing, useReadyReport, useScrollToIssues } from './visit.ts';
import type { OpenDialog } from './WebsiteDialogs.tsx';
import { WebsiteTop } from './WebsiteTop.tsx';

type WebsiteViewProps = {
  target: Target;
  companyName: string;
  limit: WebsiteLimit;
  onDialog: (dialog: OpenDialog, from: HTMLElement | null) => void;
  onApproach: () => void;
};

/** One website: how it stands, its schedule, its issues, its reports. */
export function WebsiteView({ target, companyName, limit, onDialog, onApproach }: WebsiteViewProps) {
  const [page, setPage] = useState(1);
  const live = useLive(target.targetId, page);
  const start = useStartScan();
  const scans = live.data?.scans;
  const running = scans?.running ?? null;
  const startScan = () => start.mutate({ targetId: target.targetId });
  const [report, closeReport] = useReadyReport(scans);
  useFollowing(target, running);
  const { place, onShown } = useScrollToIssues(live.data !== undefined);
  useArrival({
    ready: live.data !== undefined,
    onStart: () => {
      if (!running && target.isInPlan) startScan();
    },
    onSchedule: () => onDialog({ kind: 'schedule', target, schedule: live.data?.schedule ?? null }, null),
  });

  return (
    <div className="stack gap-card">
      {live.isError && live.data && (
        <output className="border-warning px-4 py-2.5 text-warning rounded bg-warning">
          {messageOf(live.error)} What you see may be slightly out of date; it refreshes automatically.
        </output>
      )}
      {report && (
        <ReportReady
          scan={report}
          targetName={target.targetName}
          companyName={companyName}
          onClose={closeReport}
        />
      )}
      {!target.isInPlan && <BeyondPlanNotice limit={limit} />}
      {target.isInPlan && (
        <OwnershipNotice target={target} onProve={(button) => onDialog({ kind: 'proof', target }, button)} />
      )}
      <WebsiteTop
        target={target}
        live={live}
        starting={start.isPending}
        onStart={startScan}
        onDialog={onDialog}
        onApproach={onApproach}
      />
      {live.isError && !live.data && <ScansFailed live={live} />}
      {scans && scans.history.length > 0 && <TrendPanel target={target} scans={scans} />}
      {live.isPending && target.lastScanDate !== null && (
        <SkeletonPanel lines={5} height={331} label="Loading the last scans" />
      )}
      <div ref={place}>
        <IssuesPanel
          targetId={target.targetId}
          everScanned={target.lastScanDate !== null}
          onShown={onShown}
        />
      </div>
      {scans ? (
        <ReportsPanel
          target={target}
          companyName={companyName}
          scans={scans}
          page={page}
          stale={live.isPlaceholderData}
          onPage={setPage}
          starting={start.isPending}
          onStart={startScan}
        />
      ) : (
        live.isPending && <SkeletonPanel lines={5} height={360} label="Loading your Website scans..." />
      )}
    </div>
  );
}

/** The scans are not known at all. */
const ScansFailed = ({ live }: { live: ReturnType<typeof useLive> }) => (
  <Panel>
    <ErrorState
      title="The scans of this website could not be loaded"
      kept="Scheduled scans run as planned."
      onRetry={() => void live.refetch()}
      retrying={live.isFetching}
    >
      {messageOf(live.error)}
    </ErrorState>
  </Panel>
);
