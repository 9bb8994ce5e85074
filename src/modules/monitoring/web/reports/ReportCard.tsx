import { Button } from '@mantine/core';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconBan from '@tabler/icons-react/dist/esm/icons/IconBan.mjs';
import { lazy, Suspense, useId, useState } from 'react';
import { SeverityBadge } from '#ui/badge/SeverityBadge.tsx';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import { StatusPill } from '#ui/badge/StatusPill.tsx';
import type { ScanWire } from '../../entities.ts';
import { levelLabels } from '../../rules.ts';
import { DownloadReportMenu } from './DownloadReportMenu.tsx';
import { dateAndTime, minutes } from '../schedules/pacificTime.ts';
import { visibleText } from '../issues/visibleText.ts';
import classes from './Reports.module.css';

const loadDetails = () => import('./ReportDetails.tsx');
const ReportDetails = lazy(async () => ({ default: (await loadDetails()).ReportDetails }));

type ReportCardProps = { scan: ScanWire; targetName: string; companyName: string };

/** One scan in the list of reports: how it ended, or that it runs (modules.md 2, 4). */
export function ReportCard({ scan, targetName, companyName }: ReportCardProps) {
  const ended = scan.completeTime ?? scan.startTime;
  switch (scan.status) {
    case 'started':
      return (
        <li className={`${classes.card} border rounded`} data-status="started">
          <div className="row flex-wrap justify-between gap-3 gap-x-4 px-4 py-3.5">
            <div className={classes.words}>
              <h3 className={classes.title}>Scan initiated</h3>
              <p className="text-small leading-5 text-dimmed">
                The report is on its way; check back in a few minutes.
              </p>
            </div>
            <StatusPill tone="accent" busy>
              Running
            </StatusPill>
          </div>
        </li>
      );
    case 'canceled':
      return (
        <li className={`${classes.card} border rounded`}>
          <div className="row flex-wrap justify-between gap-3 gap-x-4 px-4 py-3.5">
            <div className={classes.words}>
              <h3 className={classes.title}>Manually canceled</h3>
              <p className="text-small leading-5 text-dimmed">
                {dateAndTime(ended)} · {levelLabels[scan.scanProfile]}
              </p>
            </div>
            <StatusPill icon={<IconBan size={14} stroke={1.75} aria-hidden />}>Canceled</StatusPill>
          </div>
        </li>
      );
    case 'failed':
      return (
        <li className={`${classes.card} border rounded`}>
          <div className="row flex-wrap justify-between gap-3 gap-x-4 px-4 py-3.5">
            <div className={classes.words}>
              <h3 className={classes.title}>Failed</h3>
              <p className="text-small leading-5 text-dimmed">
                {dateAndTime(ended)} · {levelLabels[scan.scanProfile]}
              </p>
              {scan.failureReason && (
                <p className={`${classes.reason} measure-68 wrap-anywhere mt-1`}>
                  {visibleText(scan.failureReason)}
                </p>
              )}
            </div>
            <StatusPill tone="danger" icon={<IconAlertTriangle size={14} stroke={1.75} aria-hidden />}>
              No report
            </StatusPill>
          </div>
        </li>
      );
    case 'completed':
      return <CompletedCard scan={scan} targetName={targetName} companyName={companyName} />;
  }
}

/** Why a scan did less than what was asked for. */
function HeldBack({ scan: { scanProfile, askedProfile, heldBack } }: { scan: ScanWire }) {
  if (!heldBack || !askedProfile) return null;
  return (
    <p className="text-small leading-5 text-warning">
      {levelLabels[scanProfile]} instead of {levelLabels[askedProfile]}:{' '}
      {heldBack === 'proof'
        ? 'you had not verified that you own the website.'
        : 'no one had agreed to have its forms sent.'}
    </p>
  );
}

function CompletedCard({ scan, targetName, companyName }: ReportCardProps) {
  const [opened, setOpened] = useState(false);
  const id = useId();
  const title = `${id}-title`;
  return (
    <li className={`${classes.card} border rounded`}>
      <div className="row flex-wrap justify-between gap-3 gap-x-4 px-4 py-3.5">
        <div className={classes.words}>
          <h3 id={title} className={classes.title}>
            {dateAndTime(scan.completeTime ?? scan.startTime)}
          </h3>
          <p className="text-small leading-5 text-dimmed">
            {levelLabels[scan.scanProfile]} scan · {minutes(scan.durationMinutes ?? 1)} ·{' '}
            {scan.startedBy === 'schedule' ? 'scheduled' : 'started by hand'}
          </p>
          <HeldBack scan={scan} />
          <div className="flex flex-wrap gap-2 mt-2">
            <SeverityBadge severity="high" count={scan.highs} />
            <SeverityBadge severity="medium" count={scan.mediums} />
            <SeverityBadge severity="low" count={scan.lows} />
            {scan.decided > 0 && <StatusPill>{scan.decided} set aside</StatusPill>}
            {scan.limited && (
              <StatusPill tone="warning" icon={<IconAlertTriangle size={14} stroke={1.75} aria-hidden />}>
                Partly blocked
              </StatusPill>
            )}
          </div>
        </div>
        <div className={`${classes.actions} row flex-wrap gap-1`}>
          <Button
            variant="subtle"
            className={classes.toggle}
            aria-expanded={opened}
            aria-controls={id}
            aria-describedby={title}
            onMouseEnter={() => void loadDetails()}
            onClick={() => setOpened((before) => !before)}
          >
            {opened ? 'Hide details' : 'View details'}
          </Button>
          <DownloadReportMenu scan={scan} targetName={targetName} companyName={companyName} />
        </div>
      </div>
      <div id={id} hidden={!opened}>
        {opened && (
          <Suspense fallback={<SkeletonPanel bare lines={4} height={160} />}>
            <ReportDetails scan={scan} />
          </Suspense>
        )}
      </div>
    </li>
  );
}
