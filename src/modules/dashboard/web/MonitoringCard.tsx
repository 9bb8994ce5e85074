import { shownDay } from '#platform/dates.ts';
import { planPath } from '#modules/plans/paths.ts';
import { DrawingWebsiteScan } from '#ui/drawings/DrawingWebsiteScan.tsx';
import { SeverityBadge } from '#ui/badge/SeverityBadge.tsx';
import { StatTile } from '#ui/chart/StatTile.tsx';
import { StatusPill } from '#ui/badge/StatusPill.tsx';
import type { DashboardData, MonitoringActivity } from '../contract.ts';
import { monitoringCardState, type MonitoringCardState } from '../rules.ts';
import { Card, CardText } from './Card.tsx';
import { scansPlace } from './places.ts';

function Status({
  state,
  monitoring,
}: {
  state: MonitoringCardState;
  monitoring: MonitoringActivity | null;
}) {
  if (state === 'scanning')
    return (
      <StatusPill tone="accent" busy>
        Scan in progress
      </StatusPill>
    );
  if (state === 'scanned')
    return <StatusPill tone="success">Updated {shownDay(monitoring!.lastScanDate!)}</StatusPill>;
  return <StatusPill>{state === 'subscribe' ? 'Not active' : 'No scans yet'}</StatusPill>;
}

/** Nothing found is only said after somebody looked. */
function Numbers({ monitoring }: { monitoring: MonitoringActivity }) {
  const { highs, mediums, lows } = monitoring.webAppsIssues;
  return (
    <>
      <StatTile bare label="Websites scanned" value={monitoring.webAppsScanned} />
      <StatTile bare label="Scans scheduled" value={monitoring.scansScheduled} />
      {monitoring.lastScanDate !== null && (
        <div className="flex flex-col gap-1.5">
          <span className="text-small leading-5 text-dimmed">Open issues</span>
          <span className="flex flex-wrap gap-2">
            <SeverityBadge severity="high" count={highs} />
            <SeverityBadge severity="medium" count={mediums} />
            <SeverityBadge severity="low" count={lows} />
          </span>
        </div>
      )}
    </>
  );
}

const button: Record<MonitoringCardState, string> = {
  subscribe: 'Subscribe to Use',
  'no-scans': 'Schedule Scans',
  scanning: 'View Scan Findings',
  scanned: 'View Scan Findings',
};

/** The card of website scans (platform.md 2, Dashboard). */
export function MonitoringCard({ data }: { data: DashboardData }) {
  const { monitoring } = data;
  const state = monitoringCardState(data);
  if (state === null) return null;
  // a first scan that still runs has nothing to look at yet
  const label = state === 'scanning' && monitoring?.lastScanDate === null ? 'Schedule Scans' : button[state];
  return (
    <Card
      id="monitoring"
      title="Monitoring"
      status={<Status state={state} monitoring={monitoring} />}
      drawing={<DrawingWebsiteScan />}
      buttons={[{ label, href: state === 'subscribe' ? planPath : scansPlace(monitoring) }]}
    >
      {monitoring && state !== 'subscribe' ? (
        <Numbers monitoring={monitoring} />
      ) : (
        <CardText>Regular scans of your websites, with every issue explained and how to fix it.</CardText>
      )}
    </Card>
  );
}
