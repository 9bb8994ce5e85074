import { Button } from '@mantine/core';
import IconExternalLink from '@tabler/icons-react/dist/esm/icons/IconExternalLink.mjs';
import type { ReactNode } from 'react';
import { Panel } from '#ui/Panel.tsx';
import { ProgressStrip } from '#ui/ProgressStrip.tsx';
import { StatusPill } from '#ui/StatusPill.tsx';
import type { ScanWire } from '../entities.ts';
import { levelLabels } from '../rules.ts';
import { dateAndTime, shortDate } from './pacificTime.ts';
import type { Target } from './queries.ts';
import { visibleText } from './visibleText.ts';
import classes from './WebsiteScans.module.css';

type WebsitePanelProps = {
  target: Target;
  running: ScanWire | null;
  /** False until it is known. */
  neverScanned: boolean;
  starting: boolean;
  onStart: () => void;
  menu: ReactNode;
};

/** Which website this is and how it stands right now. */
export function WebsitePanel({ target, running, neverScanned, starting, onStart, menu }: WebsitePanelProps) {
  return (
    <Panel
      title={<bdi>{target.targetName}</bdi>}
      description={
        <a className={classes.address} href={target.targetUrl} target="_blank" rel="noreferrer noopener nofollow">
          <bdi>{target.targetUrl}</bdi>
          <IconExternalLink size={14} stroke={1.5} aria-label="(opens in a new tab)" />
        </a>
      }
      actions={menu}
    >
      {running ? (
        <ProgressStrip
          label={
            <span className={classes.runningLabel}>
              Scan in progress
              <span className={classes.meta}>
                {levelLabels[running.scanProfile]} · started {dateAndTime(running.startTime)}
              </span>
            </span>
          }
          percent={running.percent}
          activity={visibleText(running.activity)}
        />
      ) : (
        <div className={classes.standing}>
          {target.lastScanDate ? (
            <>
              <StatusPill tone="success">Scanned</StatusPill>
              <span>Last scan {dateAndTime(target.lastScanDate)}</span>
            </>
          ) : (
            <>
              <StatusPill>Not scanned yet</StatusPill>
              {neverScanned && (
                <Button variant="default" loading={starting} onClick={onStart}>
                  Scan now
                </Button>
              )}
            </>
          )}
        </div>
      )}
      <p className={classes.meta}>
        Permission to scan was confirmed by <bdi>{target.confirmedBy}</bdi> on {shortDate(target.confirmedAt)}.
      </p>
    </Panel>
  );
}
