import { Progress } from '@mantine/core';
import { DrawingShield } from '#ui/drawings/DrawingShield.tsx';
import { Panel } from '#ui/Panel.tsx';
import { SeverityBar } from '#ui/SeverityBar.tsx';
import type { MonitoringActivity } from '../contract.ts';
import classes from './Posture.module.css';

/** A share of the websites as number and bar. */
function Share({ label, part, whole }: { label: string; part: number; whole: number }) {
  return (
    <div>
      <div className={classes.line}>
        <span className={classes.label}>{label}</span>
        <span className={classes.small}>
          <strong>{Math.min(part, whole)}</strong> of {whole}
        </span>
      </div>
      <Progress value={whole === 0 ? 0 : (Math.min(part, whole) / whole) * 100} size={6} aria-label={label} />
    </div>
  );
}

/** How the company stands, as far as it is measured: open issues, and how many websites are looked after. */
export function Posture({ monitoring }: { monitoring: MonitoringActivity }) {
  const { highs, mediums, lows } = monitoring.webAppsIssues;
  const websites = monitoring.targetList.length;
  const open = highs + mediums + lows;
  if (monitoring.lastScanDate === null && websites === 0)
    return (
      <Panel title="Your posture">
        <div className={classes.empty}>
          <div className={classes.drawing}>
            <DrawingShield />
          </div>
          <p>Open issues and how well your websites are looked after show here after the first scan.</p>
        </div>
      </Panel>
    );
  return (
    <Panel title="Your posture" description="What the scans know of your websites.">
      <div className={classes.rows}>
        {monitoring.lastScanDate === null ? (
          <div>
            <span className={classes.label}>Open issues</span>
            <p className={classes.small}>Not measured yet. The first scan tells.</p>
          </div>
        ) : (
          <div>
            <div className={classes.line}>
              <span className={classes.label}>Open issues</span>
              <span className={classes.big}>{open}</span>
            </div>
            <SeverityBar counts={{ high: highs, medium: mediums, low: lows }} />
          </div>
        )}
        <Share label="Websites scanned" part={monitoring.webAppsScanned} whole={websites} />
        <Share label="Websites on a schedule" part={monitoring.scansScheduled} whole={websites} />
      </div>
    </Panel>
  );
}
