import IconExternalLink from '@tabler/icons-react/dist/esm/icons/IconExternalLink.mjs';
import type { ReactNode } from 'react';
import { Panel } from '#ui/page/Panel.tsx';
import { ProgressStrip } from '#ui/chart/ProgressStrip.tsx';
import { StatusPill } from '#ui/badge/StatusPill.tsx';
import { WebAddress } from '#ui/text/WebAddress.tsx';
import type { Ownership, ScanWire } from '../../entities.ts';
import { levelLabels } from '../../rules.ts';
import { dateAndTime, shortDate } from '../schedules/pacificTime.ts';
import type { Target } from '../queries.ts';
import { visibleText } from '../issues/visibleText.ts';
import classes from './WebsiteScans.module.css';

type WebsitePanelProps = {
  target: Target;
  running: ScanWire | null;
  menu: ReactNode;
};

const proofs = { dns: 'a DNS record', file: 'a file', meta: 'a line on its home page' } as const;

/** By what a scan knows that the website is the organisation's. */
function OwnershipLine({ ownership: { state, by, domain } }: { ownership: Ownership }) {
  if (state === 'proved' && by) return <>Verified as yours by {proofs[by]}. </>;
  if (state === 'domain') return <>Verified as yours by your domain {domain}. </>;
  if (state === 'operator') return <>Scanning enabled by the portal operator. </>;
  return null;
}

/** Who answers for it that the website may be scanned. */
function ConsentLine({ target: { confirmedBy, confirmedAt, standingConsent } }: { target: Target }) {
  if (!standingConsent)
    return (
      <>
        Permission to scan was confirmed by <bdi>{confirmedBy}</bdi> on {shortDate(confirmedAt)}.
      </>
    );
  return (
    <>
      Added by <bdi>{confirmedBy}</bdi> on {shortDate(confirmedAt)} under the{' '}
      <a href={standingConsent.terms} target="_blank" rel="noreferrer noopener">
        terms of service
      </a>{' '}
      accepted on {shortDate(standingConsent.acceptedAt)}.
    </>
  );
}

/** Which website this is and how it stands right now. */
export function WebsitePanel({ target, running, menu }: WebsitePanelProps) {
  return (
    <Panel
      title={<bdi>{target.targetName}</bdi>}
      description={
        <a
          className={`${classes.address} inline-row gap-1 text-dimmed wrap-anywhere`}
          href={target.targetUrl}
          target="_blank"
          rel="noreferrer noopener nofollow"
        >
          <WebAddress>{target.targetUrl}</WebAddress>
          <IconExternalLink size={14} stroke={1.5} aria-label="(opens in a new tab)" />
        </a>
      }
      actions={menu}
    >
      {running ? (
        <div className="mb-3">
          <ProgressStrip
            label={
              <span className="flex flex-wrap items-baseline gap-x-3">
                Scan in progress
                <span className={classes.meta}>
                  {levelLabels[running.scanProfile]} · started {dateAndTime(running.startTime)}
                </span>
              </span>
            }
            percent={running.percent}
            activity={visibleText(running.activity)}
          />
        </div>
      ) : (
        <div className={`min-h-10 row flex-wrap gap-3 mb-3`}>
          {target.lastScanDate ? (
            <>
              <StatusPill tone="success">Scanned</StatusPill>
              <span>Last scan {dateAndTime(target.lastScanDate)}</span>
            </>
          ) : (
            <StatusPill>Not scanned yet</StatusPill>
          )}
        </div>
      )}
      <p className={classes.meta}>
        <OwnershipLine ownership={target.ownership} />
        <ConsentLine target={target} />
      </p>
    </Panel>
  );
}
